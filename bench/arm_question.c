/* SPDX-License-Identifier: BSD-3-Clause */

#include "arm_question.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static const double PI = 3.14159265358979323846;

/* Samples for each unit of distance, and of the extent of the space: VAMP's for its arms, OMPL's by default. */
static const double FINE = 32, COARSE = 0.01;

/* A measurement is repeated until it has taken so long, in seconds, and the least of ROUNDS counts. */
static const double LONG_ENOUGH = 0.05;
enum { ROUNDS = 3 };

arm_asker arm_asker_of(const bms_chain *chain) {
  char text[200] = "out of memory";
  arm_asker asker = {.chain = chain, .scene = bms_scene_create(chain, text, sizeof text)};
  if (asker.scene != NULL) asker.workspace = bms_scene_workspace_create(asker.scene);
  if (asker.workspace != NULL && chain->variable_count <= ARM_VARIABLES) return asker;
  fprintf(stderr, "arms: %s\n", asker.scene == NULL ? text : "too many joints, or out of memory");
  exit(2);
}

void arm_asker_free(arm_asker *asker) {
  bms_scene_workspace_destroy(asker->workspace);
  bms_scene_destroy(asker->scene);
}

/* ------------------------------------------------------------------ ways */

static bms_move move_of(const arm_asker *asker, const arm_edge *edge, double (*value)[BMS_MOVE_TERMS]) {
  bms_move_linear(asker->chain->variable_count, 0, edge->from, 1, edge->to, value);
  return (bms_move){0, 1, (const double(*)[BMS_MOVE_TERMS])value};
}

bool arm_ask_scene(const arm_asker *asker, const arm_edge *edge) {
  return bms_scene_edge_is_free(asker->scene, asker->workspace, edge->from, edge->to, ARM_TOLERANCE) == BMS_EDGE_FREE;
}

bool arm_ask_first_contact(const arm_asker *asker, const arm_edge *edge) {
  double value[ARM_VARIABLES][BMS_MOVE_TERMS];
  bms_move move = move_of(asker, edge, value);
  bms_chain_contact contact;
  return bms_scene_first_contact(asker->scene, asker->workspace, &move, ARM_TOLERANCE, &contact) == BMS_SEPARATED;
}

static bool chain_says_free(const arm_asker *asker, const arm_edge *edge, double tolerance) {
  double value[ARM_VARIABLES][BMS_MOVE_TERMS];
  bms_move move = move_of(asker, edge, value);
  bms_chain_contact contact;
  return bms_chain_first_contact(asker->chain, &move, tolerance, &contact) == BMS_SEPARATED;
}

bool arm_ask_chain(const arm_asker *asker, const arm_edge *edge) {
  return chain_says_free(asker, edge, ARM_TOLERANCE);
}

bool arm_collides(const arm_asker *asker, const arm_edge *edge) {
  return !chain_says_free(asker, edge, ARM_JUDGED_TO);
}

static double distance_of(const arm_asker *asker, const arm_edge *edge) {
  double square = 0;
  for (int v = 0; v < asker->chain->variable_count; v++) square += pow(edge->to[v] - edge->from[v], 2);
  return sqrt(square);
}

static bool samples_are_free(const arm_asker *asker, const arm_edge *edge, double count) {
  int samples = count < 1 ? 1 : (int)ceil(count);
  for (int k = 0; k <= samples; k++) {
    double at[ARM_VARIABLES], part = (double)k / samples;
    for (int v = 0; v < asker->chain->variable_count; v++) at[v] = (1 - part) * edge->from[v] + part * edge->to[v];
    if (bms_scene_edge_is_free(asker->scene, asker->workspace, at, at, ARM_JUDGED_TO) != BMS_EDGE_FREE) return false;
  }
  return true;
}

bool arm_sample_fine(const arm_asker *asker, const arm_edge *edge) {
  return samples_are_free(asker, edge, FINE * distance_of(asker, edge));
}

bool arm_sample_coarse(const arm_asker *asker, const arm_edge *edge) {
  double extent = sqrt(asker->chain->variable_count) * 2 * PI;
  return samples_are_free(asker, edge, distance_of(asker, edge) / (COARSE * extent));
}

bool arm_dense_samples_collide(const arm_asker *asker, const arm_edge *edge, int samples) {
  for (int k = 0; k <= samples; k++) {
    arm_edge still;
    double part = (double)k / samples;
    for (int v = 0; v < asker->chain->variable_count; v++)
      still.from[v] = still.to[v] = (1 - part) * edge->from[v] + part * edge->to[v];
    if (arm_collides(asker, &still)) return true;
  }
  return false;
}

/* ------------------------------------------------------------------ edges and times */

void arm_random_edge(random_source *r, const arm_asker *asker, double size, arm_edge *edge) {
  int width = asker->chain->variable_count;
  do
    for (int v = 0; v < width; v++) edge->from[v] = edge->to[v] = random_uniform(r, -PI, PI);
  while (!arm_ask_scene(asker, edge));
  for (int v = 0; v < width; v++)
    edge->to[v] = size > 0 ? edge->from[v] + random_uniform(r, -size, size) : random_uniform(r, -PI, PI);
}

double arm_time(const arm_asker *asker, const arm_edge *edge, int count, arm_way *way, bool *free) {
  double least = HUGE_VAL;
  for (int round = 0; round < ROUNDS; round++) {
    double taken = 0;
    int passes = 0;
    for (clock_t begin = clock(); taken < LONG_ENOUGH; taken = (double)(clock() - begin) / CLOCKS_PER_SEC, passes++)
      for (int i = 0; i < count; i++) free[i] = way(asker, &edge[i]);
    least = fmin(least, taken / passes / count);
  }
  return 1e6 * least;
}
