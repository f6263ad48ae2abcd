/* SPDX-License-Identifier: BSD-3-Clause */

/* Tests which pairs the guard checks, and when: every two geoms that come near each other in a step, at whatever time
   and wherever one waits, once; and none that ODE would not let collide. */

#include <math.h>
#include <stdlib.h>
#include <stdio.h>

#include "moving/bodies.h"
#include "moving/moves.h"
#include "broad/bounds.h"
#include "guard/candidates.h"
#include "broad/swept.h"
#include "broad/windows.h"
#include "thrown.h"

enum { GEOMS = 24, SCENES = 60, LOOKS = 32, SWEPT = 3000 };

/* ODE has no place for data in a visit. */
static int visits[GEOMS + 1][GEOMS + 1];
static dGeomID known[GEOMS + 1];

static int index_of(dGeomID geom) {
  for (int i = 0; i <= GEOMS; i++) {
    if (known[i] == geom) return i;
  }
  fail_msg("a geom that is not in the scene");
  return -1;
}

static void count_visit(const qmboxGuard *guard, int first, int second, int window) {
  bool far = guard->bodies.geom[first].far || guard->bodies.geom[second].far;
  if (!far && window > 0) fail_msg("two geoms that do not go far are visited in window %d", window);
  if (!qmboxMayCollide(&guard->bodies, first, second)) return;
  int a = index_of(guard->bodies.geom[first].geom), b = index_of(guard->bodies.geom[second].geom);
  visits[a < b ? a : b][a < b ? b : a]++;
}

/* Visits what is near each other in a window, and counts the visits of it. */
static void visit_window(qmboxGuard *guard, int window) {
  for (int a = 0; a <= GEOMS; a++) {
    for (int b = 0; b <= GEOMS; b++) visits[a][b] = 0;
  }
  qmboxFindNear(&guard->bodies, &guard->windows, window);
  for (int i = 0; i < guard->windows.nearPairs; i++) {
    count_visit(guard, guard->windows.nearPair[i].first, guard->windows.nearPair[i].second, window);
  }
  for (int a = 0; a <= GEOMS; a++) {
    for (int b = 0; b <= GEOMS; b++) {
      if (visits[a][b] > 1) fail_msg("window %d: %d and %d are visited %d times", window, a, b, visits[a][b]);
    }
  }
}

static void add_geoms(random_source *source, dWorldID world, dSpaceID space, int kind, double length) {
  for (int i = 0; i < GEOMS; i++) {
    known[i] = random_geom(source, space_for(space, kind, i), i % KINDS);
    dGeomSetCategoryBits(known[i], 1ul << i % 3);
    dGeomSetCollideBits(known[i], i % 4 == 0 ? 7 : 3);
    if (i % 4 == 3) { /* this one is without a body */
      dReal x = uniform(source, -5, 5), y = uniform(source, -5, 5), z = uniform(source, -5, 5);
      dGeomSetPosition(known[i], x, y, z);
      continue;
    }
    if (i % 8 == 5) { /* this one is on the body of another */
      dGeomSetBody(known[i], dGeomGetBody(known[i - 1]));
      dGeomSetOffsetPosition(known[i], uniform(source, -1, 1), 0, 0);
      continue;
    }
    dBodyID body = throw_geom(source, world, known[i], 6, 5 / length, fmin(300, 2.5 / length));
    if (i % 6 == 4) dBodySetKinematic(body);
    if (i % 7 == 2) dBodySetFiniteRotationMode(body, 1);
  }
  known[GEOMS] = dCreatePlane(space, 0, (dReal)0.6, (dReal)0.8, -3);
  dGeomSetCategoryBits(known[GEOMS], 1);
}

static bool is_dynamic(dGeomID geom) {
  return dGeomGetBody(geom) && !dBodyIsKinematic(dGeomGetBody(geom));
}

