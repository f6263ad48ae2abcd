/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Many edges, shared among threads.  A thread takes an asker of the group that nobody uses, or makes one, for each part
 * of the edges.
 */

#include "batch/parallel_for.h"

#include "loaded.h"

typedef struct edge_batch {
  bms_robot_group *group;
  const double *from, *to;
  double tolerance;
  bms_edge_answer *answer; /* one of these three is not NULL */
  bms_robot_contact *contact;
  bms_robot_clearance *clearance;
  atomic_bool is_short; /* of memory */
} edge_batch;

static bms_robot_asker *lease(bms_robot_group *group) {
  pthread_mutex_lock(&group->robot->lock);
  bms_robot_asker *asker = group->idle;
  if (asker != NULL) group->idle = asker->next_idle;
  pthread_mutex_unlock(&group->robot->lock);
  return asker != NULL ? asker : loaded_asker_create(group);
}

static void give_back(bms_robot_group *group, bms_robot_asker *asker) {
  pthread_mutex_lock(&group->robot->lock);
  asker->next_idle = group->idle;
  group->idle = asker;
  pthread_mutex_unlock(&group->robot->lock);
}

static void answer_edges(bms_parallel_for *team, void *data, size_t begin, size_t end) {
  edge_batch *batch = data;
  bms_robot_asker *asker = lease(batch->group);
  size_t width = (size_t)batch->group->width;
  (void)team;
  if (asker == NULL) {
    atomic_store(&batch->is_short, true);
    return;
  }
  for (size_t i = begin; i < end; i++) {
    const double *from = batch->from + width * i, *to = batch->to + width * i;
    if (batch->answer != NULL)
      batch->answer[i] = bms_robot_edge_is_free(asker, from, to, batch->tolerance);
    else if (batch->contact != NULL)
      bms_robot_edge_contact(asker, from, to, batch->tolerance, &batch->contact[i]);
    else
      bms_robot_edge_clearance(asker, from, to, batch->tolerance, &batch->clearance[i]);
  }
  give_back(batch->group, asker);
}

static int share(edge_batch *batch, size_t count, int threads) {
  atomic_init(&batch->is_short, false);
  bms_parallel_for_share(count, threads, answer_edges, batch);
  return atomic_load(&batch->is_short) ? -1 : 0;
}

int bms_robot_edges_are_free(bms_robot_group *group, const double *from, const double *to, size_t count,
                             double tolerance, int threads, bms_edge_answer *answer) {
  edge_batch batch = {.group = group, .from = from, .to = to, .tolerance = tolerance, .answer = answer};
  return share(&batch, count, threads);
}

int bms_robot_edges_contacts(bms_robot_group *group, const double *from, const double *to, size_t count,
                             double tolerance, int threads, bms_robot_contact *contact) {
  edge_batch batch = {.group = group, .from = from, .to = to, .tolerance = tolerance, .contact = contact};
  return share(&batch, count, threads);
}

int bms_robot_edges_clearances(bms_robot_group *group, const double *from, const double *to, size_t count,
                               double tolerance, int threads, bms_robot_clearance *clearance) {
  edge_batch batch = {.group = group, .from = from, .to = to, .tolerance = tolerance, .clearance = clearance};
  return share(&batch, count, threads);
}
