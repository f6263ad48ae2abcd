/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A replay as a film strip in SVG: parallel projection, the faces towards the viewer, the boxes behind first.
 *
 * Which of two boxes is behind: if a plane along a face of one separates them, the one on the plane's far side can hide
 * nothing of the other.  Boxes that overlap, or that hide each other in a circle, go by the depth of their centres.
 */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "output_file.h"
#include "replay.h"

/* Pixels. */
enum { CELL_WIDTH = 164, CELL_HEIGHT = 132, GUTTER = 6, LABEL_HEIGHT = 22 };

typedef struct camera {
  double right[3], up[3], towards[3]; /* the last one points to the viewer */
  const double *centre;
  double scale; /* pixels per metre */
} camera;

/* A box as it is drawn: its half-sides as vectors. */
typedef struct drawn {
  double centre[3], half[3][3];
  unsigned color;
} drawn;

static double dot(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static camera camera_of(const replay_view *view) {
  double degree = acos(-1.0) / 180, az = view->azimuth * degree, el = view->elevation * degree;

  return (camera){{-sin(az), cos(az), 0},
                  {-sin(el) * cos(az), -sin(el) * sin(az), cos(el)},
                  {cos(el) * cos(az), cos(el) * sin(az), sin(el)},
                  view->centre,
                  CELL_HEIGHT / view->height};
}

/* Computes the half-sides, which are columns of the rotation matrix of the quaternion. */
static drawn draw_of(const replay_box *box, const replay_pose *pose) {
  double w = pose->turn[0], x = pose->turn[1], y = pose->turn[2], z = pose->turn[3];
  double axis[3][3] = {{1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)},
                       {2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)},
                       {2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)}};
  drawn d = {.color = box->color};

  for (int k = 0; k < 3; k++) {
    d.centre[k] = pose->position[k];
    for (int c = 0; c < 3; c++) d.half[k][c] = axis[k][c] * box->side[k] / 2;
  }
  return d;
}

/* Returns how far the boxes are apart along the normal of face k of a, in squared lengths of that half-side, and on
   which side b is. It is negative where they overlap. */
static double apart_along(const drawn *a, const drawn *b, int k, double *side) {
  const double *n = a->half[k];
  double between[3] = {b->centre[0] - a->centre[0], b->centre[1] - a->centre[1], b->centre[2] - a->centre[2]};
  double reach = dot(n, n);

  for (int i = 0; i < 3; i++) reach += fabs(dot(n, b->half[i]));
  *side = dot(n, between);
  return (fabs(*side) - reach) / dot(n, n);
}

/* Returns 1 if a has to be drawn before b by the best of the six face normals, and 0 if not, or if the order does not
   matter. */
static int is_behind(const drawn *a, const drawn *b, const camera *c) {
  const double tiny = 1e-6; /* a fraction of 1: a plane that is seen edge-on decides nothing */
  double best = -1, side, facing = 0;

  for (int k = 0; k < 6; k++) {
    const drawn *of = k < 3 ? a : b, *other = k < 3 ? b : a;
    const double *n = of->half[k % 3];
    double gap = apart_along(of, other, k % 3, &side), look = dot(n, c->towards) / sqrt(dot(n, n));
    if (gap <= best || fabs(look) < tiny) continue;
    best = gap;
    facing = (side > 0) == (look > 0) ? 1 : -1; /* the other one is nearer to the viewer, or not */
    if (k >= 3) facing = -facing;
  }
  return facing > 0;
}

/* Puts a box that hides none of the others first, again and again. */
static void sort_by_depth(drawn *box, int count, const camera *c) {
  for (int first = 0; first < count; first++) {
    int pick = first, found = 0;
    for (int i = first; i < count && !found; i++) {
      int hides = 0;
      for (int j = first; j < count && !hides; j++) hides = j != i && is_behind(&box[j], &box[i], c);
      if (!hides || dot(box[i].centre, c->towards) < dot(box[pick].centre, c->towards)) pick = i;
      found = !hides;
    }
    drawn moved = box[pick];
    for (int i = pick; i > first; i--) box[i] = box[i - 1];
    box[first] = moved;
  }
}

/* Returns a colour that is the darker the less a face looks to the light, which comes from above and over the viewer's
   left shoulder. */
static unsigned shaded(unsigned color, double light) {
  unsigned out = 0;

  for (int shift = 16; shift >= 0; shift -= 8) out = out << 8 | (unsigned)((color >> shift & 255) * light);
  return out;
}