static bool may_collide(dGeomID o1, dGeomID o2) {
  bool match =
      (dGeomGetCategoryBits(o1) & dGeomGetCollideBits(o2)) | (dGeomGetCategoryBits(o2) & dGeomGetCollideBits(o1));
  return match && dGeomGetBody(o1) != dGeomGetBody(o2) && (is_dynamic(o1) || is_dynamic(o2));
}

/* Returns true if they overlap at one of some times from one part of the step to another, each of which stops at some
   part of it. */
static bool come_together(const taken_step step[], int a, int b, double from, double to, const double stop[2]) {
  double hint[3] = {0, 0, 0};
  for (int i = 0; i <= LOOKS; i++) {
    double part = from + (to - from) * i / LOOKS;
    pose body1 = at_part(&step[a], fmin(part, stop[0])), body2 = at_part(&step[b], fmin(part, stop[1]));
    extent one = extent_at(known[a], &body1, 0), other = extent_at(known[b], &body2, 0);
    if (!extents_are_apart(&one, &other, 0, hint)) return true;
  }
  return false;
}

static void all_that_come_near_are_visited_and_nothing_else(void **state) {
  (void)state;
  random_source source = seeded("bounds", 0xb1);
  int together = 0, visited = 0, pairs = 0;
  for (int n = 0; n < SCENES * soak(); n++) {
    dWorldID world = dWorldCreate();
    dSpaceID space = make_space(n % SPACE_KINDS);
    double length = (double)log_uniform(&source, 1e-3, 0.1);
    taken_step step[GEOMS + 1];
    qmboxGuard guard = {0};
    add_geoms(&source, world, space, n % SPACE_KINDS, length);
    assert_true(qmboxGuardBegin(&guard, world, space));
    take_step(world, length, known, GEOMS + 1, step);
    guard.bodies.length = length;
    qmboxMeasureMoves(&guard.bodies);
    for (int i = 0; i < guard.bodies.geomCount; i++) guard.bodies.geom[i].sensor = false;
    bool near[GEOMS + 1][GEOMS + 1] = {{false}};
    qmboxBoundStep(&guard.bodies, &guard.windows);
    qmboxCutWindows(&guard.windows);
    for (int window = 0; window < guard.windows.count; window++) {
      visit_window(&guard, window);
      for (int a = 0; a <= GEOMS; a++) {
        for (int b = 0; b <= GEOMS; b++) near[a][b] = near[a][b] || visits[a][b] > 0;
      }
    }
    for (int a = 0; a <= GEOMS; a++) {
      for (int b = a + 1; b <= GEOMS; b++) {
        if (near[a][b] && !may_collide(known[a], known[b])) fail_msg("scene %d: %d and %d may not collide", n, a, b);
        bool meet = may_collide(known[a], known[b]) && come_together(step, a, b, 0, 1, (double[]){1, 1});
        if (meet && !near[a][b]) fail_msg("scene %d: %d and %d are not visited", n, a, b);
        together += meet;
        visited += near[a][b];
        pairs += may_collide(known[a], known[b]);
      }
    }
    qmboxGuardFree(&guard);
    dSpaceDestroy(space);
    dWorldDestroy(world);
  }
  printf("# %d pairs, %d visited, %d come together\n", pairs, visited, together);
  assert_true(together > 0 && visited < pairs);
}

/* Two boxes at one place, whose bodies a joint links or does not: one of them or both may be sensors. */
static void linked_geoms_meet_where_one_is_a_sensor(void **state) {
  (void)state;
  for (int n = 0; n < 8; n++) {
    dWorldID world = dWorldCreate();
    dSpaceID space = make_space(SPACE_SIMPLE);
    dBodyID body[2];
    qmboxGuard guard = {0};
    bool linked = n & 4;
    for (int k = 0; k < 2; k++) {
      known[k] = dCreateBox(space, 1, 1, 1);
      body[k] = dBodyCreate(world);
      dGeomSetBody(known[k], body[k]);
    }
    if (linked) dJointAttach(dJointCreateBall(world, 0), body[0], body[1]);
    dBodySetLinearVel(body[0], 1, 0, 0);
    assert_true(qmboxGuardBegin(&guard, world, space));
    dBodySetPosition(body[0], (dReal)0.01, 0, 0);
    guard.bodies.length = 0.01;
    qmboxMeasureMoves(&guard.bodies);
    for (int i = 0; i < 2; i++) guard.bodies.geom[i].sensor = n >> i & 1;
    qmboxBoundStep(&guard.bodies, &guard.windows);
    qmboxCutWindows(&guard.windows);
    visit_window(&guard, 0);
    assert_int_equal(visits[0][1], !linked || (n & 3) != 0);
    qmboxGuardFree(&guard);
    dSpaceDestroy(space);
    dWorldDestroy(world);
  }
}

