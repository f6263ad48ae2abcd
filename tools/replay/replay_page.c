/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A replay as a page: both worlds side by side, in step, with the stops marked.  tools/page/README.md has the format.
 *
 * Poses are the samples'; the page goes from one to the next as the guard has it, along a straight line and by the
 * linear quaternion.
 */

#include "page/page.h"
#include "replay.h"
#include "replay_json.h"

static json_t *stops_json(const replay_lane *lane) {
  json_t *stops = json_array();
  for (int k = 0; k < lane->stops; k++) {
    const replay_stop *s = &lane->stop[k];
    json_array_append_new(stops, json_pack("{s:f, s:i, s:i}", "t", s->time, "a", s->a, "b", s->b));
  }
  return stops;
}

/* One list for each sample: both boxes of its first link, of its second, and so on. */
static json_t *links_json(const replay_lane *lane) {
  json_t *samples = json_array();
  for (int i = 0, k = 0; i < lane->samples; i++) {
    json_t *links = json_array();
    for (; k < lane->links && lane->link[k].sample == i; k++) {
      json_array_append_new(links, json_integer(lane->link[k].a));
      json_array_append_new(links, json_integer(lane->link[k].b));
    }
    json_array_append_new(samples, links);
  }
  return samples;
}

static json_t *view_json(const replay_view *view) {
  return json_pack("{s:f, s:f, s:f, s:[f, f, f]}", "azimuth", view->azimuth, "elevation", view->elevation, "height",
                   view->height, "centre", view->centre[0], view->centre[1], view->centre[2]);
}

int replay_write_page(const replay *r, const replay_view *view, const char *path) {
  json_t *lanes = json_array();
  for (int k = 0; k < REPLAY_LANES; k++) {
    json_t *lane = replay_lane_json(&r->lane[k]);
    json_object_set_new(lane, "stops", stops_json(&r->lane[k]));
    json_object_set_new(lane, "links", links_json(&r->lane[k]));
    json_array_append_new(lanes, lane);
  }
  json_t *data = json_pack("{s:s, s:{s:o, s:o}}", "title", r->title, "replay", "view", view_json(view), "lanes", lanes);
  return page_write(path, data);
}
