/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Casts that begin in contact, of every kind of caster at every kind of target, turned, spinning, at three scales.
 *
 * The judge computes depths from the definitions of the shapes, in plain doubles: the depth of two convex figures is
 * the least overlap of their extents along any direction.  Vertices, edges and faces give all directions for figures
 * with corners, also rounded ones; a search refines them for cylinders and ellipsoids.  A mesh is as deep as its
 * deepest triangle.  Before a hit no depth is greater than at the start and the slack; after it, it becomes so.
 */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "geometry.h"
#include "own_shapes.h"
#include "repetitions.h"

/* Figures farther apart than this part of their size are apart. */
static const double NOTHING = 1e-6;

/* Overlaps deeper than this part of the scale are not judged. */
static const double DEEP = 0.05;

/* To how many sides the search of the judge goes: usually, and when it matters. */
enum { FEW = 16, MANY = 160 };

enum { CORNERS = 8, GRID = 6, TRIANGLES = 2 * GRID * GRID + 8, FIGURES = TRIANGLES, TARGETS = 3, SAMPLES = 24 };
enum { CASTS = 216, SEED = 3 };

/* ------------------------------------------------------------------ figures */

typedef enum roundness { CORNERED, CYLINDER, ELLIPSOID, HALF_SPACE } roundness;

/* A convex figure in the frame of its geom: corners grown by a radius, a cylinder about z, an ellipsoid, or what is
   below the z of a half-space. */
typedef struct figure {
  roundness kind;
  int corners;
  double corner[CORNERS][3], radius, axis[3];
  double middle[3], reach; /* a ball around it */
} figure;

/* A geom: one figure, or the triangles of a mesh; and its place. */
typedef struct thing {
  dGeomID geom;
  int figures;
  figure figure[FIGURES];
  double size;
  void *data; /* of a mesh or heightfield */
  bool field;
} thing;

/* A place: x -> at + turn x. */
typedef struct place {
  double at[3], turn[3][3];
} place;

static void bound_figure(figure *f) {
  f->reach = f->radius + sqrt(dot(f->axis, f->axis));
  for (int k = 0; k < f->corners; k++) {
    for (int i = 0; i < 3; i++) f->middle[i] += f->corner[k][i] / f->corners;
  }
  double most = 0;
  for (int k = 0; k < f->corners; k++) {
    double from[3];
    for (int i = 0; i < 3; i++) from[i] = f->corner[k][i] - f->middle[i];
    most = fmax(most, sqrt(dot(from, from)));
  }
  f->reach += most;
}

static figure make_cornered(int corners, double corner[][3], double radius) {
  figure f = {.kind = CORNERED, .corners = corners, .radius = radius};
  memcpy(f.corner, corner, (size_t)corners * sizeof *corner);
  bound_figure(&f);
  return f;
}

static figure make_round(roundness kind, double a, double b, double c) {
  figure f = {.kind = kind, .axis = {a, b, c}};
  bound_figure(&f);
  return f;
}

static figure make_box(double x, double y, double z) {
  double corner[CORNERS][3];
  for (int k = 0; k < CORNERS; k++) {
    const double side[3] = {x, y, z};
    for (int i = 0; i < 3; i++) corner[k][i] = (k >> i & 1 ? 0.5 : -0.5) * side[i];
  }
  return make_cornered(CORNERS, corner, 0);
}

/* Returns the greatest direction . point of a figure, the direction in its own frame. */
static double extent_of(const figure *f, const double d[3]) {
  double most = -INFINITY;
  switch (f->kind) {
    case CYLINDER:
      return f->axis[0] * sqrt(d[0] * d[0] + d[1] * d[1]) + f->axis[2] * fabs(d[2]);
    case ELLIPSOID:
      return sqrt(pow(f->axis[0] * d[0], 2) + pow(f->axis[1] * d[1], 2) + pow(f->axis[2] * d[2], 2));
    default:
      for (int k = 0; k < f->corners; k++) most = fmax(most, dot(d, f->corner[k]));
      return most + f->radius * sqrt(dot(d, d));
  }
}

/* ------------------------------------------------------------------ depth of two figures */

/* Two figures in the frame of the second. */
typedef struct couple {
  const figure *a, *b;
  place a_in_b;
  double corner[CORNERS][3]; /* of the first */
  double least, direction[3];
} couple;

static double overlap_along(const couple *c, const double d[3]) {
  double own[3];
  for (int i = 0; i < 3; i++) {
    own[i] = 0;
    for (int k = 0; k < 3; k++) own[i] -= c->a_in_b.turn[k][i] * d[k];
  }
  return extent_of(c->a, own) - dot(d, c->a_in_b.at) + extent_of(c->b, d);
}

