/* SPDX-License-Identifier: BSD-3-Clause */

/* Many edges, shared among threads that have a workspace each. */

#include "numeric/arithmetic.h"

#include "batch/parallel_for.h"
#include "bms_batch.h"
#include "scene/scene.h"

typedef struct edge_batch {
  const bms_scene *scene;
  bms_scene_workspace *const *workspace;
  bool is_taken[BMS_MAX_THREADS]; /* by a thread, while it answers a part */
  const double *configuration;
  const int (*pair)[2];
  double tolerance;
  bms_edge_answer *answer;
} edge_batch;

/* Takes a workspace; there are as many as threads. */
static int take_workspace(bms_parallel_for *team, edge_batch *batch) {
  int i = 0;
  bms_parallel_for_lock(team);
  while (batch->is_taken[i]) i++;
  batch->is_taken[i] = true;
  bms_parallel_for_unlock(team);
  return i;
}

static void give_workspace_back(bms_parallel_for *team, edge_batch *batch, int i) {
  bms_parallel_for_lock(team);
  batch->is_taken[i] = false;
  bms_parallel_for_unlock(team);
}

static void answer_edges(bms_parallel_for *team, void *data, size_t begin, size_t end) {
  edge_batch *batch = data;
  int mine = take_workspace(team, batch);
  size_t width = (size_t)batch->scene->chain.variable_count;
  for (size_t i = begin; i < end; i++) {
    const double *from = batch->configuration + width * (size_t)batch->pair[i][0];
    const double *to = batch->configuration + width * (size_t)batch->pair[i][1];
    batch->answer[i] = bms_scene_edge_is_free(batch->scene, batch->workspace[mine], from, to, batch->tolerance);
  }
  give_workspace_back(team, batch, mine);
}

void bms_scene_edges_are_free(const bms_scene *scene, bms_scene_workspace *const *workspace, int workspace_count,
                              const double *configuration, const int (*pair)[2], size_t count, double tolerance,
                              bms_edge_answer *answer) {
  edge_batch batch = {.scene = scene,
                      .workspace = workspace,
                      .configuration = configuration,
                      .pair = pair,
                      .tolerance = tolerance,
                      .answer = answer};
  int threads = workspace_count < BMS_MAX_THREADS ? workspace_count : BMS_MAX_THREADS;
  bms_parallel_for_share(count, threads > 0 ? threads : 1, answer_edges, &batch);
}