/* A box that moves, and two at another place, the first of which has been forgotten: it may be anywhere, or goes far
   and past them. */
static void what_is_forgotten_is_not_visited(void **state) {
  (void)state;
  for (int n = 0; n < 2; n++) {
    dWorldID world = dWorldCreate();
    dSpaceID space = make_space(SPACE_SIMPLE);
    dBodyID body = dBodyCreate(world);
    qmboxGuard guard = {0};
    int visited[GEOMS + 1] = {0};
    for (int k = 0; k < 3; k++) known[k] = dCreateBox(space, 1, 1, 1);
    for (int k = 1; k < 3; k++) dGeomSetPosition(known[k], 30, 0, 0);
    dGeomSetBody(known[0], body);
    assert_true(qmboxGuardBegin(&guard, world, space));
    dBodySetPosition(body, n ? 40 : (dReal)0.01, 0, 0);
    guard.bodies.length = 0.01;
    qmboxMeasureMoves(&guard.bodies);
    for (int i = 0; i < guard.bodies.geomCount; i++) {
      bool anywhere = n == 0 && guard.bodies.geom[i].geom == known[0];
      for (int k = 0; anywhere && k < 3; k++)
        guard.bodies.geom[i].start.min[k] = -(guard.bodies.geom[i].start.max[k] = HUGE_VAL);
    }
    qmboxForgetGeom(&guard.bodies, known[1]);
    qmboxBoundStep(&guard.bodies, &guard.windows);
    qmboxCutWindows(&guard.windows);
    assert_int_equal(guard.windows.count > 1, n);
    for (int window = 0; window < guard.windows.count; window++) {
      visit_window(&guard, window);
      for (int k = 1; k < 3; k++) visited[k] += visits[0][k];
    }
    assert_int_equal(visited[1], 0);
    assert_true(visited[2] > 0);
    qmboxGuardFree(&guard);
    dSpaceDestroy(space);
    dWorldDestroy(world);
  }
}

/* A cube goes through another where one window ends and the next begins. */
static void a_pair_that_is_near_in_two_windows_is_taken_up_once(void **state) {
  (void)state;
  dWorldID world = dWorldCreate();
  dSpaceID space = make_space(SPACE_SIMPLE);
  dBodyID body = dBodyCreate(world);
  const qmboxGuardCalls calls = {0};
  qmboxGuard guard = {.calls = &calls};
  qmboxGuardTally tally = {0};
  int near = 0;
  for (int k = 0; k < 2; k++) known[k] = dCreateBox(space, (dReal)0.04, (dReal)0.04, (dReal)0.04);
  dGeomSetBody(known[0], body);
  dGeomSetPosition(known[1], 10, 0, 0);
  assert_true(qmboxGuardBegin(&guard, world, space));
  dBodySetPosition(body, 40, 0, 0);
  guard.bodies.length = 1;
  guard.tally = &tally;
  qmboxMeasureMoves(&guard.bodies);
  qmboxBoundStep(&guard.bodies, &guard.windows);
  qmboxCutWindows(&guard.windows);
  for (guard.windows.now = 0; guard.windows.now < guard.windows.count; guard.windows.now++) {
    qmboxAddNearPairs(&guard, guard.windows.now);
    near += guard.pairs.pairCount > 0 && qmboxNearInWindow(&guard.bodies, &guard.windows, 0, 1, guard.windows.now);
  }
  assert_int_equal(near, 2);
  assert_int_equal(guard.pairs.pairCount, 1);
  qmboxGuardFree(&guard);
  dSpaceDestroy(space);
  dWorldDestroy(world);
}

