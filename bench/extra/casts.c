/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * casts: casts from contact, each after an ordinary one of the same motion 1 cm above, for callgrind to count.
 *
 *     casts [LINE]    LINE: only the pair of casts of this line
 *
 * Six convex casters stand, lie, and lean on an edge and on a corner, on floors of five kinds, 0.1 mm deep or at depth
 * 0.  In two directions each slides 1 m, slides until a wall stops it, spins in place, turns on its way to the wall,
 * rolls about its lowest point, jumps up and lands, and leaps at the wall.  Casters that slide or spin come near to
 * nothing 1 cm above.  Prints one line for each pair of casts: motion, depth in mm, direction, attitude, caster, floor,
 * and the hits of both.  casts.sh adds the instructions.
 */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "qmbox.h"

enum { BOX, BALL, CAPSULE, CYLINDER, HULL, PRISM, CASTERS };
enum { ON_BOX, ON_PLANE, ON_MESH, ON_FIELD, ON_HULL, FLOORS };
enum { SLIDES, STOPS, SPINS, TURNS, ROLLS, JUMPS, LEAPS, MOTIONS };
enum { ATTITUDES = 4, DIRECTIONS = 2, DEPTHS = 2 };
enum { SIDES = 20, BOX_CORNERS = 8, MOST_CORNERS = 2 * SIDES, MOST_FACES = SIDES + 2, TILES = 10 };

static const char *const CASTER[] = {"box", "ball", "capsule", "cylinder", "hull8", "hull40"};
static const char *const FLOOR[] = {"box", "plane", "mesh", "field", "hull"};
static const char *const MOTION[] = {"slides", "stops", "spins", "turns", "rolls", "jumps", "leaps"};
static const char *const ATTITUDE[] = {"flat", "lying", "edge", "corner"};
static const double DEPTH[DEPTHS] = {1e-4, 0}, ABOVE = 0.01;

static const double SQRT2 = 1.4142135623730951;

/* Half the sides of the casters' boxes, and where casts begin and the wall stands. */
static const double HALF[3] = {0.25, 0.2, 0.3}, START[2] = {0.013, 0.017}, WALL = 3;

/* ------------------------------------------------------------------ hulls */

/* Planes, points and polygons that a dConvex reads as long as it exists. */
typedef struct hull {
  dReal plane[4 * MOST_FACES], point[3 * MOST_CORNERS];
  unsigned polygon[4 * MOST_CORNERS + MOST_FACES];
  int corners;
} hull;

/* Sets a prism about z: `sides` corners below and as many above. */
static void make_prism(hull *h, int sides, double a, double b, double half) {
  unsigned *at = h->polygon;
  double first = sides == 4 ? M_PI / 4 : 0;
  h->corners = 2 * sides;
  for (int k = 0; k < 2 * sides; k++) {
    double angle = first + 2 * M_PI * (k % sides) / sides;
    const double x[3] = {a * cos(angle), b * sin(angle), k < sides ? -half : half};
    for (int i = 0; i < 3; i++) h->point[3 * k + i] = (dReal)x[i];
  }
  for (int f = 0; f < sides + 2; f++) {
    double angle = first + 2 * M_PI * (f + 0.5) / sides, length = hypot(cos(angle) / a, sin(angle) / b);
    bool end = f >= sides;
    const double n[3] = {end ? 0 : cos(angle) / (a * length), end ? 0 : sin(angle) / (b * length),
                         !end         ? 0
                         : f == sides ? -1
                                      : 1};
    for (int i = 0; i < 3; i++) h->plane[4 * f + i] = (dReal)n[i];
    h->plane[4 * f + 3] = (dReal)(end ? half : cos(M_PI / sides) / length);
    *at++ = end ? (unsigned)sides : 4;
    for (int k = 0; k < (end ? sides : 4); k++) {
      int side = (f + (k == 1 || k == 2)) % sides + (k >= 2 ? sides : 0);
      *at++ = (unsigned)(!end ? side : f == sides ? sides - 1 - k : sides + k);
    }
  }
}

static dGeomID hull_geom(dSpaceID space, const hull *h) {
  return dCreateConvex(space, h->plane, (unsigned)(h->corners / 2 + 2), h->point, (unsigned)h->corners, h->polygon);
}

/* ------------------------------------------------------------------ floors */

typedef struct ground {
  dSpaceID space;
  hull floor, wall;
  dTriMeshDataID mesh;
  dHeightfieldDataID field;
} ground;

