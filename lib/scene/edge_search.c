/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * An interval is checked in eight configurations, a short edge in four; the parts between them that are open are
 * checked in the same way, in the order of time, down to where the uncertainty of a look is a small part of the
 * tolerance.  The solver (chain_contact.c) is called for the pairs that are open there, for parts that follow each
 * other at once.
 *
 * An overlap at a knot is a contact not after it, so later parts do not matter.
 */

#include "numeric/arithmetic.h"

#include "scene/edge_search.h"

#include <math.h>

#include "arm/chain.h"

/* A move of all joints by less than this together, in radians or metres, is checked in four configurations first. */
static const double SHORT = 1;

void edge_level_set(edge_level *level, int parts, double t0, double t1) {
  double longest = 0;
  level->parts = parts;
  for (int k = 0; k < parts; k++) level->time[k] = t0 + (t1 - t0) * ((double)k / parts);
  level->time[parts] = t1;
  for (int k = 0; k < parts; k++) longest = fmax(longest, level->time[k + 1] - level->time[k]);
  level->half = 0.5 * longest;
}

/* Returns true if no pair can change the contact: an overlap is at the start of what is left. */
static bool is_settled(const bms_chain_contact *contact) {
  return contact->status == BMS_OVERLAPPING;
}

/* Returns what is known of two shapes; the last place is for all that there is no other for. */
static bms_pair_hint *hint_of(bms_scene_workspace *w, int a, int b) {
  for (int i = 0; i < w->hint_count; i++)
    if (w->hint[i].a == a && w->hint[i].b == b) return &w->hint[i].hint;
  if (w->hint_count == EDGE_HINTS) w->hint_count--;
  edge_hint *next = &w->hint[w->hint_count++];
  *next = (edge_hint){.a = a, .b = b};
  return &next->hint;
}

/* Asks the solver about two shapes over a part, on which they may be foreseen to meet, up to the first contact so far.
   Returns true if it finds one. */
static bool ask_solver(const edge_question *q, int a, int b, double t0, double t1, double meets,
                       bms_chain_contact *contact) {
  double end = fmin(t1, contact->t);
  bms_chain_contact found = {.status = BMS_SEPARATED, .t = end, .a = -1, .b = -1};
  if (t0 > end || is_settled(contact)) return false;
  bms_pair_hint *hint = hint_of(q->workspace, a, b);
  hint->meets = meets;
  bms_chain_pair_contact(&q->scene->chain, q->move, a, b, t0, q->tolerance, hint, &found);
  if (found.status == BMS_SEPARATED) return false;
  *contact = found;
  return true;
}

static bool ask_solver_about_pair(const edge_question *q, const edge_pair *pair, double t0, double t1,
                                  bms_chain_contact *contact) {
  const scene_view *view = &q->scene->view[pair->view];
  int a = pair->obstacle >= 0 ? q->scene->obstacle[pair->obstacle] : view->a;
  return ask_solver(q, a, view->b, t0, t1, pair->meets, contact);
}

/* Asks the solver about a mover and all obstacles: if there are more of them than can be kept. */
static bool ask_solver_about_mover(const edge_question *q, int mover, double t0, double t1,
                                   bms_chain_contact *contact) {
  bool found = false;
  for (int i = 0; i < q->scene->obstacle_count && !(found && q->ends_at_overlap) && !is_settled(contact); i++)
    if (scene_looks_at(q->scene, mover, i))
      found = ask_solver(q, q->scene->obstacle[i], q->scene->view[mover].b, t0, t1, HUGE_VAL, contact) || found;
  return found;
}

/* Returns true if something is to be checked more closely on a part. */
static bool is_open(const edge_level *level, int part) {
  return level->any_asks || (level->far_parts >> part & 1) != 0;
}

/* Returns the last of the parts from this one on that are all open, up to the first knot at which shapes overlap. */
static int last_of_run(const edge_level *level, unsigned open, int part) {
  while (part + 1 < level->parts && (open >> (part + 1) & 1) != 0 && (level->overlaps >> (part + 1) & 1) == 0) part++;
  return part;
}