/* Bounds the geoms of a guard, and gives each its solid and each body a stop: some geoms have a place in windows from
   before that, which is forgotten where it no longer holds, and some none. */
static void cut_and_stop(random_source *source, qmboxGuard *guard) {
  qmboxBoundStep(&guard->bodies, &guard->windows);
  qmboxCutWindows(&guard->windows);
  guard->bodies.solid = malloc((size_t)guard->bodies.geomCount * sizeof *guard->bodies.solid);
  guard->bodies.solidCapacity = guard->bodies.geomCount;
  for (int i = 0; i < guard->bodies.geomCount; i++) {
    const qmboxGuardedBody *body = &guard->bodies.body[guard->bodies.geom[i].body];
    guard->bodies.geom[i].solid = guard->bodies.solidCount++;
    qmboxMakeGuarded(&guard->bodies.solid[i], guard->bodies.geom[i].geom, guard->bodies.qmboxClass,
                     body->moves ? &body->start : 0, body->moves ? &body->end : 0, guard->bodies.length);
    if (i % 3 != 2) qmboxAddFastGeom(&guard->bodies, &guard->windows, i);
  }
  for (int i = 0; i + 1 < guard->bodies.geomCount; i++) {
    (void)qmboxNearInWindow(&guard->bodies, &guard->windows, i, i + 1,
                            (int)uniform(source, 0, (dReal)guard->windows.count));
  }
  for (int i = 1; i < guard->bodies.bodyCount; i++) {
    double stop = (double)uniform(source, 0, 1);
    if (stop < 0.6)
      guard->bodies.body[i].stop =
          (stop < 0.1 ? 0 : floor(8 * stop) / 8 + (stop < 0.3 ? 0.05 : 0)) * guard->bodies.length;
  }
  for (int i = 0; i < guard->bodies.geomCount; i++) (void)qmboxStopFastGeom(&guard->bodies, &guard->windows, i);
}

/* A sensor is met by the geoms themselves, all others meet with their cores. */
static void expect_apart_at(const qmboxGuard *guard, const taken_step step[], int first, int second, double t) {
  const qmboxGuardedGeom *geom[2] = {&guard->bodies.geom[first], &guard->bodies.geom[second]};
  bool whole = geom[0]->sensor || geom[1]->sensor;
  double hint[3] = {0, 0, 0};
  extent at[2];
  for (int k = 0; k < 2; k++) {
    int number = index_of(geom[k]->geom);
    pose body = at_part(&step[number], fmin(t, guard->bodies.body[geom[k]->body].stop) / guard->bodies.length);
    at[k] = extent_at(known[number], &body, whole ? 0 : core_allowance(geom[k]->geom, geom[1 - k]->geom));
  }
  if (!extents_are_apart(&at[0], &at[1], 0, hint)) fail_msg("%d and %d meet at %a", first, second, t);
}

/* Returns in how many windows the two are near each other; in all others they have to be apart. */
static int expect_near_in_windows(qmboxGuard *guard, const taken_step step[], int first, int second) {
  int near = 0;
  for (int window = 0; window < guard->windows.count; window++) {
    double start = qmboxWindowStart(&guard->bodies, &guard->windows, window),
           end = qmboxWindowEnd(&guard->bodies, &guard->windows, window);
    if (qmboxNearInWindow(&guard->bodies, &guard->windows, first, second, window)) {
      near++;
      continue;
    }
    for (int i = 0; i <= LOOKS; i++) expect_apart_at(guard, step, first, second, start + (end - start) * i / LOOKS);
  }
  return near;
}

