/* SPDX-License-Identifier: BSD-3-Clause */

/* Questions about one move in a scene. */

#include "numeric/arithmetic.h"

#include <math.h>

#include "arm/chain.h"
#include "scene/edge_search.h"

bool scene_question_is_valid(const bms_scene *scene, const bms_move *move, double tolerance) {
  return bms_tolerance_is_valid(tolerance) && bms_move_is_valid(move, scene->chain.variable_count);
}

/* Returns true if looks can be of use: products of sizes and rates stay doubles. */
static bool is_moderate(const bms_scene *scene, bms_scene_workspace *workspace, const bms_move *move) {
  return scene->is_moderate && edge_find_rates(scene, workspace, move, move->t0, move->t1);
}

/*
 * Returns true if shapes are in contact in the configuration at the start of a move.  Between meshes this costs little
 * in addition to the whole move, which is followed in fine pieces where something is near, and saves these if it is the
 * answer.
 */
static bool begins_in_contact(const bms_scene *scene, bms_scene_workspace *workspace, const bms_move *move,
                              double tolerance, bms_chain_contact *contact) {
  bool moves = false;
  workspace->hint_count = 0; /* the whole move goes on with what is found here */
  if (!scene->has_mesh) return false;
  for (int v = 0; v < scene->chain.variable_count; v++) {
    workspace->still[v][0] = move->value[v][0];
    for (int k = 1; k < BMS_MOVE_TERMS; k++) {
      workspace->still[v][k] = 0;
      moves = moves || fabs(move->value[v][k]) > 0;
    }
  }
  if (!moves) return false;
  const bms_move still = {move->t0, move->t1, (const double(*)[BMS_MOVE_TERMS])workspace->still};
  const edge_question question = {scene, workspace, &still, tolerance, true};
  bms_chain_contact found = {.status = BMS_SEPARATED, .t = move->t1, .a = -1, .b = -1};
  if (!is_moderate(scene, workspace, &still) || !edge_search(&question, &found)) return false;
  if (found.status != BMS_OVERLAPPING && found.status != BMS_TOUCHING) return false;
  *contact = found;
  return true;
}

bms_edge_answer bms_scene_is_free(const bms_scene *scene, bms_scene_workspace *workspace, const bms_move *move,
                                  double tolerance) {
  bms_chain_contact contact = {.status = BMS_SEPARATED, .t = move->t1, .a = -1, .b = -1};
  edge_question question = {scene, workspace, move, tolerance, true};
  if (!scene_question_is_valid(scene, move, tolerance)) return BMS_EDGE_INVALID;
  if (begins_in_contact(scene, workspace, move, tolerance, &contact)) return BMS_EDGE_NOT_FREE;
  bool found = is_moderate(scene, workspace, move)
                   ? edge_search(&question, &contact)
                   : bms_chain_first_contact(&scene->chain, move, tolerance, &contact) != BMS_SEPARATED;
  return found ? BMS_EDGE_NOT_FREE : BMS_EDGE_FREE;
}

bms_edge_answer bms_scene_edge_is_free(const bms_scene *scene, bms_scene_workspace *workspace, const double *from,
                                       const double *to, double tolerance) {
  bms_move move = {0, 1, (const double(*)[BMS_MOVE_TERMS])workspace->linear};
  bms_move_linear(scene->chain.variable_count, 0, from, 1, to, workspace->linear);
  return bms_scene_is_free(scene, workspace, &move, tolerance);
}

bms_status bms_scene_first_contact(const bms_scene *scene, bms_scene_workspace *workspace, const bms_move *move,
                                   double tolerance, bms_chain_contact *contact) {
  edge_question question = {scene, workspace, move, tolerance, false};
  *contact = (bms_chain_contact){.status = BMS_INVALID, .a = -1, .b = -1};
  if (!scene_question_is_valid(scene, move, tolerance)) return BMS_INVALID;
  if (begins_in_contact(scene, workspace, move, tolerance, contact)) return contact->status;
  if (!is_moderate(scene, workspace, move)) return bms_chain_first_contact(&scene->chain, move, tolerance, contact);
  contact->status = BMS_SEPARATED;
  contact->t = move->t1;
  edge_search(&question, contact);
  return contact->status;
}
