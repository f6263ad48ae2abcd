/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The judge's centres: how often did the centre of a box cross the middle of a static one?
 *
 * A centre is followed on the way that its body has taken, leg by leg.  That of a box with an offset goes round its
 * body: the straight line from one end of a frame to the other may cross a wall whose edge it has gone around.
 */

#include <math.h>

#include "judge_parts.h"

/* An arc is looked at so many times, and where its ends are on two sides its crossing is halved so many times. */
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

/* Returns true if the centre crosses the wall's middle plane between two parts of the leg, within the wall. */
static bool crosses(const passage *p, double from, double to) {
  double first[3], place[3];

  place_at(p, from, first);
  place_at(p, to, place);
  if ((first[p->across] > 0) == (place[p->across] > 0)) return false;
  for (int i = 0; i < HALVINGS; i++) {
    double middle = from + (to - from) / 2;
    place_at(p, middle, place);
    if ((first[p->across] > 0) == (place[p->across] > 0)) {
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
    for (int k = 0; k < LOOKS_AT_ARC; k++) {
      count += crosses(&p, p.way->stop * k / LOOKS_AT_ARC, p.way->stop * (k + 1) / LOOKS_AT_ARC);
    }
  }
  return count;
}
