/* SPDX-License-Identifier: BSD-3-Clause */

/* Queries about one move, with the names of what meets. */

#include <math.h>
#include <string.h>

#include "loaded.h"

/* Writes the shape of a slot, and its object. */
static void name_side(const bms_robot *loaded, int slot, int side, int shape[2], int object[2]) {
  shape[side] = slot < 0 ? -1 : loaded->prepared.slot_shape[slot];
  object[side] = shape[side] < 0 ? -1 : loaded->shape[shape[side]].object;
}

bms_status loaded_first_contact(bms_robot_asker *asker, const bms_move *move, double tolerance,
                                bms_robot_contact *contact) {
  const bms_robot *loaded = asker->group->robot;
  bms_chain_contact found;
  bms_scene_first_contact(loaded->prepared.scene, asker->workspace, move, tolerance, &found);
  *contact = (bms_robot_contact){.status = found.status, .t = found.t, .slack = found.slack};
  bool met = found.status == BMS_CONTACT || found.status == BMS_TOUCHING || found.status == BMS_OVERLAPPING;
  name_side(loaded, met ? found.a : -1, 0, contact->shape, contact->object);
  name_side(loaded, met ? found.b : -1, 1, contact->shape, contact->object);
  if (!met) return contact->status;
  contact->point_count = found.point_count;
  memcpy(contact->normal, found.normal, sizeof contact->normal);
  memcpy(contact->point, found.point, sizeof contact->point);
  return contact->status;
}

bms_status loaded_clearance(bms_robot_asker *asker, const bms_move *move, double tolerance,
                            bms_robot_clearance *clearance) {
  const bms_robot *loaded = asker->group->robot;
  bms_link_clearance found;
  bms_status status = bms_scene_clearance(loaded->prepared.scene, move, tolerance, &found);
  *clearance = (bms_robot_clearance){.lower = found.least.lower, .upper = found.least.upper, .t = found.least.t};
  if (status == BMS_INVALID) clearance->lower = clearance->upper = NAN;
  name_side(loaded, found.a, 0, clearance->shape, clearance->object);
  name_side(loaded, found.b, 1, clearance->shape, clearance->object);
  return status;
}

bms_edge_answer bms_robot_edge_is_free(bms_robot_asker *asker, const double *from, const double *to, double tolerance) {
  bms_move move = loaded_asker_edge(asker, from, to);
  return bms_scene_is_free(asker->group->robot->prepared.scene, asker->workspace, &move, tolerance);
}

bms_status bms_robot_edge_contact(bms_robot_asker *asker, const double *from, const double *to, double tolerance,
                                  bms_robot_contact *contact) {
  bms_move move = loaded_asker_edge(asker, from, to);
  return loaded_first_contact(asker, &move, tolerance, contact);
}

bms_status bms_robot_edge_clearance(bms_robot_asker *asker, const double *from, const double *to, double tolerance,
                                    bms_robot_clearance *clearance) {
  bms_move move = loaded_asker_edge(asker, from, to);
  return loaded_clearance(asker, &move, tolerance, clearance);
}