/* A floor of squares of one metre about the origin, and a wall of two triangles. */
static void add_mesh(ground *g) {
  static float vertex[3 * ((TILES + 1) * (TILES + 1) + 4)];
  static dTriIndex index[3 * (2 * TILES * TILES + 2)];
  int v = 0, t = 0;
  for (int n = 0; n < (TILES + 1) * (TILES + 1); n++) {
    vertex[v++] = (float)(n / (TILES + 1)) - (float)TILES / 2;
    vertex[v++] = (float)(n % (TILES + 1)) - (float)TILES / 2;
    vertex[v++] = 0;
  }
  for (int n = 0; n < TILES * TILES; n++) {
    const dTriIndex a = (dTriIndex)(n / TILES * (TILES + 1) + n % TILES), b = a + TILES + 1;
    const dTriIndex corner[6] = {a, b, b + 1, a, b + 1, a + 1};
    memcpy(index + t, corner, sizeof corner);
    t += 6;
  }
  for (int k = 0; k < 4; k++) {
    vertex[v++] = (float)WALL;
    vertex[v++] = k % 2 ? 3 : -3;
    vertex[v++] = (float)(k / 2);
  }
  const dTriIndex a = (dTriIndex)(v / 3 - 4), corner[6] = {a, a + 2, a + 1, a + 1, a + 2, a + 3};
  memcpy(index + t, corner, sizeof corner);
  t += 6;
  g->mesh = dGeomTriMeshDataCreate();
  dGeomTriMeshDataBuildSingle(g->mesh, vertex, 3 * sizeof *vertex, v / 3, index, t, 3 * sizeof *index);
  dCreateTriMesh(g->space, g->mesh, 0, 0, 0);
}

/* A heightfield whose y is up is turned to z up; the wall is its last rows. */
static void add_field(ground *g) {
  static double height[(TILES + 1) * (TILES + 1)];
  dMatrix3 turn;
  for (int n = 0; n < (TILES + 1) * (TILES + 1); n++) height[n] = n % (TILES + 1) > TILES / 2 + 3 ? 1 : 0;
  g->field = dGeomHeightfieldDataCreate();
  dGeomHeightfieldDataBuildDouble(g->field, height, 1, TILES, TILES, TILES + 1, TILES + 1, 1, 0, 1, 0);
  dRFromAxisAndAngle(turn, 1, 0, 0, (dReal)(M_PI / 2));
  dGeomSetRotation(dCreateHeightfield(g->space, g->field, 1), turn);
}

static void make_ground(ground *g, int kind) {
  const dReal beyond = (dReal)(WALL + 0.5), deep = (dReal)-0.5, high = (dReal)0.5, corner = (dReal)SQRT2;
  dGeomID floor = 0, front = 0;
  memset(g, 0, sizeof *g);
  g->space = dSimpleSpaceCreate(0);
  make_prism(&g->floor, 4, TILES / 2.0 * (double)corner, TILES / 2.0 * (double)corner, 0.5);
  make_prism(&g->wall, 4, 0.5 * (double)corner, 3 * (double)corner, 0.5);
  if (kind == ON_MESH) add_mesh(g);
  if (kind == ON_FIELD) add_field(g);
  if (kind == ON_PLANE) dCreatePlane(g->space, 0, 0, 1, 0);
  if (kind == ON_BOX) floor = dCreateBox(g->space, TILES, TILES, 1);
  if (kind == ON_HULL) floor = hull_geom(g->space, &g->floor);
  if (floor) dGeomSetPosition(floor, 0, 0, deep);
  if (kind == ON_HULL) front = hull_geom(g->space, &g->wall);
  if (kind == ON_BOX || kind == ON_PLANE) front = dCreateBox(g->space, 1, 6, 1);
  if (front) dGeomSetPosition(front, beyond, 0, high);
}

static void free_ground(ground *g) {
  dSpaceDestroy(g->space);
  if (g->mesh) dGeomTriMeshDataDestroy(g->mesh);
  if (g->field) dGeomHeightfieldDataDestroy(g->field);
}

/* ------------------------------------------------------------------ casters */

static dGeomID make_caster(int kind, hull *h) {
  const dReal x = (dReal)(2 * HALF[0]), y = (dReal)(2 * HALF[1]), z = (dReal)(2 * HALF[2]);
  if (kind == BOX) return dCreateBox(0, x, y, z);
  if (kind == BALL) return dCreateSphere(0, x / 2);
  if (kind == CAPSULE) return dCreateCapsule(0, y / 2, z);
  if (kind == CYLINDER) return dCreateCylinder(0, x / 2, z);
  make_prism(h, kind == HULL ? 4 : SIDES, HALF[0] * (kind == HULL ? SQRT2 : 1), HALF[1] * (kind == HULL ? SQRT2 : 1),
             HALF[2]);
  return hull_geom(0, h);
}

/* Writes the quaternion of an attitude: turned about x, or about y and x. */
static void set_attitude(int attitude, double q[4]) {
  double x = attitude == 1 ? M_PI / 4 : attitude == 3 ? 0.25 : 0, y = attitude >= 2 ? 0.3 : 0;
  q[0] = cos(x) * cos(y);
  q[1] = sin(x) * cos(y);
  q[2] = cos(x) * sin(y);
  q[3] = sin(x) * sin(y);
}

