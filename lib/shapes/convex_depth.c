/* SPDX-License-Identifier: BSD-3-Clause */

/* The way out by a face, and the expanding polytope. */

#include "numeric/arithmetic.h"

#include "shapes/convex_depth.h"

#include <math.h>
#include <string.h>

#include "numeric/vector.h"
#include "shapes/convex.h"

/* The polytope has no more points than this; of a convex one there are less than twice as many faces. */
enum { MOST_POINTS = 96, MOST_FACES = 2 * MOST_POINTS };

/* A pyramid grows this many times: its base may lack a corner above the origin. */
enum { FEW = 4 };

/* Cores nearer than this many times the error of a point show no direction to ten digits. */
static const double MEET = 0x1p20;

/* A difference that is thinner than this many times the error of a point is flat. */
static const double FLAT = 16;

/* A face that the difference exceeds by no more than this many times that error is its own; by no more than this part
   of the sizes if a core is curved. */
static const double OWN = 2, CURVED_OWN = 0x1p-32;

/* A point that is carried from one frame to the other and compared there is off by no more than this many times the
   error of a point. */
static const double CARRIED = 4;

/* An axis that has a coordinate as large as this in another frame is an axis of that too, as far as it matters. */
static const double SAME = 1 - 0x1p-40;

/* The corners of a face are found by directions that are tilted by this from its normal, as slopes. */
static const double TILT = 0x1p-20;

typedef struct hull_point {
  double at[3], on_a[3], on_b[3]; /* y - x in the frame of a; x and y in their own frames */
  int number_a, number_b;
} hull_point;

typedef struct hull_face {
  int corner[3];
  double normal[3], offset; /* outwards, unit; of the first corner from the origin along it */
  double within;            /* of the nearest corner, which differs if the face is a sliver: no point of it is nearer */
} hull_face;

typedef struct hull {
  const bms_convex_instant *instant;
  hull_point point[MOST_POINTS];
  hull_face face[MOST_FACES];
  int points, faces;
  double upper, direction[3]; /* the least reach of the difference so far, and along which unit vector */
  double lower;               /* the greatest distance of a polytope's nearest point so far */
  double enough;              /* a depth of which it is enough to know whether it is reached; infinity if none */
} hull;

bool bms_convex_cores_meet(const bms_convex_instant *instant, const bms_convex_closest *closest) {
  const bms_convex *a = instant->pair->a, *b = instant->pair->b;
  if (a->core == BMS_CORE_HALF_SPACE || b->core == BMS_CORE_HALF_SPACE) return false;
  return closest->distance <= MEET * instant->error;
}

/* ------------------------------------------------------------------ points of the difference */

/* Writes the point of the difference that is farthest along a direction. */
static void farthest_along(const hull *h, const double direction[3], hull_point *p) {
  const bms_convex_instant *instant = h->instant;
  const double back[3] = {-direction[0], -direction[1], -direction[2]};
  double in_b[3];
  bms_convex_to_b(instant, direction, in_b);
  p->number_a = bms_convex_support(instant->pair->a, back, p->on_a);
  p->number_b = bms_convex_support(instant->pair->b, in_b, p->on_b);
  bms_convex_to_a(instant, p->on_b, p->at);
  for (int i = 0; i < 3; i++) p->at[i] += instant->position[i] - p->on_a[i];
}

/* Writes that point for a unit direction, and returns how far it is. */
static double reach_along(hull *h, const double direction[3], hull_point *p) {
  farthest_along(h, direction, p);
  double reach = bms_dot(direction, p->at);
  if (reach < h->upper) {
    h->upper = reach;
    memcpy(h->direction, direction, sizeof h->direction);
  }
  return reach;
}

/* ------------------------------------------------------------------ faces */

static void difference(const double u[3], const double v[3], double out[3]) {
  for (int i = 0; i < 3; i++) out[i] = u[i] - v[i];
}

/* Appends the face with these corners, anticlockwise from outside; returns false if they are in a line, or none fits
   in. */
static bool add_face(hull *h, int i, int j, int k) {
  double u[3], v[3];
  if (h->faces == MOST_FACES) return false;
  hull_face *f = &h->face[h->faces];
  difference(h->point[j].at, h->point[i].at, u);
  difference(h->point[k].at, h->point[i].at, v);
  bms_cross(u, v, f->normal);
  double length = bms_length(f->normal);
  if (!(length > 0)) return false;
  for (int r = 0; r < 3; r++) f->normal[r] /= length;
  f->offset = bms_dot(f->normal, h->point[i].at);
  f->within = bms_min(f->offset, bms_min(bms_dot(f->normal, h->point[j].at), bms_dot(f->normal, h->point[k].at)));
  f->corner[0] = i;
  f->corner[1] = j;
  f->corner[2] = k;
  h->faces++;
  return true;
}