static void draw_face(FILE *out, const drawn *d, int axis, double side, const camera *c) {
  const double *n = d->half[axis], *s = d->half[(axis + 1) % 3], *t = d->half[(axis + 2) % 3];
  static const int corner[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
  double length = sqrt(dot(n, n));
  double light = 0.68 + side * (0.24 * n[2] - 0.16 * dot(n, c->right) + 0.08 * dot(n, c->towards)) / length;

  fprintf(out, "<path fill=\"#%06x\" d=\"", shaded(d->color, fmin(1, light)));
  for (int k = 0; k < 4; k++) {
    double p[3];
    for (int i = 0; i < 3; i++)
      p[i] = d->centre[i] + side * n[i] + corner[k][0] * s[i] + corner[k][1] * t[i] - c->centre[i];
    fprintf(out, "%c%.1f %.1f", k == 0 ? 'M' : 'L', CELL_WIDTH / 2.0 + c->scale * dot(p, c->right),
            CELL_HEIGHT / 2.0 - c->scale * dot(p, c->up));
  }
  fputs("z\"/>\n", out);
}

/* Returns 1 if some part of the box may be in the picture. */
static int is_visible(const drawn *d, const camera *c) {
  double offset[3] = {d->centre[0] - c->centre[0], d->centre[1] - c->centre[1], d->centre[2] - c->centre[2]};
  double wide = CELL_WIDTH / 2.0 / c->scale, high = CELL_HEIGHT / 2.0 / c->scale;

  for (int k = 0; k < 3; k++) {
    wide += fabs(dot(d->half[k], c->right));
    high += fabs(dot(d->half[k], c->up));
  }
  return fabs(dot(offset, c->right)) < wide && fabs(dot(offset, c->up)) < high;
}

static void draw_picture(FILE *out, const replay_lane *lane, int sample, const camera *c) {
  drawn *box = replay_room(0, lane->boxes, sizeof *box);
  int count = 0;

  for (int k = 0; k < lane->boxes; k++) {
    drawn d = draw_of(&lane->box[k], &lane->pose[sample * lane->boxes + k]);
    if (is_visible(&d, c)) box[count++] = d;
  }
  sort_by_depth(box, count, c);
  for (int k = 0; k < count; k++) {
    for (int axis = 0; axis < 3; axis++)
      draw_face(out, &box[k], axis, dot(box[k].half[axis], c->towards) > 0 ? 1 : -1, c);
  }
  free(box);
}

static int sample_at(const replay_lane *lane, double time) {
  const double rounding = 1e-9; /* seconds: times are sums of steps */
  int sample = 0;

  while (sample + 1 < lane->samples && lane->time[sample + 1] <= time + rounding) sample++;
  return sample;
}

static void draw_lane(FILE *out, const replay_lane *lane, const replay_view *view, int top) {
  camera c = camera_of(view);

  fprintf(out, "<text x=\"%d\" y=\"%d\" font-weight=\"bold\">%s</text>\n", GUTTER, top + 15, lane->title);
  for (int k = 0; k < STRIP_CELLS; k++) {
    int sample = sample_at(lane, view->time[k]);
    fprintf(out, "<svg x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\">\n", GUTTER + k * (CELL_WIDTH + GUTTER),
            top + LABEL_HEIGHT, CELL_WIDTH, CELL_HEIGHT);
    fputs("<rect width=\"100%\" height=\"100%\" fill=\"#eef1f5\"/>\n", out);
    draw_picture(out, lane, sample, &c);
    fprintf(out, "<text x=\"5\" y=\"14\">%.3f s</text>\n</svg>\n", lane->time[sample]);
  }
}

int replay_write_strip(const replay *r, const replay_view *view, const char *path) {
  int width = GUTTER + STRIP_CELLS * (CELL_WIDTH + GUTTER), lane = LABEL_HEIGHT + CELL_HEIGHT + GUTTER;
  output_file strip;
  if (!output_open(&strip, path)) return 0;
  FILE *out = strip.file;
  fprintf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" ", width,
          REPLAY_LANES * lane);
  fputs("font-size=\"11\" stroke-linejoin=\"round\">\n", out);
  fprintf(out, "<title>%s</title>\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n", r->title);
  fputs("<style>path{stroke:#0006;stroke-width:.5}</style>\n", out);
  for (int k = 0; k < REPLAY_LANES; k++) draw_lane(out, &r->lane[k], view, k * lane);
  fputs("</svg>\n", out);
  return output_close(&strip, true);
}