/* Checks a direction of any length and its opposite. */
static void check_direction(couple *c, const double v[3]) {
  double length = sqrt(dot(v, v));
  if (!(length > 1e-14)) return;
  for (int sign = -1; sign < 2; sign += 2) {
    double d[3];
    for (int i = 0; i < 3; i++) d[i] = sign * v[i] / length;
    double overlap = overlap_along(c, d);
    if (!(overlap < c->least)) continue;
    c->least = overlap;
    memcpy(c->direction, d, sizeof d);
  }
}

static void difference(const double a[3], const double b[3], double out[3]) {
  for (int i = 0; i < 3; i++) out[i] = a[i] - b[i];
}

/* Checks the shortest way from a line through two corners of one figure to a corner of the other. */
static void check_across(couple *c, const double edge[3], const double from[3], const double to[3]) {
  double way[3], across[3], again[3];
  difference(to, from, way);
  cross(edge, way, across);
  cross(across, edge, again);
  check_direction(c, again);
}

/* Directions between corners, from edges to corners, across two edges, and normal to three corners. */
static void check_corners(couple *c, double (*p)[3], int count, double (*q)[3], int other) {
  for (int i = 0; i < count; i++) {
    for (int k = 0; k < other; k++) {
      double way[3];
      difference(p[i], q[k], way);
      check_direction(c, way);
    }
    for (int j = 0; j < i; j++) {
      double edge[3], normal[3], second[3];
      difference(p[j], p[i], edge);
      for (int k = 0; k < other; k++) check_across(c, edge, p[i], q[k]);
      for (int k = 0; k < j; k++) {
        difference(p[k], p[i], second);
        cross(edge, second, normal);
        check_direction(c, normal);
      }
    }
  }
}

static void check_edges(couple *c) {
  for (int i = 1; i < c->a->corners; i++) {
    for (int j = 0; j < i; j++) {
      for (int k = 1; k < c->b->corners; k++) {
        for (int l = 0; l < k; l++) {
          double one[3], other[3], across[3];
          difference(c->corner[i], c->corner[j], one);
          difference(c->b->corner[k], c->b->corner[l], other);
          cross(one, other, across);
          check_direction(c, across);
        }
      }
    }
  }
}

/* Moves the direction to where the overlap is least nearby: in steps to all sides, which turn, as the overlap has
   creases.  More sides follow sharper creases. */
static void refine(couple *c, double enough, int sides) {
  double angle = 0;
  for (double step = 0.5; step > 1e-8 && c->least > enough;) {
    double before = c->least, from[3], side[2][3];
    const double along[3] = {fabs(c->direction[0]) < 0.6, fabs(c->direction[0]) >= 0.6, 0};
    memcpy(from, c->direction, sizeof from);
    cross(from, along, side[0]);
    cross(from, side[0], side[1]);
    for (int k = 0; k < sides; k++, angle += 2.399963229728653) {
      double v[3];
      for (int i = 0; i < 3; i++) v[i] = from[i] + step * (cos(angle) * side[0][i] + sin(angle) * side[1][i]);
      check_direction(c, v);
    }
    if (!(c->least < before)) step *= 0.85;
  }
}

/* Directions all around: a round figure has no corners that give them. */
static void check_around(couple *c, int count) {
  for (int k = 0; k < count; k++) {
    double z = 1 - (k + 0.5) / count, angle = 2.399963229728653 * k, wide = sqrt(1 - z * z);
    const double v[3] = {wide * cos(angle), wide * sin(angle), z};
    check_direction(c, v);
  }
}

static void check_axes(couple *c) {
  for (int k = 0; k < 3; k++) {
    double first[3], second[3] = {k == 0, k == 1, k == 2};
    for (int i = 0; i < 3; i++) first[i] = c->a_in_b.turn[i][k];
    check_direction(c, first);
    check_direction(c, second);
  }
  check_direction(c, c->a_in_b.at);
}

/* Returns how deep two figures overlap, negative if they are apart; and the direction from b to a, in the frame of
   b.  `far`: not worth more than a ball around each. */
static double depth_of(const figure *a, const figure *b, const place *a_in_b, double enough, int sides,
                       double direction[3]) {
  couple c = {.a = a, .b = b, .a_in_b = *a_in_b, .least = INFINITY};
  for (int k = 0; k < a->corners; k++) {
    for (int i = 0; i < 3; i++) c.corner[k][i] = a_in_b->at[i] + dot(a_in_b->turn[i], a->corner[k]);
  }
  if (b->kind == HALF_SPACE) {
    const double down[3] = {-a_in_b->turn[2][0], -a_in_b->turn[2][1], -a_in_b->turn[2][2]};
    direction[0] = direction[1] = 0;
    direction[2] = 1;
    return extent_of(a, down) - a_in_b->at[2];
  }
  check_axes(&c);
  if (c.least <= enough) return c.least;
  check_corners(&c, c.corner, a->corners, (double(*)[3])b->corner, b->corners);
  check_corners(&c, (double(*)[3])b->corner, b->corners, c.corner, a->corners);
  if (c.least <= enough) return c.least;
  check_edges(&c);
  if (c.least <= enough) return c.least;
  if (a->kind != CORNERED || b->kind != CORNERED) {
    check_around(&c, 4 * sides);
    refine(&c, enough, sides);
  }
  memcpy(direction, c.direction, sizeof c.direction);
  return c.least;
}