/* Returns the number of the face that is nearest to the origin, or farthest on the inner side of it. */
static int nearest_face(const hull *h) {
  int nearest = 0;
  for (int i = 1; i < h->faces; i++)
    if (h->face[i].offset < h->face[nearest].offset) nearest = i;
  return nearest;
}

/* Returns the distance from the origin within which there is no point of the surface; negative if none is certain. */
static double certain_distance(const hull *h) {
  double least = INFINITY;
  for (int i = 0; i < h->faces; i++) least = bms_min(least, h->face[i].within);
  return least;
}

/* ------------------------------------------------------------------ the first four points */

/* Adds the point that is farthest from the others along one of the directions, to either side; returns false if none is
   farther than what counts as flat. */
static bool add_farthest(hull *h, int count, double (*direction)[3], double least) {
  hull_point tried, best;
  double farthest = least;
  for (int k = 0; k < 2 * count; k++) {
    double along[3];
    for (int r = 0; r < 3; r++) along[r] = k % 2 ? -direction[k / 2][r] : direction[k / 2][r];
    double away = reach_along(h, along, &tried);
    if (h->points > 0) away -= bms_dot(along, h->point[0].at);
    if (!(away > farthest)) continue;
    farthest = away;
    best = tried;
  }
  if (farthest > least) h->point[h->points++] = best;
  return farthest > least;
}

/* Writes two unit vectors perpendicular to u and to each other. */
static void across(const double u[3], double v[2][3]) {
  int least = 0;
  double axis[3] = {0, 0, 0};
  for (int i = 1; i < 3; i++)
    if (fabs(u[i]) < fabs(u[least])) least = i;
  axis[least] = 1;
  for (int k = 0; k < 2; k++) {
    bms_cross(u, k == 0 ? axis : v[0], v[k]);
    double length = bms_length(v[k]);
    for (int r = 0; r < 3; r++) v[k][r] /= length;
  }
}

