/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The judge's centres: how often did the centre of a box cross the middle of a static one?
 *
 * A centre is followed on the way that its body has taken, leg by leg.  That of a box with an offset goes round its
 * body: the straight line from one end of a frame to the other may cross a wall whose edge it has gone around.
 */

#include <math.h>

#include "judge_parts.h"

/* An arc is sampled this many times, and if its ends are on two sides its crossing is halved this many times. */
enum { LOOKS_AT_ARC = 64, HALVINGS = 50 };

/* A leg of a centre, seen from a wall. */
typedef struct passage {
  const judged_box *box, *wall;
  const leg *way;
  int across; /* the axis of the wall along which it is thinnest */
} passage;

/* Writes where the centre is in the wall's own directions, from its centre, at this part of the leg. */
static void place_at(const passage *p, double part, double place[3]) {
  pose body = pose_between(&p->way->from, &p->way->to, part);
  placed_box box = solid_place(&p->box->whole, &body);

  for (int k = 0; k < 3; k++) {
    place[k] = 0;
    for (int i = 0; i < 3; i++) place[k] += (box.centre[i] - p->wall->last.centre[i]) * p->wall->last.axis[k][i];
  }
}

/* Returns true if the centre crosses the wall's middle plane within the wall, between two parts of the leg of which
   the first is ahead of the plane and the other is not, or the other way round. */
static bool crosses(const passage *p, bool ahead, double from, double to) {
  double place[3];

  for (int i = 0; i < HALVINGS; i++) {
    double middle = from + (to - from) / 2;
    place_at(p, middle, place);
    if ((place[p->across] > 0) == ahead) {
      from = middle;
    } else {
      to = middle;
    }
  }
  for (int k = 0; k < 3; k++) {
    if (k != p->across && fabs(place[k]) > p->wall->whole.half[k]) return false;
  }
  return true;
}

/* Counts the passages on a leg. */
static int passages_on_leg(const passage *p) {
  double place[3], from = 0;
  int count = 0;

  place_at(p, from, place);
  for (int k = 1; k <= LOOKS_AT_ARC; k++) {
    bool ahead = place[p->across] > 0;
    double to = p->way->stop * k / LOOKS_AT_ARC;
    place_at(p, to, place);
    if ((place[p->across] > 0) != ahead) count += crosses(p, ahead, from, to);
    from = to;
  }
  return count;
}

int judge_passages(const judge *j, const judged_box *box, const judged_box *wall) {
  const timeline *line = &j->bodies[box->body].way;
  passage p = {.box = box, .wall = wall};
  int count = 0;

  if (j->bodies[wall->body].body || !j->bodies[box->body].body) return 0;
  for (int k = 1; k < 3; k++) {
    if (wall->whole.half[k] < wall->whole.half[p.across]) p.across = k;
  }
  for (int i = 0; i < line->count; i++) {
    p.way = &line->legs[i];
    count += passages_on_leg(&p);
  }
  return count;
}