/* ------------------------------------------------------------------ depth of two things */

static place place_of(const double at[3], const double q[4]) {
  place p;
  double s = 0;
  for (int i = 0; i < 4; i++) s += q[i] * q[i];
  memcpy(p.at, at, sizeof p.at);
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    p.turn[i][i] = 1 - 2 * (q[1 + j] * q[1 + j] + q[1 + k] * q[1 + k]) / s;
    p.turn[i][j] = 2 * (q[1 + i] * q[1 + j] - q[0] * q[1 + k]) / s;
    p.turn[j][i] = 2 * (q[1 + i] * q[1 + j] + q[0] * q[1 + k]) / s;
  }
  return p;
}

static place relative(const place *a, const place *b) {
  place p;
  double way[3];
  difference(a->at, b->at, way);
  for (int i = 0; i < 3; i++) {
    p.at[i] = 0;
    for (int k = 0; k < 3; k++) {
      p.at[i] += b->turn[k][i] * way[k];
      p.turn[i][k] = 0;
      for (int j = 0; j < 3; j++) p.turn[i][k] += b->turn[j][i] * a->turn[j][k];
    }
  }
  return p;
}

/* Returns how far apart two figures are at least; by balls around them. */
static double balls_apart(const figure *a, const figure *b, const place *a_in_b) {
  double way[3];
  if (b->kind == HALF_SPACE) return -INFINITY;
  for (int i = 0; i < 3; i++) way[i] = a_in_b->at[i] + dot(a_in_b->turn[i], a->middle) - b->middle[i];
  return sqrt(dot(way, way)) - a->reach - b->reach;
}

/* Returns the greatest depth of any two figures; at least minus the size.  Writes the direction into the first, in the
   world. */
static double depth_between(const thing *one, const place *at1, const thing *two, const place *at2, int sides,
                            double direction[3]) {
  place p = relative(at1, at2);
  double most = -NOTHING * one->size, found[3] = {0, 0, 1};
  for (int i = 0; i < one->figures; i++) {
    for (int k = 0; k < two->figures; k++) {
      double d[3];
      if (-balls_apart(&one->figure[i], &two->figure[k], &p) <= most) continue;
      double depth = depth_of(&one->figure[i], &two->figure[k], &p, most, sides, d);
      if (!(depth > most)) continue;
      most = depth;
      memcpy(found, d, sizeof d);
    }
  }
  for (int i = 0; i < 3; i++) direction[i] = dot(at2->turn[i], found);
  return most;
}

/* ------------------------------------------------------------------ things */

enum { BOX, BALL, CAPSULE, ROLL, OWN_BOX, HULL, WEDGE, EGG, SHELL, CASTERS, FIELD = CASTERS, ROOM, PLANE, KINDS };

static const char *const NAME[KINDS] = {"box",   "ball", "capsule", "cylinder", "qmbox", "hull",
                                        "wedge", "egg",  "mesh",    "field",    "room",  "plane"};

static dReal random_length(random_source *r, double scale) {
  return (dReal)scale * uniform(r, 0.3, 1);
}

enum { MOST_PLANES = 6 };

/* Planes and points that a dConvex reads as long as it exists. */
typedef struct hull {
  dReal plane[4 * MOST_PLANES], point[3 * CORNERS];
} hull;

/* A convex hull about its origin of corners and faces, as dConvex has them. */
static void make_hull(thing *t, double corner[][3], int corners, const unsigned *polygon, int faces) {
  hull *h = calloc(1, sizeof *h);
  const unsigned *at = polygon;
  assert_non_null(h);
  for (int k = 0; k < 3 * corners; k++) {
    h->point[k] = (dReal)corner[k / 3][k % 3];
    corner[k / 3][k % 3] = (double)h->point[k];
  }
  for (int f = 0; f < faces; f++, at += at[0] + 1) {
    double one[3], two[3], n[3];
    difference(corner[at[2]], corner[at[1]], one);
    difference(corner[at[3]], corner[at[1]], two);
    cross(one, two, n);
    double along = dot(n, corner[at[1]]), length = copysign(sqrt(dot(n, n)), along);
    for (int i = 0; i < 3; i++) h->plane[4 * f + i] = (dReal)(n[i] / length);
    h->plane[4 * f + 3] = (dReal)(along / length);
  }
  t->geom = dCreateConvex(0, h->plane, (unsigned)faces, h->point, (unsigned)corners, polygon);
  t->data = h;
  t->figure[0] = make_cornered(corners, corner, 0);
}