/* Makes a tetrahedron of points of the difference; returns false if that is flat. */
static bool begin(hull *h) {
  double axes[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, sides[2][3], u[3], v[3], out[1][3];
  double least = FLAT * h->instant->error;
  if (!add_farthest(h, 3, axes, -INFINITY) || !add_farthest(h, 3, axes, least)) return false;
  difference(h->point[1].at, h->point[0].at, u);
  across(u, sides);
  if (!add_farthest(h, 2, sides, least)) return false;
  difference(h->point[2].at, h->point[0].at, v);
  bms_cross(u, v, out[0]);
  double length = bms_length(out[0]);
  for (int r = 0; r < 3; r++) out[0][r] /= length;
  if (!(length > 0) || !add_farthest(h, 1, out, least)) return false;
  difference(h->point[3].at, h->point[0].at, v);
  bool above = bms_dot(out[0], v) > 0;
  return add_face(h, 0, above ? 2 : 1, above ? 1 : 2) && add_face(h, 0, above ? 1 : 3, above ? 3 : 1) &&
         add_face(h, 1, above ? 2 : 3, above ? 3 : 2) && add_face(h, 2, above ? 0 : 3, above ? 3 : 0);
}

/* ------------------------------------------------------------------ growth */

typedef struct horizon {
  int edge[3 * MOST_FACES][2], count;
} horizon;

/* Adds an edge, or takes it away if it is there in the other direction. */
static void toggle(horizon *z, int from, int to) {
  for (int i = 0; i < z->count; i++) {
    if (z->edge[i][0] != to || z->edge[i][1] != from) continue;
    z->count--;
    z->edge[i][0] = z->edge[z->count][0];
    z->edge[i][1] = z->edge[z->count][1];
    return;
  }
  z->edge[z->count][0] = from;
  z->edge[z->count++][1] = to;
}

/* Grows the polytope to a point outside of it; returns false if that does not go. */
static bool grow(hull *h, const hull_point *p) {
  horizon z = {.count = 0};
  int kept = 0, number = h->points;
  if (number == MOST_POINTS) return false;
  h->point[h->points++] = *p;
  for (int i = 0; i < h->faces; i++) {
    const hull_face f = h->face[i];
    if (bms_dot(f.normal, p->at) <= f.offset + h->instant->error) {
      h->face[kept++] = f;
      continue;
    }
    for (int k = 0; k < 3; k++) toggle(&z, f.corner[k], f.corner[(k + 1) % 3]);
  }
  h->faces = kept;
  for (int i = 0; i < z.count; i++)
    if (!add_face(h, z.edge[i][0], z.edge[i][1], number)) return false;
  return z.count > 0;
}

static bool is_curved(const bms_convex *shape) {
  return shape->core == BMS_CORE_CYLINDER || shape->core == BMS_CORE_SUPPORT;
}

/* Grows the polytope until its nearest face is one of the difference, and writes the nearest.  Returns false if it has
   no room, or would grow more often than `most` times.  It goes on when the two bounds meet: faces of the polytope may
   hold the origin, if shapes touch, and not be the difference's. */
static bool expand(hull *h, int most, hull_face *f) {
  const bms_convex_pair *pair = h->instant->pair;
  bool curved = is_curved(pair->a) || is_curved(pair->b);
  double own = bms_max(OWN * h->instant->error, curved ? CURVED_OWN * pair->extent : 0);
  for (int i = 0;; i++) {
    hull_point p;
    *f = h->face[nearest_face(h)];
    h->lower = bms_max(h->lower, certain_distance(h));
    double reach = reach_along(h, f->normal, &p);
    if (h->enough < INFINITY && (h->lower > h->enough || h->upper < h->enough)) return true;
    if (reach - f->offset <= own) {
      h->upper = reach;
      memcpy(h->direction, f->normal, sizeof f->normal);
      return true;
    }
    if (i == most || !grow(h, &p)) return false;
  }
}

/* ------------------------------------------------------------------ a face */

/* Writes the point of a core that is nearest to x, of many points the one that is farthest that way; returns false for
   cores of which that takes longer. */
static bool nearest_point(const bms_convex *shape, const double x[3], double point[3]) {
  memcpy(point, x, 3 * sizeof *point);
  if (shape->core == BMS_CORE_BOX) {
    for (int i = 0; i < 3; i++) point[i] = bms_min(bms_max(x[i], shape->box.min[i]), shape->box.max[i]);
    return true;
  }
  if (shape->core == BMS_CORE_CYLINDER) {
    double across = sqrt(x[0] * x[0] + x[1] * x[1]), half = shape->cylinder.half_length;
    for (int i = 0; i < 2 && across > shape->cylinder.radius; i++) point[i] *= shape->cylinder.radius / across;
    point[2] = bms_min(bms_max(x[2], -half), half);
    return true;
  }
  if (shape->core != BMS_CORE_POINTS) return false;
  if (shape->points.count > 3) {
    (void)bms_convex_support(shape, x, point);
    return true;
  }
  bms_simplex s = {.count = shape->points.count};
  double way[3];
  for (int k = 0; k < s.count; k++) difference(shape->points.vertex + 3 * k, x, s.point[k]);
  (void)bms_simplex_reduce(&s, way);
  for (int i = 0; i < 3; i++) point[i] += way[i];
  return true;
}

/* Returns how deep a point is inside a box, and writes the normal of the nearest face, and three corners of it. */
static double inside_box(const bms_box *box, const double x[3], double normal[3], double corner[3][3], int number[3]) {
  double depth = INFINITY;
  int nearest = 0, lowest = 0;
  for (int k = 0; k < 6; k++) {
    double away = k % 2 ? box->max[k / 2] - x[k / 2] : x[k / 2] - box->min[k / 2];
    if (away < depth) nearest = k;
    depth = bms_min(depth, away);
  }
  for (int i = 0; i < 3; i++) normal[i] = i != nearest / 2 ? 0 : nearest % 2 ? 1 : -1;
  lowest = nearest % 2 << nearest / 2;
  for (int k = 0; k < 3; k++) {
    number[k] = k == 0 ? lowest : lowest | 1 << (nearest / 2 + k) % 3;
    for (int i = 0; i < 3; i++) corner[k][i] = number[k] >> i & 1 ? box->max[i] : box->min[i];
  }
  return depth;
}

/* Returns how deep a point is inside a cylinder, and writes the normal of the nearest side. */
static double inside_cylinder(const bms_convex *shape, const double x[3], double normal[3]) {
  double across = sqrt(x[0] * x[0] + x[1] * x[1]), aside = shape->cylinder.radius - across;
  double along = shape->cylinder.half_length - fabs(x[2]);
  bool cap = along <= aside || !(across > 0);
  for (int i = 0; i < 2; i++) normal[i] = cap ? 0 : x[i] / across;
  normal[2] = !cap ? 0 : x[2] < 0 ? -1 : 1;
  return cap ? along : aside;
}

/* One of two cores, with a face through which the other may be left. */
typedef struct side {
  const bms_convex *shape, *other;
  bool is_a;
  double normal[3], point[3];  /* out of the face; of the other core */
  double deepest[3], there[3]; /* the deepest of the other core below the face, in its frame and in this one's */
  double corner[3][3];
  int number[3], deepest_number;
} side;

static side side_of(const bms_convex_instant *instant, bool is_a) {
  const bms_convex *a = instant->pair->a, *b = instant->pair->b;
  return (side){.shape = is_a ? a : b, .other = is_a ? b : a, .is_a = is_a};
}

/* Takes a point, or a direction, from the frame of the one to that of the other. */
static void to_other(const side *s, const bms_convex_instant *instant, const double x[3], bool is_point,
                     double out[3]) {
  double from[3];
  for (int i = 0; i < 3; i++) from[i] = x[i] - (is_point && s->is_a ? instant->position[i] : 0);
  (s->is_a ? bms_convex_to_b : bms_convex_to_a)(instant, from, out);
  for (int i = 0; i < 3 && is_point && !s->is_a; i++) out[i] += instant->position[i];
}

/* Returns how deep a point of the other core is below the nearest face of this one, both of which it writes. */
static double find_side(side *s, const bms_convex_instant *instant) {
  double centre[3] = {0, 0, 0}, there[3], found[3];
  const side back = {.is_a = !s->is_a};
  if (s->shape->core != BMS_CORE_BOX && s->shape->core != BMS_CORE_CYLINDER) return -INFINITY;
  for (int i = 0; i < 3 && s->shape->core == BMS_CORE_BOX; i++)
    centre[i] = 0.5 * s->shape->box.min[i] + 0.5 * s->shape->box.max[i];
  to_other(s, instant, centre, true, there);
  if (!nearest_point(s->other, there, found)) return -INFINITY;
  to_other(&back, instant, found, true, s->point);
  if (s->shape->core == BMS_CORE_BOX) return inside_box(&s->shape->box, s->point, s->normal, s->corner, s->number);
  for (int k = 0; k < 3; k++) {
    memcpy(s->corner[k], s->point, sizeof s->point);
    s->number[k] = 0;
  }
  return inside_cylinder(s->shape, s->point, s->normal);
}

/* Returns how much deeper below the face the other core reaches than its point. */
static double deeper_below(side *s, const bms_convex_instant *instant) {
  double inwards[3], along[3];
  const side back = {.is_a = !s->is_a};
  for (int i = 0; i < 3; i++) inwards[i] = -s->normal[i];
  to_other(s, instant, inwards, false, along);
  s->deepest_number = bms_convex_support(s->other, along, s->deepest);
  to_other(&back, instant, s->deepest, true, s->there);
  return bms_dot(s->normal, s->point) - bms_dot(s->normal, s->there);
}

/* Goes on to the deepest point below the face of a box, if that is the nearest face of that point too, though it may be
   no more than `outside` above it.  Returns how deep it is; less than -outside if there is no such point. */
static double go_deeper(side *s, double outside) {
  double inside[3], normal[3];
  if (s->shape->core != BMS_CORE_BOX) return -INFINITY;
  for (int i = 0; i < 3; i++) inside[i] = s->there[i] - 2 * outside * s->normal[i];
  double depth = inside_box(&s->shape->box, inside, normal, s->corner, s->number) - 2 * outside;
  memcpy(s->point, s->there, sizeof s->there);
  return bms_dot(normal, s->normal) > 0 ? depth : -INFINITY;
}

/* Writes a way out through a face: `depth` is at least the depth, up to `more`. */
static void write_side(const side *s, const bms_convex_instant *instant, double depth, double more,
                       bms_convex_closest *closest) {
  bms_simplex *z = &closest->simplex;
  double surface[3], normal[3];
  for (int i = 0; i < 3; i++) surface[i] = s->point[i] + depth * s->normal[i];
  bool bounded = depth > CARRIED * instant->error; /* else they may just touch */
  closest->distance = bounded ? -(depth + bms_max(more, 0)) : bms_max(-depth, 0);
  closest->depth = bounded ? depth - CARRIED * instant->error : -1;
  z->count = 3;
  for (int k = 0; k < 3; k++) {
    double placed[3];
    memcpy(s->is_a ? z->corner_a[k] : z->corner_b[k], s->corner[k], sizeof s->corner[k]);
    memcpy(s->is_a ? z->corner_b[k] : z->corner_a[k], s->deepest, sizeof s->deepest);
    z->number_a[k] = s->is_a ? s->number[k] : s->deepest_number;
    z->number_b[k] = s->is_a ? s->deepest_number : s->number[k];
    z->weight[k] = k == 0;
    to_other(&(const side){.is_a = false}, instant, z->corner_b[k], true, placed);
    difference(placed, z->corner_a[k], z->point[k]);
  }
  if (s->is_a) {
    memcpy(closest->direction, s->normal, sizeof s->normal);
    memcpy(closest->point_a, surface, sizeof surface);
    memcpy(closest->point_b, s->point, sizeof s->point);
    return;
  }
  to_other(s, instant, s->normal, false, normal);
  for (int i = 0; i < 3; i++) closest->direction[i] = -normal[i];
  to_other(s, instant, s->point, true, closest->point_a);
  to_other(s, instant, surface, true, closest->point_b);
}

/* ------------------------------------------------------------------ the answer */

/* Writes the weights of three corners by which the origin is projected to their plane, or to near it. */
static void weigh(const hull *h, const hull_face *f, double weight[3]) {
  double sum = 0;
  for (int k = 0; k < 3; k++) {
    const double *p = h->point[f->corner[(k + 1) % 3]].at, *q = h->point[f->corner[(k + 2) % 3]].at;
    double area[3];
    bms_cross(p, q, area);
    weight[k] = bms_max(bms_dot(area, f->normal), 0);
    sum += weight[k];
  }
  for (int k = 0; k < 3; k++) weight[k] = sum > 0 ? weight[k] / sum : k == 0;
}

/* Writes the corners of the face as a simplex. */
static void write_face(const hull *h, const hull_face *f, bms_simplex *s) {
  s->count = 3;
  weigh(h, f, s->weight);
  for (int k = 0; k < 3; k++) {
    const hull_point *p = &h->point[f->corner[k]];
    memcpy(s->point[k], p->at, sizeof p->at);
    memcpy(s->corner_a[k], p->on_a, sizeof p->on_a);
    memcpy(s->corner_b[k], p->on_b, sizeof p->on_b);
    s->number_a[k] = p->number_a;
    s->number_b[k] = p->number_b;
  }
}

/* Writes the points of both between the corners of the simplex. */
static void write_points(bms_convex_closest *closest) {
  const bms_simplex *s = &closest->simplex;
  memset(closest->point_a, 0, sizeof closest->point_a);
  memset(closest->point_b, 0, sizeof closest->point_b);
  for (int k = 0; k < 3; k++) {
    for (int r = 0; r < 3; r++) {
      closest->point_a[r] += s->weight[k] * s->corner_a[k][r];
      closest->point_b[r] += s->weight[k] * (s->corner_a[k][r] + s->point[k][r]);
    }
  }
}

/* Returns what stands for a face of a flat difference: its first points, the last of them several times. */
static hull_face flat_face(const hull *h) {
  hull_face f = {.corner = {0, 0, 0}};
  for (int k = 1; k < 3; k++) f.corner[k] = k < h->points ? k : h->points - 1;
  memcpy(f.normal, h->direction, sizeof f.normal);
  return f;
}

/* Writes the way out.  Without a bound from below the two may be apart: only points of both bound the distance from
   above, so that the closest ones found before stay, and all that was found if a direction parts the two. */
static void write_way_out(const hull *h, const hull_face *f, bms_convex_closest *closest) {
  bool bounded = h->lower > 0;
  if (!bounded && h->upper < -CARRIED * h->instant->error) return;
  write_face(h, f, &closest->simplex);
  if (bounded) {
    write_points(closest);
    closest->distance = -h->upper;
  }
  closest->depth = bounded ? h->lower - OWN * h->instant->error : -1;
  for (int r = 0; r < 3; r++) closest->direction[r] = -h->direction[r];
}

static void clear(hull *h, const bms_convex_instant *instant) {
  h->instant = instant;
  h->points = h->faces = 0;
  h->upper = h->enough = INFINITY;
  h->lower = -INFINITY;
}

/* ------------------------------------------------------------------ a pyramid */

/* Appends a point, unless it is there already. */
static void add_point(hull *h, const hull_point *p) {
  for (int k = 0; k < h->points; k++)
    if (bms_same_corner(h->point[k].at, p->at)) return;
  h->point[h->points++] = *p;
}

/* Begins with corners of what is farthest along a unit direction, up to four, anticlockwise; returns false if they are
   in a line, or not beyond the origin. */
static bool make_base(hull *h, const double along[3]) {
  static const int SIGN[4][2] = {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
  double sides[2][3], direction[3];
  across(along, sides);
  for (int k = 0; k < 4; k++) {
    hull_point p;
    for (int r = 0; r < 3; r++) direction[r] = along[r] + TILT * (SIGN[k][0] * sides[0][r] + SIGN[k][1] * sides[1][r]);
    farthest_along(h, direction, &p);
    add_point(h, &p);
  }
  return h->points >= 3 && add_face(h, 0, 1, 2) && h->face[0].offset > 0;
}

/* Makes a pyramid of points of the difference, on such a base; its tip is given or, if it is NULL, the point that is
   farthest the other way.  Returns false if it is flat.  A base of four points may be bent inwards: a closed surface
   all of whose planes have the origin on their inner side surrounds it as far as the nearest, convex or not. */
static bool make_pyramid(hull *h, const double along[3], const hull_point *tip) {
  const double back[3] = {-along[0], -along[1], -along[2]};
  hull_point found;
  if (!make_base(h, along)) return false;
  int base = h->points;
  if (tip == NULL) farthest_along(h, back, &found);
  add_point(h, tip == NULL ? &found : tip);
  if (h->points == base) return false;
  h->faces = 0;
  for (int k = 2; k < base; k++)
    if (!add_face(h, 0, k - 1, k)) return false;
  for (int k = 0; k < base; k++)
    if (!add_face(h, (k + 1) % base, k, base)) return false;
  return true;
}

/* Writes axis k of the frame of b in the frame of a; returns true if it is an axis of a too. */
static bool axis_of_b(const bms_convex_instant *instant, int k, double axis[3]) {
  double most = 0;
  for (int i = 0; i < 3; i++) {
    axis[i] = instant->rotation[i][k];
    most = bms_max(most, fabs(axis[i]));
  }
  return most >= SAME;
}

/* Makes one along the axis of either frame along which the difference reaches least; returns false if there is none, or
   the cores are apart along an axis. */
static bool make_pyramid_on_axis(hull *h) {
  double along[3];
  hull_point tip;
  for (int k = 0; k < 6; k++) {
    hull_point p[2];
    double axis[3] = {0, 0, 0}, upper = h->upper;
    axis[k % 3] = 1;
    if (k >= 3 && axis_of_b(h->instant, k - 3, axis)) continue;
    for (int sign = 0; sign < 2; sign++) {
      if (!(reach_along(h, axis, &p[sign]) > 0)) return false;
      for (int r = 0; r < 3; r++) axis[r] = -axis[r];
    }
    if (h->upper < upper) tip = p[bms_dot(h->direction, axis) > 0];
  }
  memcpy(along, h->direction, sizeof along);
  return make_pyramid(h, along, &tip);
}

/* Makes one along a normal that is known or, if it is not, on an axis, and gives it a few more points; returns false if
   it does not come to an end. */
static bool expand_pyramid(hull *h, const double normal[3], hull_face *f) {
  bool known = normal != NULL && bms_dot(normal, normal) > 0; /* two edges may have turned parallel */
  const double along[3] = {known ? -normal[0] : 0, known ? -normal[1] : 0, known ? -normal[2] : 0};
  return (known ? make_pyramid(h, along, NULL) : make_pyramid_on_axis(h)) && expand(h, FEW, f);
}

/* Finds the way out if a pyramid shows it. */
static bool leave_by_pyramid(const bms_convex_instant *instant, const double normal[3], bms_convex_closest *closest) {
  hull h;
  hull_face f;
  clear(&h, instant);
  if (!expand_pyramid(&h, normal, &f) || !(h.lower > CARRIED * instant->error)) return false;
  write_way_out(&h, &f, closest);
  return true;
}

/* ------------------------------------------------------------------ any way out */

/* Returns true if the difference reaches no farther than roundings along a unit direction. */
static bool ends_along(hull *h, const double along[3]) {
  hull_point p;
  return reach_along(h, along, &p) <= CARRIED * h->instant->error;
}

/* Writes the normal of a core that is a triangle, as well as it is known, in the frame of a; returns false for other
   cores. */
static bool normal_of_triangle(const bms_convex_instant *instant, bool is_a, double normal[3]) {
  const bms_convex *shape = is_a ? instant->pair->a : instant->pair->b;
  double u[3], v[3], own[3];
  if (shape->core != BMS_CORE_POINTS || shape->points.count != 3) return false;
  difference(shape->points.vertex + 3, shape->points.vertex, u);
  difference(shape->points.vertex + 6, shape->points.vertex, v);
  bms_cross(u, v, own);
  double length = bms_length(own);
  for (int r = 0; r < 3; r++) own[r] /= length;
  memcpy(normal, own, sizeof own);
  if (!is_a) bms_convex_to_a(instant, own, normal);
  return length > 0;
}

/* Returns true if two just touch along `normal`, the normal of a triangle or an axis of either frame, and begins with
   the points there. */
static bool just_touch(hull *h, const double normal[3]) {
  double along[3];
  bool ends = false;
  for (int r = 0; r < 3 && normal != NULL; r++) along[r] = -normal[r];
  if (normal != NULL && bms_dot(normal, normal) > 0) ends = ends_along(h, along);
  for (int k = 0; k < 8 && !ends; k++) {
    double axis[3] = {k == 0, k == 1, k == 2};
    if (k >= 6 && !normal_of_triangle(h->instant, k == 6, axis)) continue;
    if (k >= 3 && k < 6 && axis_of_b(h->instant, k - 3, axis)) continue;
    for (int r = 0; r < 3; r++) along[r] = -axis[r];
    ends = ends_along(h, axis) || ends_along(h, along);
  }
  if (ends) (void)make_base(h, h->direction);
  return ends;
}

void bms_convex_way_out(const bms_convex_instant *instant, const double normal[3], bms_convex_closest *closest) {
  hull h;
  clear(&h, instant);
  hull_face f;
  if (just_touch(&h, normal) || !begin(&h))
    f = flat_face(&h);
  else
    (void)expand(&h, MOST_POINTS, &f);
  write_way_out(&h, &f, closest);
}

/* ------------------------------------------------------------------ what is found at once */

static bool is_half_space(const bms_convex *shape) {
  return shape->core == BMS_CORE_HALF_SPACE;
}

double bms_convex_shown_depth(const bms_convex_instant *instant) {
  double most = -1;
  for (int k = 0; k < 2; k++) {
    side s = side_of(instant, k == 0);
    most = bms_max(most, find_side(&s, instant) - CARRIED * instant->error);
  }
  return most;
}

bool bms_convex_is_deeper(const bms_convex_instant *instant, const double normal[3], double depth) {
  const double along[3] = {normal ? -normal[0] : 0, normal ? -normal[1] : 0, normal ? -normal[2] : 0};
  hull h;
  hull_face f;
  hull_point p;
  clear(&h, instant);
  h.enough = depth + OWN * instant->error;
  if (bms_dot(along, along) > 0 && reach_along(&h, along, &p) < h.enough) return false;
  if (expand_pyramid(&h, normal, &f) || h.upper < h.enough) return h.lower > h.enough;
  h.points = h.faces = 0;
  if (begin(&h)) (void)expand(&h, MOST_POINTS, &f);
  return h.lower > h.enough;
}

bool bms_convex_leave_at_once(const bms_convex_instant *instant, const double normal[3], bms_convex_closest *closest) {
  if (is_half_space(instant->pair->a) || is_half_space(instant->pair->b)) return false;
  double error = CARRIED * instant->error;
  for (int k = 0; k < 2; k++) {
    side s = side_of(instant, k == 0);
    double depth = find_side(&s, instant), more = depth > -INFINITY ? deeper_below(&s, instant) : 0;
    if (!(depth + more > -error)) continue;
    if (more > error || depth <= error) {
      depth = go_deeper(&s, error);
      more = 0;
    }
    if (!(depth > -error)) continue;
    write_side(&s, instant, depth, more, closest);
    return true;
  }
  return !(instant->pair->radius > 0) && leave_by_pyramid(instant, normal, closest); /* else cores are likely apart */
}