/* Expects a geom to be within bounds at a part of its step. */
static void expect_within(const qmboxBox *bounds, dGeomID geom, const taken_step *step, double part) {
  pose body = at_part(step, part);
  extent at = extent_at(geom, &body, 0);
  for (int axis = 0; axis < 3; axis++) {
    double up[3] = {axis == 0, axis == 1, axis == 2}, down[3] = {-up[0], -up[1], -up[2]};
    bool within = extent_along(&at, up) <= bounds->max[axis] && -extent_along(&at, down) >= bounds->min[axis];
    if (!within) fail_msg("the box is outside of its bounds at %a of the step", part);
  }
}

/* The bounds of what moves hold all places that it comes to in a window, or waits at. */
static void expect_within_bounds(qmboxGuard *guard, const taken_step step[], int number, int window) {
  const qmboxGuardedGeom *geom = &guard->bodies.geom[number];
  qmboxBox bounds = qmboxBoundsInWindow(&guard->bodies, &guard->windows, number, window);
  double start = qmboxWindowStart(&guard->bodies, &guard->windows, window),
         end = qmboxWindowEnd(&guard->bodies, &guard->windows, window);
  for (int i = 0; i <= LOOKS; i++) {
    double t = fmin(start + (end - start) * i / LOOKS, guard->bodies.body[geom->body].stop);
    expect_within(&bounds, geom->geom, &step[index_of(geom->geom)], t / guard->bodies.length);
  }
}

/* All that overlap in a window, one of which goes far and moves in it, are visited.  Returns how many they are. */
static int expect_visits(qmboxGuard *guard, const taken_step step[], int window) {
  double start = qmboxWindowStart(&guard->bodies, &guard->windows, window),
         end = qmboxWindowEnd(&guard->bodies, &guard->windows, window);
  int together = 0;
  visit_window(guard, window);
  for (int first = 0; first < guard->bodies.geomCount; first++) {
    for (int second = first + 1; second < guard->bodies.geomCount; second++) {
      const qmboxGuardedGeom *one = &guard->bodies.geom[first], *other = &guard->bodies.geom[second];
      int a = index_of(one->geom), b = index_of(other->geom);
      double stop[2] = {guard->bodies.body[one->body].stop / guard->bodies.length,
                        guard->bodies.body[other->body].stop / guard->bodies.length};
      bool moves = (guard->bodies.body[one->body].moves && stop[0] * guard->bodies.length > start) ||
                   (guard->bodies.body[other->body].moves && stop[1] * guard->bodies.length > start);
      if (!moves || !(one->far || other->far) || !may_collide(one->geom, other->geom)) continue;
      if (!come_together(step, a, b, start / guard->bodies.length, end / guard->bodies.length, stop)) continue;
      together++;
      if (!visits[a < b ? a : b][a < b ? b : a]) fail_msg("%d and %d are not visited in window %d", a, b, window);
    }
  }
  return together;
}

static void pairs_meet_only_in_windows_in_which_they_are_near(void **state) {
  (void)state;
  random_source source = seeded("windows", 0xb2);
  int near = 0, windows = 0, far = 0, together = 0;
  for (int n = 0; n < SCENES / 4 * soak(); n++) {
    dWorldID world = dWorldCreate();
    dSpaceID space = make_space(n % SPACE_KINDS);
    double length = (double)log_uniform(&source, 1e-3, 0.1);
    taken_step step[GEOMS + 1];
    qmboxGuard guard = {0};
    qmboxGuardTally tally = {0};
    add_geoms(&source, world, space, n % SPACE_KINDS, length);
    assert_true(qmboxGuardBegin(&guard, world, space));
    take_step(world, length, known, GEOMS + 1, step);
    guard.bodies.length = length;
    guard.tally = &tally;
    qmboxMeasureMoves(&guard.bodies);
    for (int i = 0; i < guard.bodies.geomCount; i++) guard.bodies.geom[i].sensor = i % 5 == 1;
    cut_and_stop(&source, &guard);
    for (int a = 0; a < guard.bodies.geomCount; a++) far += guard.bodies.geom[a].far;
    for (int a = 0; a < guard.bodies.geomCount; a++) {
      for (int b = a + 1; b < guard.bodies.geomCount; b++, windows += guard.windows.count) {
        near += expect_near_in_windows(&guard, step, a, b);
      }
    }
    for (int window = 0; window < guard.windows.count; window++) {
      for (int a = 0; a < guard.bodies.geomCount; a++) {
        if (guard.bodies.body[guard.bodies.geom[a].body].moves) expect_within_bounds(&guard, step, a, window);
      }
      together += expect_visits(&guard, step, window);
    }
    qmboxGuardFree(&guard);
    dSpaceDestroy(space);
    dWorldDestroy(world);
  }
  printf("# %d geoms go far; near in %d of %d windows, together in %d\n", far, near, windows, together);
  assert_true(far > 0 && near > 0 && near < windows && together > 0);
}

