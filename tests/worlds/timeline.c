/* SPDX-License-Identifier: BSD-3-Clause */

/* The way of one body through one frame. */

#include "timeline.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

void timeline_begin(timeline *line, const pose *start) {
  line->count = 0;
  line->clock = 0;
  line->start = *start;
}

static leg *new_leg(timeline *line) {
  if (line->count == line->room) {
    line->room = 2 * line->room + 4;
    line->legs = realloc(line->legs, (size_t)line->room * sizeof *line->legs);
    if (line->legs == NULL) {
      fputs("no memory for the way of a body\n", stderr);
      exit(2);
    }
  }
  return &line->legs[line->count++];
}

void timeline_add(timeline *line, double begin, double length, const pose *from, const pose *to) {
  leg *l = new_leg(line);

  *l = (leg){.begin = begin, .length = length, .stop = 1, .from = *from, .to = *to, .rest = *to};
  for (int i = 0; i < 3; i++) l->velocity[i] = to->x[i] - from->x[i];
  pose_spin(from, to, l->angular);
  line->clock = begin + length;
}

void timeline_cut(timeline *line, double part) {
  leg *l = &line->legs[line->count - 1];

  if (part >= 1) return;
  l->stop = part;
  l->rest = pose_between(&l->from, &l->to, part);
  line->clock = l->begin + part * l->length;
}

bool timeline_put_back(timeline *line, const pose *at, double reach, double tolerance) {
  for (int i = line->count - 1; i >= 0; i--) {
    leg *l = &line->legs[i];
    double part = pose_part(&l->from, &l->to, at, reach, tolerance);
    if (part < 0) continue;
    l->stop = part;
    l->rest = *at;
    line->count = i + 1;
    line->clock = l->begin + part * l->length;
    return true;
  }
  if (pose_distance(&line->start, at, reach) > tolerance) return false;
  line->count = 0;
  line->clock = 0;
  return true;
}

static course standing(const pose *at, double until) {
  return (course){.at = *at, .until = until};
}

/* Returns the last leg that has begun, or -1. */
static int leg_at(const timeline *line, double time) {
  int low = -1, high = line->count;

  while (high - low > 1) {
    int middle = low + (high - low) / 2;
    if (line->legs[middle].begin > time) {
      high = middle;
    } else {
      low = middle;
    }
  }
  return low;
}

static course moving(const leg *l, double time) {
  double u = (time - l->begin) / l->length, slowing = pose_slowing(l->angular, u);
  course c = {.at = pose_between(&l->from, &l->to, u)};

  for (int i = 0; i < 3; i++) c.velocity[i] = l->velocity[i] / l->length;
  for (int i = 0; i < 3; i++) c.angular[i] = slowing * l->angular[i] / l->length;
  return c;
}

course timeline_at(const timeline *line, double time) {
  int i = leg_at(line, time);
  double next = i + 1 < line->count ? line->legs[i + 1].begin : HUGE_VAL;

  if (i < 0) return standing(&line->start, next);
  const leg *l = &line->legs[i];
  double end = l->begin + l->stop * l->length;
  if (time >= end) return standing(&l->rest, next);
  course c = moving(l, time);
  c.until = fmin(next, end);
  return c;
}

const pose *timeline_end(const timeline *line) {
  return line->count > 0 ? &line->legs[line->count - 1].rest : &line->start;
}

void timeline_free(timeline *line) {
  free(line->legs);
  *line = (timeline){0};
}
