/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Draws a picture: the arm from the side (x to the right, z up) and from above (x to the right, y up), at the start,
 * the end and the contact, among the obstacles, with a legend and a scale.  The two that meet stand out.
 *
 * The outline of a box, seen along an axis, is the convex hull of its eight corners.
 */

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "output_file.h"
#include "sweep.h"

typedef struct point {
  double x, y;
} point;

/* Lengths in pixels: the page, its border, the legend, and the title over each view. */
enum { VIEWS = 2, WIDTH = 640, BORDER = 14, LEGEND = 34, TITLE = 24 };

/* The parts of the picture that the legend names. */
typedef enum part { OBSTACLE, START, END, AT_CONTACT, MEETS, PARTS } part;

static const struct {
  const char *name, *style;
} PART[PARTS] = {
    [OBSTACLE] = {"obstacle", "fill='#8a8f98' fill-opacity='0.35' stroke='#5b616b'"},
    [START] = {"start", "fill='none' stroke='#12805c' stroke-dasharray='5 3'"},
    [END] = {"end", "fill='none' stroke='#2563a8'"},
    [AT_CONTACT] = {"at the contact", "fill='#e2984a' fill-opacity='0.35' stroke='#a8611a'"},
    [MEETS] = {"what meets", "fill='#c8233f' fill-opacity='0.5' stroke='#8f1228' stroke-width='2'"},
};

static int by_place(const void *a, const void *b) {
  const point *p = a, *q = b;
  if (p->x < q->x || p->x > q->x) return p->x < q->x ? -1 : 1;
  return (p->y > q->y) - (p->y < q->y);
}

static double turn(point a, point b, point c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/* Puts the corners of the convex hull first by Andrew's monotone chain, and returns their number. */
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
  double low_x, low_y[VIEWS], high_x, high_y[VIEWS]; /* the bounds of all that is drawn */
  double scale;
  bool drawing; /* false in the first pass, which only measures */
} picture;

/* Returns where a view begins on the page, with its title above it: the views stand one above the other. */
static double top_of(const picture *p, int view) {
  double first = BORDER + LEGEND + TITLE;
  return view == 0 ? first : first + (p->high_y[0] - p->low_y[0]) * p->scale + TITLE;
}

static point on_page(const picture *p, int view, point at) {
  return (point){BORDER + (at.x - p->low_x) * p->scale, top_of(p, view) + (p->high_y[view] - at.y) * p->scale};
}

/* Draws a box, except a half-space's, whose bounds are infinite. */
static void draw_box(picture *p, const bms_body *body, part style) {
  if (!isfinite(body->box.max[0] - body->box.min[0])) return;
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
    if (p->drawing) fprintf(p->out, "' %s/>\n", PART[style].style);
  }
}

/* Returns true if the shape is one of the two that meet. */
static bool meets(const sweep_answer *answer, int shape) {
  return answer->status != BMS_SEPARATED && (shape == answer->contact.a || shape == answer->contact.b);
}

/* Draws the arm; with an answer, the shape that meets something stands out. */
static void draw_arm(picture *p, const double *joints, part style, const sweep_answer *answer) {
  const bms_chain *chain = &p->arm->chain;
  double(*value)[BMS_MOVE_TERMS] = calloc((size_t)chain->variable_count + 1, sizeof *value);
  if (value == NULL) return;
  for (int v = 0; v < p->arm->joint_count; v++) value[v][0] = joints[v];
  bms_robot_set_mimics(p->arm->loaded, value);
  bms_move still = {0, 0, (const double(*)[BMS_MOVE_TERMS])value};
  for (int i = 0; i < chain->shape_count; i++) {
    if (chain->shape[i].link == BMS_WORLD) continue;
    bms_body body = sweep_body_at(p->arm, &still, 0, i);
    draw_box(p, &body, answer != NULL && meets(answer, i) ? MEETS : style);
  }
  free(value);
}

