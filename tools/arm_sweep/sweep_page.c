/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Writes the way as a page: the recording, the answer, and at each sample the joints' values and the nearest two boxes
 * with their distance, so that the page can plot it.  tools/page/README.md has the format.
 *
 * The distances are those of single configurations and are meant for the eye: the answer does not rest on them.
 */

#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>

#include "page/page.h"
#include "replay/replay_json.h"
#include "sweep_form.h"
#include "sweep_lane.h"

/* Lists that go along with the samples of the recording. */
typedef struct tracks {
  json_t *joints, *distances, *pairs;
} tracks;

/* Adds the values at one configuration. */
static bool add_configuration(tracks *all, const robot *arm, const double *joints, const sweep_options *options) {
  double(*value)[BMS_MOVE_TERMS] = calloc((size_t)arm->chain.variable_count + 1, sizeof *value);
  if (value == NULL) return false;
  for (int v = 0; v < arm->chain.variable_count; v++) value[v][0] = joints[v];
  for (int v = 0; v < arm->joint_count; v++) json_array_append_new(all->joints, json_real(joints[v]));
  bms_move still = {0, 1, (const double(*)[BMS_MOVE_TERMS])value};
  bms_link_clearance clearance = {{0, INFINITY, 0}, -1, -1};
  (void)sweep_clearance(arm, &still, options, &clearance);
  double distance = clearance.least.upper;
  json_array_append_new(all->distances, isfinite(distance) ? json_real(distance) : json_null());
  json_array_append_new(all->pairs, json_pack("[i, i]", clearance.a, clearance.b));
  free(value);
  return true;
}

/* Adds all samples, in the order in which the lane has them. */
static bool add_configurations(tracks *all, const robot *arm, const waypoints *way, const sweep_options *options,
                               const replay_lane *lane) {
  double(*value)[BMS_MOVE_TERMS] = calloc((size_t)arm->chain.variable_count + 1, sizeof *value);
  double *joints = calloc((size_t)arm->chain.variable_count + 1, sizeof *joints);
  bool good = value != NULL && joints != NULL;
  for (int i = 0, segment = 0; good && i < lane->samples; i++) {
    while (segment + 2 < way->count && lane->time[i] > way->time[segment + 1]) segment++;
    bms_move move = waypoints_move(way, arm, segment, options->cubic, value);
    bms_move_at(&move, arm->chain.variable_count, lane->time[i], joints);
    good = add_configuration(all, arm, joints, options);
  }
  free(value);
  free(joints);
  return good;
}

static json_t *contact_json(const sweep_answer *answer) {
  const bms_chain_contact *c = &answer->contact;
  bool found = answer->status != BMS_SEPARATED && answer->status != BMS_UNRESOLVED;
  if (!found) return json_null();
  return json_pack("{s:f, s:i, s:i, s:f, s:o, s:o}", "t", c->t, "a", c->a, "b", c->b, "slack", c->slack, "point",
                   c->point_count > 0 ? replay_numbers_json(c->point[0], 3) : json_null(), "normal",
                   replay_numbers_json(c->normal, 3));
}

static json_t *nearest_json(const sweep_answer *answer) {
  const bms_link_clearance *c = &answer->clearance;
  if (answer->status != BMS_SEPARATED || c->a < 0) return json_null();
  return json_pack("{s:f, s:f, s:f, s:i, s:i}", "t", c->least.t, "lower", c->least.lower, "upper", c->least.upper, "a",
                   c->a, "b", c->b);
}

static json_t *joint_names_json(const robot *arm) {
  json_t *names = json_array();
  for (int v = 0; v < arm->joint_count; v++) json_array_append_new(names, json_string(arm->joint[v].name));
  return names;
}

/* Returns the lane, with the forms of shapes that are no boxes. */
static json_t *lane_json(const robot *arm, const replay_lane *lane) {
  json_t *out = replay_lane_json(lane), *boxes = json_object_get(out, "boxes");
  for (int i = 0; i < arm->chain.shape_count; i++)
    json_object_set_new(json_array_get(boxes, (size_t)i), "form", sweep_form_json(&arm->chain.shape[i]));
  return out;
}

static json_t *sweep_json(const robot *arm, const sweep_answer *answer, const replay_lane *lane, const tracks *all) {
  const char *status = answer->status == BMS_SEPARATED ? "free" : bms_status_name(answer->status);
  return json_pack("{s:s, s:{s:s, s:o, s:o, s:o, s:{s:o, s:o}, s:o, s:o}}", "title", "An arm on its way", "sweep",
                   "status", status, "lane", lane_json(arm, lane), "contact", contact_json(answer), "nearest",
                   nearest_json(answer), "joints", "names", joint_names_json(arm), "values", all->joints, "distances",
                   all->distances, "pairs", all->pairs);
}

bool sweep_write_page(const char *file, const robot *arm, const waypoints *way, const sweep_options *options,
                      const sweep_answer *answer) {
  replay r = {.title = ""};
  replay_lane *lane = &r.lane[0];
  tracks all = {json_array(), json_array(), json_array()};
  bool good = sweep_lane_record(lane, arm, way, options->cubic, answer, way->time[way->count - 1]) &&
              add_configurations(&all, arm, way, options, lane);
  if (!good) errno = ENOMEM;
  good = good && page_write(file, sweep_json(arm, answer, lane, &all));
  replay_free(&r);
  return good;
}