/* Asks the solver about the pairs that are open from a part on, and were not before: if they are near, or on the last
   level. */
static bool settle_pairs(const edge_question *q, const edge_level *level, int part, bool is_last,
                         bms_chain_contact *contact) {
  bool found = false;
  for (int i = 0; i < level->pair_count && !(found && q->ends_at_overlap); i++) {
    const edge_pair *pair = &level->pair[i];
    bool begins = (pair->parts >> part & 1) != 0 && (part == 0 || (pair->parts >> (part - 1) & 1) == 0);
    if (!begins || !(pair->is_near || is_last)) continue;
    double end = level->time[last_of_run(level, pair->parts, part) + 1];
    found = ask_solver_about_pair(q, pair, level->time[part], end, contact) || found;
  }
  return found;
}

/* Asks the solver on a part about all that no shorter part settles. */
static bool settle_part(const edge_question *q, const edge_level *level, int part, bool is_last,
                        bms_chain_contact *contact) {
  bool found = false, any_movers = level->any_crowded || (is_last && level->any_asks);
  unsigned parts = level->near_parts | (is_last ? level->far_parts : 0);
  if ((parts >> part & 1) != 0) found = settle_pairs(q, level, part, is_last, contact);
  for (int m = 0; any_movers && m < q->scene->mover_count && !(found && q->ends_at_overlap) && !is_settled(contact);
       m++)
    if (level->is_crowded[m] || (is_last && level->asks_tree[m]))
      found = ask_solver_about_mover(q, m, level->time[part], level->time[part + 1], contact) || found;
  return found;
}

/* Returns the sum of how far all joints move, at most. */
static double moved(const edge_question *q) {
  double sum = 0;
  for (int v = 0; v < q->scene->chain.variable_count; v++) sum += q->workspace->joint[v][1];
  return sum * (q->move->t1 - q->move->t0);
}

/* Looks at a level; returns true if the answer is in *contact.  At the start of a move one pair that overlaps is the
   first contact, so the other pairs are not compared. */
static bool look(const edge_question *q, edge_level *level, const edge_level *above, int above_part,
                 bms_chain_contact *contact) {
  double start = level->time[0];
  level->ends_at_start = above == NULL && !q->ends_at_overlap;
  if (!edge_look(q, level, above, above_part)) return false;
  if (q->ends_at_overlap) return true;
  if (ask_solver_about_pair(q, &q->workspace->last_contact, start, level->time[1], contact) && contact->t <= start)
    return true;
  level->ends_at_start = false; /* the solver does not find it at the start */
  edge_look(q, level, above, above_part);
  return false;
}

/* Searches an interval; returns true if a contact is found, of which the first is in *contact. */
static bool search(const edge_question *q, int depth, double t0, double t1, const edge_level *above, int above_part,
                   bms_chain_contact *contact) {
  edge_level *level = &q->workspace->level[depth];
  bool is_last = depth + 1 == EDGE_LEVELS, found = false;
  edge_level_set(level, depth == 0 && moved(q) < SHORT ? EDGE_FEW_PARTS : EDGE_PARTS, t0, t1);
  if (look(q, level, above, above_part, contact)) return true;
  found = contact->status != BMS_SEPARATED && above == NULL;
  for (int part = 0; part < level->parts && !(found && q->ends_at_overlap); part++) {
    if (level->time[part] > contact->t) break;
    if (!is_last && is_open(level, part))
      found = search(q, depth + 1, level->time[part], level->time[part + 1], level, part, contact) || found;
    if (!(found && q->ends_at_overlap)) found = settle_part(q, level, part, is_last, contact) || found;
    if ((level->overlaps >> (part + 1) & 1) != 0) break;
  }
  return found;
}

bool edge_search(const edge_question *question, bms_chain_contact *contact) {
  return search(question, 0, question->move->t0, question->move->t1, NULL, 0, contact);
}