static void make_wedge(thing *t, random_source *r, double scale) {
  static const unsigned polygon[16] = {3, 0, 2, 1, 3, 0, 1, 3, 3, 1, 2, 3, 3, 0, 3, 2};
  static const double base[4][3] = {{1, 1, 1}, {-1, 1, -1}, {1, -1, -1}, {-1, -1, 1}};
  double corner[4][3];
  for (int k = 0; k < 12; k++)
    corner[k / 3][k % 3] = scale * (0.4 * base[k / 3][k % 3] + (double)uniform(r, -0.1, 0.1));
  make_hull(t, corner, 4, polygon, 4);
}

/* Returns a box whose sides lean along x: its faces at the ends of z stay level. */
static figure make_leaning(random_source *r, double scale) {
  figure f =
      make_box((double)random_length(r, scale), (double)random_length(r, scale), (double)random_length(r, scale));
  double lean = (double)uniform(r, -0.3, 0.3);
  for (int k = 0; k < CORNERS; k++) f.corner[k][0] += lean * f.corner[k][2];
  return f;
}

static void make_leaning_hull(thing *t, random_source *r, double scale) {
  static const unsigned polygon[30] = {4, 0, 4, 6, 2, 4, 1, 3, 7, 5, 4, 0, 1, 5, 4,
                                       4, 2, 6, 7, 3, 4, 0, 2, 3, 1, 4, 4, 5, 7, 6};
  figure f = make_leaning(r, scale);
  make_hull(t, f.corner, CORNERS, polygon, 6);
}

typedef struct mesh {
  float vertex[3 * TRIANGLES][3];
  dTriIndex index[TRIANGLES][3];
  double height[(GRID + 1) * (GRID + 1)];
  dTriMeshDataID data;
  dHeightfieldDataID field;
} mesh;

static void add_triangle(thing *t, const double a[3], const double b[3], const double c[3]) {
  mesh *m = t->data;
  const double *corner[3] = {a, b, c};
  double rounded[3][3];
  int number = t->figures++;
  for (int k = 0; k < 3; k++) {
    for (int i = 0; i < 3; i++) {
      m->vertex[3 * number + k][i] = (float)corner[k][i];
      rounded[k][i] = t->field ? corner[k][i] : (double)(float)corner[k][i];
    }
    m->index[number][k] = (dTriIndex)(3 * number + k);
  }
  t->figure[number] = make_cornered(3, rounded, 0);
}

static void build_mesh(thing *t) {
  mesh *m = t->data;
  m->data = dGeomTriMeshDataCreate();
  dGeomTriMeshDataBuildSingle(m->data, m->vertex, sizeof m->vertex[0], 3 * t->figures, m->index, 3 * t->figures,
                              sizeof m->index[0]);
  t->geom = dCreateTriMesh(0, m->data, 0, 0, 0);
}

/* The surface of a slanted box. */
static void make_shell(thing *t, random_source *r, double scale) {
  figure f = make_leaning(r, scale);
  for (int axis = 0; axis < 3; axis++) {
    int u = 1 << axis, v = 1 << (axis + 1) % 3, w = 1 << (axis + 2) % 3;
    for (int side = 0; side < 2; side++) {
      int a = side * w;
      add_triangle(t, f.corner[a], f.corner[a + u], f.corner[a + u + v]);
      add_triangle(t, f.corner[a], f.corner[a + u + v], f.corner[a + v]);
    }
  }
  build_mesh(t);
}

/* A square of the grid, cut in two: from (i, k) to (i + 1, k + 1), or the other way in a heightfield. */
static void add_square(thing *t, double (*at)[3], int i, int k) {
  const double *a = at[i * (GRID + 1) + k], *b = at[(i + 1) * (GRID + 1) + k];
  const double *c = at[(i + 1) * (GRID + 1) + k + 1], *d = at[i * (GRID + 1) + k + 1];
  if (t->field) {
    add_triangle(t, a, b, d);
    add_triangle(t, b, c, d);
  } else {
    add_triangle(t, a, b, c);
    add_triangle(t, a, c, d);
  }
}

