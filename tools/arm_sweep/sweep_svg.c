/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A picture: the arm from the side (x to the right, z up) and from above (x to the right, y up), at the start, the end
 * and the contact, among the obstacles.
 *
 * The outline of a box, seen along an axis, is the convex hull of its eight corners.
 */

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sweep.h"

typedef struct point {
  double x, y;
} point;

enum { VIEWS = 2, WIDTH = 480 };

static const char *const OBSTACLE = "fill='#999' fill-opacity='0.5' stroke='#555'";
static const char *const START = "fill='none' stroke='#2a7'", *const END = "fill='none' stroke='#27a'";
static const char *const MEETS = "fill='#d62' fill-opacity='0.35' stroke='#a20'";

static int by_place(const void *a, const void *b) {
  const point *p = a, *q = b;
  if (p->x < q->x || p->x > q->x) return p->x < q->x ? -1 : 1;
  return (p->y > q->y) - (p->y < q->y);
}

static double turn(point a, point b, point c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/* Andrew's monotone chain, in place; returns the corners of the hull. */
static int hull(point *p, int count) {
  point out[32];
  int size = 0;
  qsort(p, (size_t)count, sizeof *p, by_place);
  for (int pass = 0, start = 0; pass<2; pass++, start = size> 0 ? size - 1 : 0)
    for (int k = 0; k < count; k++) {
      point next = p[pass == 0 ? k : count - 1 - k];
      while (size - start >= 2 && turn(out[size - 2], out[size - 1], next) <= 0) size--;
      out[size++] = next;
    }
  memcpy(p, out, (size_t)size * sizeof *p);
  return size;
}

static point seen(int view, double pose[3][4], const double x[3]) {
  double world[3];
  for (int r = 0; r < 3; r++) world[r] = pose[r][3] + pose[r][0] * x[0] + pose[r][1] * x[1] + pose[r][2] * x[2];
  return (point){world[0], view == 0 ? world[2] : world[1]};
}

static int outline(const bms_body *body, int view, point *p) {
  double pose[3][4];
  bms_motion_at(&body->motion, 0, pose);
  for (int k = 0; k < 8; k++) {
    double x[3];
    for (int j = 0; j < 3; j++) x[j] = k >> j & 1 ? body->box.max[j] : body->box.min[j];
    p[k] = seen(view, pose, x);
  }
  return hull(p, 8);
}

typedef struct picture {
  FILE *out;
  const robot *arm;
  double low_x, low_y[VIEWS], high_x, high_y[VIEWS]; /* what is to be seen */
  double scale;
  bool drawing; /* else only measuring */
} picture;

/* Where a point comes on the page: the views one above the other. */
static point on_page(const picture *p, int view, point at) {
  double top = view == 0 ? 0 : (p->high_y[0] - p->low_y[0]) * p->scale + 20;
  return (point){10 + (at.x - p->low_x) * p->scale, 10 + top + (p->high_y[view] - at.y) * p->scale};
}

static void draw_box(picture *p, const bms_body *body, const char *style) {
  for (int view = 0; view < VIEWS; view++) {
    point corner[32];
    int count = outline(body, view, corner);
    if (p->drawing) fputs("<polygon points='", p->out);
    for (int i = 0; i < count; i++) {
      p->low_x = fmin(p->low_x, corner[i].x);
      p->high_x = fmax(p->high_x, corner[i].x);
      p->low_y[view] = fmin(p->low_y[view], corner[i].y);
      p->high_y[view] = fmax(p->high_y[view], corner[i].y);
      point at = on_page(p, view, corner[i]);
      if (p->drawing) fprintf(p->out, "%.2f,%.2f ", at.x, at.y);
    }
    if (p->drawing) fprintf(p->out, "' %s/>\n", style);
  }
}

static void draw_arm(picture *p, const double *joints, const char *style) {
  const bms_chain *chain = &p->arm->chain;
  double(*value)[BMS_MOVE_TERMS] = calloc((size_t)chain->variable_count + 1, sizeof *value);
  if (value == NULL) return;
  for (int v = 0; v < p->arm->joint_count; v++) value[v][0] = joints[v];
  robot_move_mimics(p->arm, value);
  bms_move still = {0, 0, (const double(*)[BMS_MOVE_TERMS])value};
  for (int i = 0; i < chain->shape_count; i++) {
    if (chain->shape[i].link == BMS_WORLD) continue;
    bms_body body = sweep_body_at(p->arm, &still, 0, i);
    draw_box(p, &body, style);
  }
  free(value);
}

static void draw_all(picture *p, const waypoints *way, const sweep_answer *answer) {
  const bms_chain *chain = &p->arm->chain;
  for (int i = 0; i < chain->shape_count; i++) {
    const bms_placed_shape *placed = &chain->shape[i];
    if (placed->link != BMS_WORLD) continue;
    bms_body body = {bms_placed_bounds(placed), bms_motion_fixed(placed->pose.position, placed->pose.quaternion)};
    draw_box(p, &body, OBSTACLE);
  }
  draw_arm(p, way->value, START);
  draw_arm(p, way->value + (size_t)(way->count - 1) * (size_t)way->width, END);
  if (answer->status != BMS_SEPARATED) draw_arm(p, answer->joints, MEETS);
  if (!p->drawing || answer->status == BMS_SEPARATED || answer->contact.point_count == 0) return;
  const double *x = answer->contact.point[0];
  for (int view = 0; view < VIEWS; view++) {
    point at = on_page(p, view, (point){x[0], view == 0 ? x[2] : x[1]});
    fprintf(p->out, "<circle cx='%.2f' cy='%.2f' r='4' fill='#a20'/>\n", at.x, at.y);
  }
}

bool sweep_write_svg(const char *file, const robot *arm, const waypoints *way, const sweep_answer *answer) {
  picture p = {.arm = arm, .low_x = INFINITY, .high_x = -INFINITY, .scale = 1};
  for (int view = 0; view < VIEWS; view++) {
    p.low_y[view] = INFINITY;
    p.high_y[view] = -INFINITY;
  }
  p.out = fopen(file, "w");
  if (p.out == NULL) return false;
  draw_all(&p, way, answer);
  p.scale = p.high_x > p.low_x ? (WIDTH - 20) / (p.high_x - p.low_x) : 1;
  double height = (p.high_y[0] - p.low_y[0] + p.high_y[1] - p.low_y[1]) * p.scale + 40;
  p.drawing = true;
  fprintf(p.out, "<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%.0f'>\n", WIDTH,
          isfinite(height) ? height : 40);
  draw_all(&p, way, answer);
  fputs("</svg>\n", p.out);
  bool good = !ferror(p.out);
  return fclose(p.out) == 0 && good;
}