static void draw_all(picture *p, const bms_robot_trajectory *way, const sweep_answer *answer) {
  const bms_chain *chain = &p->arm->chain;
  for (int i = 0; i < chain->shape_count; i++) {
    const bms_placed_shape *placed = &chain->shape[i];
    if (placed->link != BMS_WORLD) continue;
    bms_body body = {bms_placed_bounds(placed), bms_motion_fixed(placed->pose.position, placed->pose.quaternion)};
    draw_box(p, &body, meets(answer, i) ? MEETS : OBSTACLE);
  }
  draw_arm(p, bms_robot_trajectory_value(way, 0), START, NULL);
  draw_arm(p, bms_robot_trajectory_value(way, bms_robot_trajectory_count(way) - 1), END, NULL);
  if (answer->status != BMS_SEPARATED) draw_arm(p, answer->joints, AT_CONTACT, answer);
  if (!p->drawing || answer->status == BMS_SEPARATED || answer->contact.point_count == 0) return;
  const double *x = answer->contact.point[0];
  for (int view = 0; view < VIEWS; view++) {
    point at = on_page(p, view, (point){x[0], view == 0 ? x[2] : x[1]});
    fprintf(p->out, "<circle cx='%.2f' cy='%.2f' r='4' fill='#1d2228'/>\n", at.x, at.y);
  }
}

/* ------------------------------------------------------------------ the frame */

/* Returns the greatest of 1, 2 and 5 times a power of ten that is not above x. */
static double round_length(double x) {
  double power = pow(10, floor(log10(x)));
  return x >= 5 * power ? 5 * power : x >= 2 * power ? 2 * power : power;
}

static void draw_legend(const picture *p, bool contact) {
  double x = BORDER;
  for (int k = 0; k < PARTS; k++) {
    if (!contact && (k == AT_CONTACT || k == MEETS)) continue;
    fprintf(p->out, "<rect x='%.0f' y='%d' width='18' height='12' %s/>\n<text x='%.0f' y='%d'>%s</text>\n", x,
            BORDER + 2, PART[k].style, x + 24, BORDER + 13, PART[k].name);
    x += 44 + 7.2 * (double)strlen(PART[k].name);
  }
}

static void draw_scale(const picture *p, double height) {
  double length = round_length(0.25 * (p->high_x - p->low_x)), pixels = length * p->scale, y = height - BORDER;
  fprintf(p->out, "<path d='M%d %.1fv-6m0 3h%.2fm0 -3v6' fill='none' stroke='#1d2228'/>\n", BORDER, y, pixels);
  fprintf(p->out, "<text x='%.2f' y='%.1f'>%g m</text>\n", BORDER + pixels + 8, y, length);
}

static void begin_picture(const picture *p, double height) {
  static const char *const NAME[VIEWS] = {"from the side (x, z)", "from above (x, y)"};
  fprintf(p->out, "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %.0f' width='%d' height='%.0f' ", WIDTH,
          height, WIDTH, height);
  fputs("font-family='sans-serif' font-size='13' fill='#1d2228' stroke-linejoin='round'>\n", p->out);
  fputs("<title>An arm on its way</title>\n<rect width='100%' height='100%' fill='#fff'/>\n", p->out);
  for (int view = 0; view < VIEWS; view++)
    fprintf(p->out, "<text x='%d' y='%.1f' font-weight='bold'>%s</text>\n", BORDER, top_of(p, view) - 8, NAME[view]);
}

bool sweep_write_svg(const char *file, const robot *arm, const bms_robot_trajectory *way, const sweep_answer *answer) {
  picture p = {.arm = arm, .low_x = INFINITY, .high_x = -INFINITY, .scale = 1};
  for (int view = 0; view < VIEWS; view++) {
    p.low_y[view] = INFINITY;
    p.high_y[view] = -INFINITY;
  }
  output_file svg;
  if (!output_open(&svg, file)) return false;
  p.out = svg.file;
  draw_all(&p, way, answer);
  bool empty = !(p.high_x > p.low_x);
  if (empty) p = (picture){.arm = arm, .out = p.out, .high_x = 1, .high_y = {1, 1}};
  p.scale = (WIDTH - 2 * BORDER) / (p.high_x - p.low_x);
  p.drawing = true;
  double height = top_of(&p, VIEWS - 1) + (p.high_y[VIEWS - 1] - p.low_y[VIEWS - 1]) * p.scale + TITLE + BORDER;
  begin_picture(&p, height);
  draw_legend(&p, answer->status != BMS_SEPARATED && answer->status != BMS_UNRESOLVED);
  draw_scale(&p, height);
  draw_all(&p, way, answer);
  fputs("</svg>\n", p.out);
  return output_close(&svg, true);
}