/* A floor, flat, bumpy or with a step: y is up in a heightfield, z in a room, which has four walls. */
static void make_floor(thing *t, random_source *r, double scale) {
  mesh *m = t->data;
  double at[(GRID + 1) * (GRID + 1)][3], wide = 4 * scale;
  int kind = (int)uniform(r, 0, 3);
  for (int n = 0; n < (GRID + 1) * (GRID + 1); n++) {
    double i = n / (GRID + 1), k = n % (GRID + 1);
    double up = kind == 0 ? 0 : kind == 1 ? scale * (double)uniform(r, 0, 0.3) : i < 5 ? 0 : scale;
    const double x = wide * (i / GRID - 0.5), y = wide * (k / GRID - 0.5);
    const double upwards[3] = {x, y, up}, field[3] = {x, up, y};
    memcpy(at[n], t->field ? field : upwards, sizeof at[n]);
    m->height[n % (GRID + 1) * (GRID + 1) + n / (GRID + 1)] = up;
  }
  for (int n = 0; n < GRID * GRID; n++) add_square(t, at, n / GRID, n % GRID);
  for (int k = 0; k < 4 && !t->field; k++) {
    double corner[4][3];
    for (int n = 0; n < 4; n++) {
      int at_corner = (k + (n == 1 || n == 2)) % 4;
      corner[n][0] = (at_corner + 1) / 2 % 2 ? wide / 2 : -wide / 2;
      corner[n][1] = at_corner / 2 ? wide / 2 : -wide / 2;
      corner[n][2] = n < 2 ? 0 : scale;
    }
    add_triangle(t, corner[0], corner[1], corner[2]);
    add_triangle(t, corner[0], corner[2], corner[3]);
  }
  if (!t->field) {
    build_mesh(t);
    return;
  }
  m->field = dGeomHeightfieldDataCreate();
  dGeomHeightfieldDataBuildDouble(m->field, m->height, 1, (dReal)wide, (dReal)wide, GRID + 1, GRID + 1, 1, 0, 1, 0);
  t->geom = dCreateHeightfield(0, m->field, 1);
}

static void make_thing(thing *t, random_source *r, int kind, double scale) {
  dReal a = random_length(r, scale), b = random_length(r, scale), c = random_length(r, scale);
  double ends[2][3] = {{0, 0, (double)b / 2}, {0, 0, -(double)b / 2}};
  memset(t, 0, sizeof *t);
  t->figures = 1;
  t->size = 2 * scale;
  if (kind >= SHELL && kind <= ROOM) {
    t->figures = 0;
    t->field = kind == FIELD;
    t->data = calloc(1, sizeof(mesh));
    assert_non_null(t->data);
  }
  switch (kind) {
    case BOX:
    case OWN_BOX:
      t->geom = kind == BOX ? dCreateBox(0, a, b, c) : qmboxCreate(0, a, b, c);
      t->figure[0] = make_box((double)a, (double)b, (double)c);
      break;
    case BALL:
    case CAPSULE:
      t->geom = kind == BALL ? dCreateSphere(0, a / 2) : dCreateCapsule(0, a / 3, b);
      if (kind == BALL) ends[0][2] = 0;
      t->figure[0] = make_cornered(kind == BALL ? 1 : 2, ends, kind == BALL ? (double)a / 2 : (double)(a / 3));
      break;
    case ROLL:
      t->geom = dCreateCylinder(0, a / 2, b);
      t->figure[0] = make_round(CYLINDER, (double)a / 2, 0, (double)b / 2);
      break;
    case HULL:
      make_leaning_hull(t, r, scale);
      break;
    case WEDGE:
      make_wedge(t, r, scale);
      break;
    case EGG:
      t->geom = ellipsoid(0, (double)a / 2, (double)b / 2, (double)c / 2);
      t->figure[0] = make_round(ELLIPSOID, (double)a / 2, (double)b / 2, (double)c / 2);
      break;
    case SHELL:
      make_shell(t, r, scale);
      break;
    case PLANE:
      t->geom = dCreatePlane(0, 0, 0, 1, 0);
      t->figure[0].kind = HALF_SPACE;
      break;
    default:
      make_floor(t, r, scale);
      break;
  }
}

static void free_thing(thing *t, int kind) {
  dGeomDestroy(t->geom);
  if (kind == SHELL || kind == ROOM) dGeomTriMeshDataDestroy(((mesh *)t->data)->data);
  if (kind == FIELD) dGeomHeightfieldDataDestroy(((mesh *)t->data)->field);
  free(t->data);
}

/* ------------------------------------------------------------------ scenes */

/* A motion as the judge knows it: at + t v + t^2 a, and the normalised q + t/2 w q. */
typedef struct path {
  double at[3], v[3], a[3], q[4], w[3];
} path;

static place place_at(const path *p, double t) {
  double at[3], q[4], spin[4] = {0, p->w[0], p->w[1], p->w[2]}, turning[4];
  quaternion_product(spin, p->q, turning);
  for (int i = 0; i < 3; i++) at[i] = p->at[i] + t * (p->v[i] + t * p->a[i]);
  for (int i = 0; i < 4; i++) q[i] = p->q[i] + t / 2 * turning[i];
  return place_of(at, q);
}

/* How a scene is cast. */
typedef enum question { GEOM, MOVING, BODY, COMPOUND, QUESTIONS } question;