/* Writes the lowest point of a caster in this attitude, from its middle. */
static void find_lowest(int kind, const hull *h, const double q[4], double lowest[3]) {
  dQuaternion turn = {(dReal)q[0], (dReal)q[1], (dReal)q[2], (dReal)q[3]};
  dMatrix3 m;
  dVector3 own = {0, 0, 0}, placed;
  dRfromQ(m, turn);
  double up[3] = {(double)m[8], (double)m[9], (double)m[10]}, wide = hypot(up[0], up[1]), least = INFINITY;
  for (int i = 0; i < 3 && kind == BOX; i++) own[i] = (dReal)(fabs(up[i]) < 1e-9 ? 0 : copysign(HALF[i], -up[i]));
  if (kind == CYLINDER || kind == CAPSULE) own[2] = (dReal)(fabs(up[2]) < 1e-9 ? 0 : copysign(HALF[2], -up[2]));
  for (int i = 0; i < 2 && kind == CYLINDER && wide > 1e-9; i++) own[i] = (dReal)(-HALF[0] * up[i] / wide);
  for (int k = 0; k < h->corners; k++) {
    double at = 0;
    for (int i = 0; i < 3; i++) at += up[i] * (double)h->point[3 * k + i];
    if (at < least - 1e-9) memcpy(own, h->point + 3 * k, 3 * sizeof *own);
    least = fmin(least, at);
  }
  dMultiply0_331(placed, m, own);
  for (int i = 0; i < 3; i++) lowest[i] = (double)placed[i];
  if (kind == BALL || kind == CAPSULE) lowest[2] -= kind == BALL ? HALF[0] : HALF[1];
}

/* ------------------------------------------------------------------ motions */

typedef struct course {
  int motion, direction;
  double q[4], lowest[3]; /* the lowest point from the middle */
} course;

/* Returns the motion on [0, 1], the lowest point at this height first.  A body that rolls turns about that point at
   first. */
static bms_motion motion_of(const course *c, double height) {
  double ahead[2] = {1, c->direction ? 0.3 : 0}, speed = c->motion == SLIDES || c->motion == JUMPS ? 1 : 4;
  double at[3] = {START[0], START[1], height - c->lowest[2]}, v[3] = {0, 0, 0}, w[3] = {0, 0, 0}, a[3] = {0, 0, 0};
  bool moves = c->motion != SPINS && c->motion != ROLLS;
  for (int i = 0; i < 2 && moves; i++) v[i] = speed * ahead[i];
  if (c->motion == SPINS || c->motion == TURNS) w[2] = 1;
  if (c->motion == JUMPS || c->motion == LEAPS) {
    v[2] = 2;
    a[2] = -2.5;
  }
  for (int i = 0; i < 2 && c->motion == ROLLS; i++) w[i] = i == 0 ? -ahead[1] : ahead[0];
  for (int i = 0; i < 3 && c->motion == ROLLS; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    v[i] = w[k] * c->lowest[j] - w[j] * c->lowest[k]; /* of the middle about that point */
  }
  return bms_motion_step(at, c->q, v, w, a);
}

static void cast(const ground *g, dGeomID caster, const course *c, double height, bool approaching) {
  qmboxContact hit;
  bms_motion motion = motion_of(c, height);
  const qmboxCast how = {.t1 = 1, .motion = &motion, .approaching = approaching};
  int count = qmboxSpaceCast(g->space, caster, &how, &hit, 1);
  printf(" %d@%.6f", count, count > 0 ? hit.time : 1);
}

/* The line to print, 0 for all, and the present one. */
static int wanted, line;

static void cast_all(const ground *g, int floor, int kind) {
  hull h = {.corners = 0};
  qmboxOverlap overlap;
  dGeomID caster = make_caster(kind, &h);
  dGeomSetPosition(caster, (dReal)WALL, 0, 0);
  (void)qmboxSpaceOverlaps(g->space, caster, 0, 0, &overlap, 1); /* prepares hulls and meshes */
  for (int n = 0; n < (kind == BALL ? 1 : ATTITUDES) * MOTIONS * DIRECTIONS * DEPTHS; n++) {
    line++;
    if (wanted > 0 && line != wanted) continue;
    int attitude = n / (MOTIONS * DIRECTIONS * DEPTHS);
    double depth = DEPTH[n % DEPTHS];
    course c = {.motion = n / (DIRECTIONS * DEPTHS) % MOTIONS, .direction = n / DEPTHS % DIRECTIONS};
    set_attitude(attitude, c.q);
    find_lowest(kind, &h, c.q, c.lowest);
    printf("%s %.1f %s %s %s %s", MOTION[c.motion], 1e3 * depth, c.direction ? "oblique" : "straight",
           ATTITUDE[attitude], CASTER[kind], FLOOR[floor]);
    cast(g, caster, &c, ABOVE, false);
    cast(g, caster, &c, -depth, true);
    printf("\n");
  }
  dGeomDestroy(caster);
}

int main(int argc, char **argv) {
  if (argc > 1) wanted = atoi(argv[1]);
  dInitODE();
  for (int floor = 0; floor < FLOORS; floor++) {
    ground g;
    make_ground(&g, floor);
    for (int kind = 0; kind < CASTERS; kind++) cast_all(&g, floor, kind);
    free_ground(&g);
  }
  dCloseODE();
  return 0;
}