/* Slender boxes, as what they turn by counts most. */
static void swept_boxes_hold_all_places_of_a_stretch(void **state) {
  (void)state;
  random_source source = seeded("swept", 0xb4);
  int swept_boxes = 0;
  for (int n = 0; n < SWEPT * soak(); n++) {
    dWorldID world = dWorldCreate();
    dGeomID geom = dCreateBox(0, (dReal)0.01, (dReal)0.02, 1);
    (void)throw_geom(&source, world, geom, 1, 1, 400);
    taken_step step;
    qmboxGuard guard = {0};
    qmboxMoving moving;
    qmboxSweptBox swept;
    qmboxBox bounds;
    assert_true(qmboxGuardBegin(&guard, world, (dSpaceID)geom));
    take_step(world, 0.01, &geom, 1, &step);
    guard.bodies.length = 0.01;
    qmboxMeasureMoves(&guard.bodies);
    const qmboxGuardedBody *body = &guard.bodies.body[1];
    qmboxMakeGuarded(&moving, geom, guard.bodies.qmboxClass, &body->start, &body->end, guard.bodies.length);
    bms_box box = qmboxBoxOfMoving(&moving);
    double middle[3], half[3], from = (double)uniform(&source, 0, 1), to = (double)uniform(&source, (dReal)from, 1);
    for (int i = 0; i < 3; i++) {
      middle[i] = (box.min[i] + box.max[i]) / 2;
      half[i] = (box.max[i] - box.min[i]) / 2;
    }
    bool known_well = qmboxSweepBox(body, &moving, middle, half, from * guard.bodies.length, to * guard.bodies.length,
                                    guard.bodies.length, &swept);
    for (int i = 0; i <= LOOKS && known_well; i++) {
      assert_true(qmboxBoundSwept(&swept, &bounds));
      expect_within(&bounds, geom, &step, from + (to - from) * i / LOOKS);
    }
    swept_boxes += known_well;
    qmboxGuardFree(&guard);
    dGeomDestroy(geom);
    dWorldDestroy(world);
  }
  printf("# %d swept boxes\n", swept_boxes);
  assert_true(swept_boxes > SWEPT / 2);
}

enum { CROWDED = 12, SPACES = 4 };

/* Notes a pair that ODE comes by, with spaces within spaces as its manual shows. */
static void note_pair(void *data, dGeomID o1, dGeomID o2) {
  bool(*seen)[GEOMS + 1] = data;
  if (dGeomIsSpace(o1) || dGeomIsSpace(o2)) {
    dSpaceCollide2(o1, o2, data, note_pair);
    return;
  }
  int a = index_of(o1), b = index_of(o2);
  seen[a < b ? a : b][a < b ? b : a] = true;
}