typedef struct scene {
  double scale;
  question question;
  dWorldID world;
  int casters, caster_kind[2], kind[TARGETS];
  thing caster[2], target[TARGETS];
  place offset[2];
  double offset_q[2][4];
  path way, stands[TARGETS];
  dSpaceID space;
  double normal[3]; /* of the contact at the start */
  const char *mode;
} scene;

static void random_place(random_source *r, scene *s, path *p) {
  dVector3 at;
  dQuaternion q;
  memset(p, 0, sizeof *p);
  random_vector(r, 1.5, at);
  random_quaternion(r, q);
  for (int i = 0; i < 3; i++) p->at[i] = (double)at[i] * s->scale;
  for (int i = 0; i < 4; i++) p->q[i] = (double)q[i];
}

static place composed(const place *outer, const place *inner) {
  place p;
  for (int i = 0; i < 3; i++) {
    p.at[i] = outer->at[i] + dot(outer->turn[i], inner->at);
    for (int k = 0; k < 3; k++) {
      p.turn[i][k] = 0;
      for (int j = 0; j < 3; j++) p.turn[i][k] += outer->turn[i][j] * inner->turn[j][k];
    }
  }
  return p;
}

static double depth_at(const scene *s, int caster, int number, double t, int sides, double normal[3]) {
  place way = place_at(&s->way, t), one = composed(&way, &s->offset[caster]), two = place_at(&s->stands[number], t);
  return depth_between(&s->caster[caster], &one, &s->target[number], &two, sides, normal);
}

/* Brings the caster along a line to where it is this deep in the first target. */
static void bring_to_contact(random_source *r, scene *s, double depth) {
  dVector3 from;
  double outside = 1, inside = 0, middle[3];
  random_vector(r, 1, from);
  double length = sqrt((double)(from[0] * from[0] + from[1] * from[1] + from[2] * from[2]));
  memcpy(middle, s->stands[0].at, sizeof middle);
  if (s->kind[0] == PLANE) from[2] = (dReal)fabs((double)from[2]) + (dReal)0.1;
  for (int k = 0; k < 60; k++) {
    double part = (inside + outside) / 2;
    for (int i = 0; i < 3; i++) s->way.at[i] = middle[i] + part * 6 * s->scale * (double)from[i] / length;
    if (depth_at(s, 0, 0, 0, FEW, s->normal) > depth) {
      inside = part;
    } else {
      outside = part;
    }
  }
}

/* Sets a motion that slides along the contact, leaves it, leaves it and comes back, or goes anywhere. */
static void set_off(random_source *r, scene *s) {
  static const char *const MODE[] = {"slides", "leaves", "returns", "anywhere", "spins"};
  dVector3 v, w;
  int mode = (int)uniform(r, 0, 5);
  random_vector(r, 3, v);
  random_vector(r, 1, w);
  double along = 0;
  for (int i = 0; i < 3; i++) along += (double)v[i] * s->normal[i];
  for (int i = 0; i < 3; i++) {
    double less = mode == 3 ? 0 : mode == 0 ? along : along - fabs(along);
    s->way.v[i] = s->scale * ((double)v[i] - less * s->normal[i]);
    if (mode == 2) s->way.a[i] = -s->scale * fabs(along) * 1.5 * s->normal[i];
    if (mode == 4) s->way.w[i] = (double)w[i];
  }
  s->mode = MODE[mode];
}

static void put_target(random_source *r, scene *s, int number) {
  thing *t = &s->target[number];
  path *p = &s->stands[number];
  random_place(r, s, p);
  if (s->kind[number] == PLANE) {
    double q[4] = {1, 0, 0, 0};
    memset(p->at, 0, sizeof p->at);
    memcpy(p->q, q, sizeof q);
  } else {
    dQuaternion q = {(dReal)p->q[0], (dReal)p->q[1], (dReal)p->q[2], (dReal)p->q[3]};
    dGeomSetPosition(t->geom, (dReal)p->at[0], (dReal)p->at[1], (dReal)p->at[2]);
    dGeomSetQuaternion(t->geom, q);
  }
  dSpaceAdd(s->space, t->geom);
}

/* Makes a body that moves like this path in a step of length 1. */
static dBodyID make_body(dWorldID world, const path *p) {
  dBodyID body = dBodyCreate(world); /* of mass 1 */
  dQuaternion q = {(dReal)p->q[0], (dReal)p->q[1], (dReal)p->q[2], (dReal)p->q[3]};
  dBodySetPosition(body, (dReal)p->at[0], (dReal)p->at[1], (dReal)p->at[2]);
  dBodySetQuaternion(body, q);
  dBodySetLinearVel(body, (dReal)p->v[0], (dReal)p->v[1], (dReal)p->v[2]);
  dBodySetAngularVel(body, (dReal)p->w[0], (dReal)p->w[1], (dReal)p->w[2]);
  dBodySetForce(body, (dReal)p->a[0], (dReal)p->a[1], (dReal)p->a[2]);
  return body;
}

