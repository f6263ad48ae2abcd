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

/* Pixels: of the page, of its margin, and of the legend below the views. */
enum { VIEWS = 2, WIDTH = 480, MARGIN = 10, GAP = 20, LEGEND = 44 };

static const char *const OBSTACLE = "fill='#999' fill-opacity='0.5' stroke='#555'";
static const char *const START = "fill='none' stroke='#2a7'", *const END = "fill='none' stroke='#27a'";
static const char *const THERE = "fill='#e90' fill-opacity='0.2' stroke='#b60'";
static const char *const MEETS = "fill='#d22' fill-opacity='0.6' stroke='#800'";

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
  double top = view == 0 ? 0 : (p->high_y[0] - p->low_y[0]) * p->scale + GAP;
  return (point){MARGIN + (at.x - p->low_x) * p->scale, MARGIN + top + (p->high_y[view] - at.y) * p->scale};
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

/* Draws the arm, and what meets, if there is something, in a style of its own. */
static void draw_arm(picture *p, const double *joints, const char *style, const bms_chain_contact *contact) {
  const bms_chain *chain = &p->arm->chain;
  double(*value)[BMS_MOVE_TERMS] = calloc((size_t)chain->variable_count + 1, sizeof *value);
  if (value == NULL) return;
  for (int v = 0; v < p->arm->joint_count; v++) value[v][0] = joints[v];
  robot_move_mimics(p->arm, value);
  bms_move still = {0, 0, (const double(*)[BMS_MOVE_TERMS])value};
  for (int i = 0; i < chain->shape_count; i++) {
    bool meets = contact != NULL && (i == contact->a || i == contact->b);
    if (chain->shape[i].link == BMS_WORLD && !meets) continue;
    bms_body body = sweep_body_at(p->arm, &still, 0, i);
    draw_box(p, &body, meets ? MEETS : style);
  }
  free(value);
}

static bool is_contact(const sweep_answer *answer) {
  return answer->status != BMS_SEPARATED && answer->status != BMS_UNRESOLVED;
}

static void draw_all(picture *p, const waypoints *way, const sweep_answer *answer) {
  const bms_chain *chain = &p->arm->chain;
  for (int i = 0; i < chain->shape_count; i++) {
    const bms_placed_shape *placed = &chain->shape[i];
    if (placed->link != BMS_WORLD) continue;
    bms_body body = {bms_placed_bounds(placed), bms_motion_fixed(placed->pose.position, placed->pose.quaternion)};
    draw_box(p, &body, OBSTACLE);
  }
  draw_arm(p, way->value, START, NULL);
  draw_arm(p, way->value + (size_t)(way->count - 1) * (size_t)way->width, END, NULL);
  if (is_contact(answer)) draw_arm(p, answer->joints, THERE, &answer->contact);
  if (!p->drawing || !is_contact(answer) || answer->contact.point_count == 0) return;
  const double *x = answer->contact.point[0];
  for (int view = 0; view < VIEWS; view++) {
    point at = on_page(p, view, (point){x[0], view == 0 ? x[2] : x[1]});
    fprintf(p->out, "<circle cx='%.2f' cy='%.2f' r='4' fill='#800'/>\n", at.x, at.y);
  }
}

/* ------------------------------------------------------------------ what explains it */

/* Names may have any characters in them. */
static void put_text(FILE *out, const char *text) {
  for (; *text != 0; text++) {
    if (*text == '<' || *text == '&')
      fputs(*text == '<' ? "&lt;" : "&amp;", out);
    else if ((unsigned char)*text >= 0x20)
      fputc(*text, out);
  }
}

/* A swatch at x, and what it stands for; returns where the next one goes. */
static double put_entry(FILE *out, double x, double y, const char *style, const char *text) {
  fprintf(out, "<rect x='%.0f' y='%.0f' width='10' height='10' %s/><text x='%.0f' y='%.0f'>", x, y - 9, style, x + 14,
          y);
  put_text(out, text);
  fputs("</text>\n", out);
  return x + 24 + 6.2 * (double)strlen(text);
}

/* A length of 1, 2 or 5 times a power of ten, up to a third of the page. */
static void draw_scale(const picture *p, double y) {
  double most = (WIDTH - 2 * MARGIN) / 3.0 / p->scale, length = pow(10, floor(log10(most)));
  if (!isfinite(length) || !(length > 0)) return;
  if (5 * length <= most)
    length *= 5;
  else if (2 * length <= most)
    length *= 2;
  double end = WIDTH - MARGIN, start = end - length * p->scale;
  fprintf(p->out, "<path d='M%.2f %.0fv-6m0 3H%.2fm0 -3v6' fill='none' stroke='#000'/>", start, y, end);
  fprintf(p->out, "<text x='%.2f' y='%.0f' text-anchor='end'>%g m</text>\n", start - 4, y, length);
}

static void draw_legend(const picture *p, const sweep_answer *answer, double top) {
  double x = put_entry(p->out, MARGIN, top + 14, START, "start");
  x = put_entry(p->out, x, top + 14, END, "end");
  x = put_entry(p->out, x, top + 14, OBSTACLE, "obstacles");
  if (is_contact(answer)) {
    char meeting[160];
    put_entry(p->out, x, top + 14, THERE, "at the contact");
    snprintf(meeting, sizeof meeting, "%.70s meets %.70s", robot_shape_name(p->arm, answer->contact.b),
             robot_shape_name(p->arm, answer->contact.a));
    put_entry(p->out, MARGIN, top + 32, MEETS, meeting);
  }
  draw_scale(p, top + 32);
  static const char *const NAME[VIEWS] = {"from the side", "from above"};
  for (int view = 0; view < VIEWS; view++) {
    point at = on_page(p, view, (point){p->low_x, p->high_y[view]});
    fprintf(p->out, "<text x='%.0f' y='%.0f' fill='#777'>%s</text>\n", at.x, at.y + 10, NAME[view]);
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
  p.scale = p.high_x > p.low_x ? (WIDTH - 2 * MARGIN) / (p.high_x - p.low_x) : 1;
  double views = (p.high_y[0] - p.low_y[0] + p.high_y[1] - p.low_y[1]) * p.scale + GAP + MARGIN;
  if (!isfinite(views)) views = GAP;
  p.drawing = true;
  fprintf(p.out,
          "<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%.0f' viewBox='0 0 %d %.0f' "
          "font-family='sans-serif' font-size='11'>\n<rect width='100%%' height='100%%' fill='#fff'/>\n",
          WIDTH, views + LEGEND, WIDTH, views + LEGEND);
  if (p.high_x > p.low_x) {
    draw_all(&p, way, answer);
    draw_legend(&p, answer, views);
  }
  fputs("</svg>\n", p.out);
  bool good = !ferror(p.out);
  return fclose(p.out) == 0 && good;
}