static void set_random_bits(random_source *source, dGeomID geom) {
  unsigned long category = 0, collide = 0;
  for (int bit = 0; bit < 3; bit++) {
    category |= uniform(source, 0, 1) < (dReal)0.4 ? 1ul << bit : 0;
    collide |= uniform(source, 0, 1) < (dReal)0.4 ? 1ul << bit : 0;
  }
  if (category == 0 && collide == 0)
    category = 1; /* else it would be as if the geom, or all in the space, were not
                                                      there */
  dGeomSetCategoryBits(geom, category);
  dGeomSetCollideBits(geom, collide);
}

/* Adds geoms that are all in one place, in spaces of random bits that are nested at random. */
static void add_crowd(random_source *source, dWorldID world, dSpaceID outer, dSpaceID space[SPACES + 1]) {
  space[0] = outer;
  for (int i = 1; i <= SPACES; i++) {
    space[i] = dSimpleSpaceCreate(space[(int)uniform(source, 0, (dReal)i)]);
    set_random_bits(source, (dGeomID)space[i]);
  }
  for (int i = 0; i < CROWDED; i++) {
    known[i] = dCreateBox(space[(int)uniform(source, 0, SPACES + 1)], 1, 1, 1);
    set_random_bits(source, known[i]);
    dBodyID body = dBodyCreate(world);
    dGeomSetBody(known[i], body);
    dBodySetLinearVel(body, (dReal)0.1, 0, 0);
  }
}

static void bits_of_nested_spaces_are_asked_as_in_ode(void **state) {
  (void)state;
  random_source source = seeded("nested bits", 0xb3);
  int pairs = 0, collide = 0;
  for (int n = 0; n < SCENES * soak(); n++) {
    dWorldID world = dWorldCreate();
    dSpaceID space[SPACES + 1], outer = dSimpleSpaceCreate(0);
    bool seen[GEOMS + 1][GEOMS + 1] = {{false}};
    taken_step step[GEOMS + 1];
    qmboxGuard guard = {0};
    add_crowd(&source, world, outer, space);
    for (int i = 0; i <= SPACES; i++) dSpaceCollide(space[i], seen, note_pair);
    assert_true(qmboxGuardBegin(&guard, world, outer));
    take_step(world, 0.01, known, CROWDED, step);
    guard.bodies.length = 0.01;
    qmboxMeasureMoves(&guard.bodies);
    for (int i = 0; i < guard.bodies.geomCount; i++) guard.bodies.geom[i].sensor = false;
    qmboxBoundStep(&guard.bodies, &guard.windows);
    qmboxCutWindows(&guard.windows);
    visit_window(&guard, 0);
    for (int a = 0; a < CROWDED; a++) {
      for (int b = a + 1; b < CROWDED; b++) {
        if ((visits[a][b] > 0) != seen[a][b]) fail_msg("scene %d: %d and %d: ODE %d", n, a, b, seen[a][b]);
        pairs++;
        collide += seen[a][b];
      }
    }
    qmboxGuardFree(&guard);
    dSpaceDestroy(outer);
    dWorldDestroy(world);
  }
  printf("# %d of %d pairs collide\n", collide, pairs);
  assert_true(collide > pairs / 10 && collide < pairs - pairs / 10);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(all_that_come_near_are_visited_and_nothing_else, set_up_shapes, tear_down_ode),
      cmocka_unit_test_setup_teardown(linked_geoms_meet_where_one_is_a_sensor, set_up_shapes, tear_down_ode),
      cmocka_unit_test_setup_teardown(what_is_forgotten_is_not_visited, set_up_shapes, tear_down_ode),
      cmocka_unit_test_setup_teardown(a_pair_that_is_near_in_two_windows_is_taken_up_once, set_up_shapes,
                                      tear_down_ode),
      cmocka_unit_test_setup_teardown(pairs_meet_only_in_windows_in_which_they_are_near, set_up_shapes, tear_down_ode),
      cmocka_unit_test_setup_teardown(swept_boxes_hold_all_places_of_a_stretch, set_up_shapes, tear_down_ode),
      cmocka_unit_test_setup_teardown(bits_of_nested_spaces_are_asked_as_in_ode, set_up_shapes, tear_down_ode),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, 0, 0);
}
