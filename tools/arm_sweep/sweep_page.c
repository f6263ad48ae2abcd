/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Writes the way as a page: the recording, the answer, and at each sample the joints' values and the nearest two boxes
 * with their distance, so that the page can plot it.  tools/page/README.md has the format.
 *
 * The distances are of single configurations and are meant for the eye: the answer does not rest on them.
 */

#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "page/page.h"
#include "replay/replay_json.h"
#include "sweep_form.h"
#include "sweep_lane.h"
#include "sweep_page.h"

/* How many times of a plot are between two samples, and one more: between samples the nearest two boxes may change. */
enum { PLOT_PARTS = 8 };

/* Lists that go along with the samples of the recording, and a plot's times, distances and lower bounds of these. */
typedef struct tracks {
  json_t *joints, *distances, *pairs, *plot_times, *plot_distances, *plot_lowers;
} tracks;

/* A way that is checked one configuration after the other, with room for one. */
typedef struct viewer {
  const robot *arm;
  const bms_robot_trajectory *way;
  const sweep_options *options;
  double (*value)[BMS_MOVE_TERMS];
  double *joints;
} viewer;

static json_t *distance_json(const bms_link_clearance *clearance) {
  double distance = clearance->least.upper;
  return isfinite(distance) ? json_real(distance) : json_null();
}

/* Measures at t, which is in this segment; leaves the joints' values in the viewer. */
static bms_link_clearance clearance_at(const viewer *v, int segment, double t) {
  int variables = v->arm->chain.variable_count;
  bms_move move = bms_robot_trajectory_move(v->way, segment, v->value);
  bms_move_at(&move, variables, t, v->joints);
  memset(v->value, 0, (size_t)variables * sizeof *v->value);
  for (int k = 0; k < variables; k++) v->value[k][0] = v->joints[k];
  bms_move still = {0, 1, (const double(*)[BMS_MOVE_TERMS])v->value};
  bms_link_clearance clearance = {{0, INFINITY, 0}, -1, -1};
  (void)sweep_clearance(v->arm, &still, v->options, &clearance);
  return clearance;
}

static void add_to_plot(tracks *all, double t, const bms_link_clearance *clearance) {
  json_array_append_new(all->plot_times, json_real(t));
  json_array_append_new(all->plot_distances, distance_json(clearance));
  json_array_append_new(all->plot_lowers,
                        isfinite(clearance->least.upper) ? json_real(clearance->least.lower) : json_null());
}

/* Adds all samples, in the order in which the lane has them, and the plot before each. */
static void add_samples(tracks *all, const viewer *v, const replay_lane *lane) {
  for (int i = 0, segment = 0; i < lane->samples; i++) {
    double t = lane->time[i];
    while (segment + 2 < bms_robot_trajectory_count(v->way) && t > bms_robot_trajectory_time(v->way, segment + 1))
      segment++;
    for (int k = 1; i > 0 && k < PLOT_PARTS; k++) {
      double between = lane->time[i - 1] + (t - lane->time[i - 1]) * k / PLOT_PARTS;
      bms_link_clearance clearance = clearance_at(v, segment, between);
      add_to_plot(all, between, &clearance);
    }
    bms_link_clearance clearance = clearance_at(v, segment, t);
    add_to_plot(all, t, &clearance);
    for (int k = 0; k < v->arm->joint_count; k++) json_array_append_new(all->joints, json_real(v->joints[k]));
    json_array_append_new(all->distances, distance_json(&clearance));
    json_array_append_new(all->pairs, json_pack("[i, i]", clearance.a, clearance.b));
  }
}

/* Returns false if no memory is left. */
static bool add_configurations(tracks *all, const robot *arm, const bms_robot_trajectory *way,
                               const sweep_options *options, const replay_lane *lane) {
  size_t room = (size_t)arm->chain.variable_count + 1;
  viewer v = {arm, way, options, calloc(room, sizeof *v.value), calloc(room, sizeof *v.joints)};
  bool good = v.value != NULL && v.joints != NULL;
  if (good) add_samples(all, &v, lane);
  free(v.value);
  free(v.joints);
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

/* Puts null in place of each box that moves, or of each other one that meets nothing. */
static void leave_out(const robot *arm, json_t *boxes, bool moving, const sweep_answer *answer) {
  bool meets = answer != NULL && answer->status != BMS_SEPARATED && answer->status != BMS_UNRESOLVED;
  for (int i = 0; i < arm->chain.shape_count; i++) {
    bool met = meets && (i == answer->contact.a || i == answer->contact.b);
    if ((arm->chain.shape[i].link != BMS_WORLD) == moving && !met) json_array_set_new(boxes, (size_t)i, json_null());
  }
}

static json_t *sweep_json(const robot *arm, const sweep_answer *answer, const replay_lane *lane, const tracks *all) {
  const char *status = answer->status == BMS_SEPARATED ? "free" : bms_status_name(answer->status);
  return json_pack("{s:s, s:o, s:o, s:o, s:{s:o, s:o}, s:o, s:o, s:{s:o, s:o, s:o}}", "status", status, "lane",
                   lane_json(arm, lane), "contact", contact_json(answer), "nearest", nearest_json(answer), "joints",
                   "names", joint_names_json(arm), "values", all->joints, "distances", all->distances, "pairs",
                   all->pairs, "plot", "times", all->plot_times, "values", all->plot_distances, "lowers",
                   all->plot_lowers);
}

json_t *sweep_page_json(const robot *arm, const bms_robot_trajectory *way, const sweep_options *options,
                        const sweep_answer *answer, bool whole) {
  replay r = {.title = ""};
  replay_lane *lane = &r.lane[0];
  tracks all = {json_array(), json_array(), json_array(), json_array(), json_array(), json_array()};
  double end = bms_robot_trajectory_time(way, bms_robot_trajectory_count(way) - 1);
  bool good = sweep_lane_record(lane, arm, way, answer, end) && add_configurations(&all, arm, way, options, lane);
  json_t *out = good ? sweep_json(arm, answer, lane, &all) : NULL;
  if (out != NULL && !whole) leave_out(arm, json_object_get(json_object_get(out, "lane"), "boxes"), false, answer);
  replay_free(&r);
  return out;
}

json_t *sweep_obstacles_json(const robot *arm) {
  replay r = {.title = ""};
  bool good = sweep_lane_rest(&r.lane[0], arm);
  json_t *lane = good ? lane_json(arm, &r.lane[0]) : NULL;
  json_t *boxes = json_incref(json_object_get(lane, "boxes"));
  json_decref(lane);
  if (boxes != NULL) leave_out(arm, boxes, true, NULL);
  replay_free(&r);
  return boxes;
}

bool sweep_write_page(const char *file, const robot *arm, const bms_robot_trajectory *way, const sweep_options *options,
                      const sweep_answer *answer) {
  json_t *sweep = sweep_page_json(arm, way, options, answer, true);
  if (sweep == NULL) errno = ENOMEM;
  return sweep != NULL && page_write(file, json_pack("{s:s, s:o}", "title", "An arm on its way", "sweep", sweep));
}