/* Chooses where on its body a caster is. */
static void choose_offset(random_source *r, scene *s, int caster) {
  path p;
  random_place(r, s, &p);
  for (int i = 0; i < 3; i++) p.at[i] *= s->question < BODY ? 0 : 0.3;
  for (int i = 0; i < 4 && s->question < BODY; i++) p.q[i] = i == 0;
  s->offset[caster] = place_of(p.at, p.q);
  memcpy(s->offset_q[caster], p.q, sizeof p.q);
}

/* Gives the casters their body, and moving targets theirs. */
static void give_bodies(random_source *r, scene *s) {
  dBodyID body = s->question >= BODY ? make_body(s->world, &s->way) : 0;
  for (int k = 0; k < s->casters && body; k++) {
    dGeomID geom = s->caster[k].geom;
    dQuaternion q;
    for (int i = 0; i < 4; i++) q[i] = (dReal)s->offset_q[k][i];
    dGeomSetBody(geom, body);
    dGeomSetOffsetPosition(geom, (dReal)s->offset[k].at[0], (dReal)s->offset[k].at[1], (dReal)s->offset[k].at[2]);
    dGeomSetOffsetQuaternion(geom, q);
  }
  for (int k = 0; k < TARGETS && s->question == MOVING; k++) {
    dVector3 v, w;
    random_vector(r, 1, v);
    random_vector(r, 1, w);
    if (s->kind[k] == PLANE) continue;
    for (int i = 0; i < 3; i++) {
      s->stands[k].v[i] = s->scale * (double)v[i];
      s->stands[k].w[i] = k ? (double)w[i] : 0;
      if (k == 0) s->way.v[i] += s->stands[k].v[i];
    }
    dGeomSetBody(s->target[k].geom, make_body(s->world, &s->stands[k]));
  }
}

static void make_scene(random_source *r, scene *s, question asked, int caster, int target, double scale) {
  memset(s, 0, sizeof *s);
  s->scale = scale;
  s->question = asked;
  s->casters = asked == COMPOUND ? 2 : 1;
  s->world = dWorldCreate();
  s->space = make_space(SPACE_SIMPLE);
  for (int k = 0; k < s->casters; k++) {
    s->caster_kind[k] = k ? (int)uniform(r, 0, CASTERS - 0.001) : caster;
    make_thing(&s->caster[k], r, s->caster_kind[k], scale);
    choose_offset(r, s, k);
  }
  for (int k = 0; k < TARGETS; k++) {
    s->kind[k] = k ? (int)uniform(r, 0, KINDS - 0.001) : target;
    make_thing(&s->target[k], r, s->kind[k], scale);
    put_target(r, s, k);
  }
  random_place(r, s, &s->way);
  if (uniform(r, 0, 1) < 0.6) memcpy(s->way.q, s->stands[0].q, sizeof s->way.q);
  bring_to_contact(r, s, uniform(r, 0, 1) < 0.3 ? 0 : scale * (double)log_uniform(r, 1e-8, 1e-2));
  set_off(r, s);
  give_bodies(r, s);
}

static void free_scene(scene *s) {
  for (int k = 0; k < TARGETS; k++) free_thing(&s->target[k], s->kind[k]);
  for (int k = 0; k < s->casters; k++) free_thing(&s->caster[k], s->caster_kind[k]);
  dSpaceDestroy(s->space);
  dWorldDestroy(s->world);
}

/* ------------------------------------------------------------------ verdicts */

typedef struct verdicts {
  int casts, pairs, hits, clear, unsure, late, early;
} verdicts;

/* A pair to be judged. */
typedef struct claim {
  int caster, target;
  double begin, until, slack;
  bool hit, unsure; /* not decided by the solver: the hit may be early */
} claim;

static void complain(const scene *s, const claim *c, const char *what, double depth, double t) {
  static const char *const QUESTION[] = {"geom", "moving targets", "body", "compound"};
  print_message("# %s: %s at %s (%d), scale %g, %s, %s: depth %g at the start, %g at %.9g, hit at %.9g, slack %g\n",
                what, NAME[s->caster_kind[c->caster]], NAME[s->kind[c->target]], c->target, s->scale, s->mode,
                QUESTION[s->question], c->begin, depth, t, c->until, c->slack);
}

/* The search of the judge, and the solver, leave some 1e-9 of sizes and distance. */
static double error_of(const scene *s) {
  return (sizeof(dReal) == sizeof(float) ? 1e-5 : 1e-7) * s->scale;
}

static double depth_of_claim(const scene *s, const claim *c, double t, int sides) {
  double normal[3];
  return depth_at(s, c->caster, c->target, t, sides, normal);
}

/* Returns true if nothing is deeper than allowed before the hit; writes whether the two are apart in between. */
static bool is_in_time(const scene *s, const claim *c, bool *parted) {
  double allowed = c->begin + c->slack + error_of(s);
  *parted = !(c->begin > 0);
  for (int k = 0; k <= SAMPLES; k++) {
    double t = c->until * k / SAMPLES, depth = depth_of_claim(s, c, t, FEW);
    *parted = *parted || depth < error_of(s);
    if (depth > allowed) depth = depth_of_claim(s, c, t, MANY);
    if (!(depth > allowed)) continue;
    complain(s, c, "late", depth, t);
    return false;
  }
  return true;
}

/* Returns true if the two get deeper after the hit than is passed over; than at the hit if they have not parted. */
static bool is_true(const scene *s, const claim *c, bool parted) {
  double most = -INFINITY, wanted = c->slack - error_of(s);
  if (!parted) wanted += fmin(c->begin, depth_of_claim(s, c, c->until, MANY));
  for (int k = 0; k <= 4 * SAMPLES && most < wanted; k++) {
    double part = (double)k / (4 * SAMPLES);
    most = fmax(most, depth_of_claim(s, c, c->until + (1 - c->until) * part * part * part, FEW));
  }
  if (most < wanted) complain(s, c, "early", most, c->until);
  return most >= wanted;
}

/* Judges pairs that are not too deep at first: deep in a round figure the search does not find the least overlap. */
static void judge_pair(const scene *s, claim *c, verdicts *v) {
  bool parted;
  c->begin = fmax(0, depth_of_claim(s, c, 0, MANY));
  if (c->begin > DEEP * s->scale) return;
  bool in_time = is_in_time(s, c, &parted);
  v->late += !in_time;
  v->early += in_time && c->hit && !c->unsure && !is_true(s, c, parted);
  v->pairs++;
}

static void judge_hits(const scene *s, const qmboxContact *hit, int count, double slack, verdicts *v) {
  for (int k = 0; k < s->casters * TARGETS; k++) {
    claim c = {.caster = k / TARGETS, .target = k % TARGETS, .until = 1, .slack = slack};
    for (int n = 0; n < count; n++) {
      if (hit[n].g1 != s->caster[c.caster].geom || hit[n].g2 != s->target[c.target].geom) continue;
      assert_false(c.hit);
      c.hit = true;
      c.unsure = hit[n].status == BMS_UNRESOLVED;
      c.until = hit[n].time;
    }
    v->hits += c.hit;
    judge_pair(s, &c, v);
  }
}

static void judge_cast(random_source *r, const scene *s, verdicts *v) {
  const path *p = &s->way;
  bms_motion motion = bms_motion_step(p->at, p->q, p->v, p->w, p->a);
  double slack = s->scale * (double)log_uniform(r, 3e-5, 1e-3);
  int unsure = 0;
  qmboxCast cast = {.t1 = 1, .approaching = 1, .slack = slack, .moving = s->question == MOVING, .unsure = &unsure};
  qmboxContact hit[2 * TARGETS];
  if (s->question < BODY) cast.motion = &motion;
  int count = s->question == COMPOUND
                  ? qmboxSpaceCastBody(s->space, dGeomGetBody(s->caster[0].geom), &cast, hit, 2 * TARGETS)
                  : qmboxSpaceCast(s->space, s->caster[0].geom, &cast, hit, 2 * TARGETS);
  assert_true(count >= 0 && count <= s->casters * TARGETS);
  v->casts++;
  v->clear += count == 0;
  v->unsure += unsure;
  judge_hits(s, hit, count, slack, v);
}

/* Each caster at each target, in turn by each question and at each scale. */
static void every_kind_finds_what_it_approaches(void **state) {
  static const double SCALE[] = {1, 0.01, 100};
  random_source r = seeded("kinds", SEED);
  static scene s;
  verdicts v = {0};
  (void)state;
  register_ellipsoids();
  for (int i = 0; i < repetitions(CASTS); i++) {
    question asked = (question)((i + i / (CASTERS * KINDS)) % QUESTIONS);
    make_scene(&r, &s, asked, i % CASTERS, i / CASTERS % KINDS, SCALE[(i + i / CASTERS) % 3]);
    judge_cast(&r, &s, &v);
    free_scene(&s);
  }
  print_message("# %d casts, %d pairs, %d hits, %d clear, %d unsure, %d late, %d early\n", v.casts, v.pairs, v.hits,
                v.clear, v.unsure, v.late, v.early);
  assert_int_equal(v.late + v.early, 0);
  assert_true(v.pairs > 2 * v.casts && 4 * v.hits > v.casts && 8 * v.clear > v.casts && 50 * v.unsure < v.casts + 50);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up_ode, tear_down_ode)

int main(void) {
  const struct CMUnitTest tests[] = {
      CASE(every_kind_finds_what_it_approaches),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests_name("cast kinds", tests, 0, 0);
}
