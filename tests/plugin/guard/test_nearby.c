/* SPDX-License-Identifier: BSD-3-Clause */

/* Bodies nearby: nothing that comes near those which make a step is missing, and the copy has the same bodies and
   geoms. */

#include <math.h>
#include <string.h>

#include "guard/nearby.h"
#include "moving/moves.h"
#include "thrown.h"

enum { SCENES = 60, BODIES = 12, SAMPLES = 40 };

/* Boxes that have made a step, the last two of them joined. */
typedef struct scene {
  dWorldID world;
  dSpaceID space;
  dGeomID geom[BODIES], wall;
  double length;
  qmboxGuard guard;
  qmboxTrack track[BODIES + 1];
  qmboxNearby nearby;
  qmboxBox way[BODIES + 1];
} scene;

static void make_scene(random_source *source, scene *s) {
  memset(s, 0, sizeof *s);
  s->world = dWorldCreate();
  s->space = make_space(SPACE_SIMPLE);
  s->length = (double)log_uniform(source, 1e-3, 0.1);
  s->wall = dCreateBox(s->space, 1, 1, 1);
  for (int i = 0; i < BODIES; i++) {
    s->geom[i] = random_geom(source, s->space, KIND_BOX);
    throw_geom(source, s->world, s->geom[i], 6, (double)log_uniform(source, 1, 300), fmin(100, 2 / s->length));
  }
  dJointID hinge = dJointCreateHinge(s->world, 0);
  dJointAttach(hinge, dGeomGetBody(s->geom[BODIES - 2]), dGeomGetBody(s->geom[BODIES - 1]));
  assert_true(qmboxGuardBegin(&s->guard, s->world, s->space));
  dWorldStep(s->world, (dReal)s->length);
  s->guard.bodies.length = s->length;
  qmboxMeasureMoves(&s->guard.bodies);
  for (int i = 1; i < s->guard.bodies.bodyCount; i++) {
    qmboxBeginTrack(&s->guard, i, &s->track[i]);
    if (i % 3 == 0) s->track[i].stop = (double)uniform(source, 0, (dReal)s->length);
  }
  assert_int_equal(s->guard.bodies.bodyCount, BODIES + 1);
  assert_true(qmboxBeginNearby(&s->nearby, &s->guard.bodies, s->track));
}

static void free_scene(scene *s) {
  qmboxEndNearby(&s->nearby);
  qmboxGuardFree(&s->guard);
  dSpaceDestroy(s->space);
  dWorldDestroy(s->world);
}

/* Finds the ways of all bodies, as if each were chosen. */
static void find_ways(scene *s, double time, double length) {
  for (int i = 1; i <= BODIES; i++) s->track[i].chosen = true;
  qmboxClearNearby(&s->nearby, &s->guard.bodies);
  qmboxFindNearby(&s->nearby, &s->guard.bodies, s->track, time, length);
  for (int i = 1; i <= BODIES; i++) {
    s->way[i] = s->nearby.way[i - 1]; /* each has one geom */
    s->track[i].chosen = false;
  }
}

/* Lets every second body begin a new piece at this time, which leads to where the first one ends; of every fourth the
   place is shown. */
static void begin_pieces(scene *s, double time) {
  dReal aabb[BODIES + 2][6];
  bool shown[BODIES + 1] = {false};
  for (int i = 2; i <= BODIES; i += 2) {
    qmboxTrack *track = &s->track[i];
    const qmboxPose end = track->end;
    int g = s->guard.bodies.body[i].firstGeom;
    shown[i] = i % 4 == 0;
    qmboxPlaceOnTrack(track, time);
    dGeomGetAABB(s->guard.bodies.geom[g].geom, aabb[g]);
    qmboxCutTrack(track, time);
    dBodySetPosition(track->start.body, end.position[0], end.position[1], end.position[2]);
    qmboxSetQuaternion(track->start.body, end.quaternion);
    qmboxNotePiece(track, s->length - time);
    track->stepped = true;
  }
  qmboxNewPieces(&s->nearby, &s->guard.bodies, s->track, shown, aabb);
}

/* Returns true if all corners of a body's box are in its way where it is at this time. */
static bool is_in_way(const scene *s, int number, double time) {
  const qmboxBox *way = &s->way[number];
  dGeomID box = s->guard.bodies.geom[s->guard.bodies.body[number].firstGeom].geom;
  dVector3 side, corner;
  bool inside = true;
  dGeomBoxGetLengths(box, side);
  qmboxPlaceOnTrack(&s->track[number], time);
  for (int k = 0; k < 8; k++) {
    dReal x = side[0] / (k & 1 ? 2 : -2), y = side[1] / (k & 2 ? 2 : -2), z = side[2] / (k & 4 ? 2 : -2);
    dGeomGetRelPointPos(box, x, y, z, corner);
    for (int i = 0; i < 3; i++) {
      inside = inside && way->min[i] <= (double)corner[i] && (double)corner[i] <= way->max[i];
    }
  }
  return inside;
}

static void ways_hold_all_places_of_a_body(void **state) {
  random_source source = {77};
  (void)state;
  for (int n = 0; n < SCENES; n++) {
    scene s;
    make_scene(&source, &s);
    double time = (double)uniform(&source, 0, (dReal)s.length),
           length = (double)uniform(&source, 0, 1) * (s.length - time);
    if (n % 2) begin_pieces(&s, time);
    find_ways(&s, time, length);
    for (int i = 1; i <= BODIES; i++) {
      for (int k = 0; k <= SAMPLES; k++) assert_true(is_in_way(&s, i, time + length * k / SAMPLES));
    }
    free_scene(&s);
  }
}

static bool ways_overlap(const scene *s, int one, const double *min, const double *max) {
  const qmboxBox *way = &s->way[one];
  for (int i = 0; i < 3; i++) {
    if (way->min[i] > max[i] || min[i] > way->max[i]) return false;
  }
  return true;
}

/* Returns true if the way of a body overlaps a chosen one's, or if the way of the body that it is joined to does. */
static bool should_be_nearby(const scene *s, int number) {
  bool near = false;
  int at = number;
  do {
    const qmboxBox *way = &s->way[at];
    for (int i = 1; i <= BODIES; i++) near = near || (s->track[i].chosen && ways_overlap(s, i, way->min, way->max));
    at = s->guard.bodies.body[at].next;
  } while (at != number);
  return near;
}

static void what_comes_near_is_found(void **state) {
  random_source source = {78};
  int found[2] = {0, 0}, walls[2] = {0, 0};
  (void)state;
  for (int n = 0; n < SCENES; n++) {
    scene s;
    make_scene(&source, &s);
    find_ways(&s, 0, s.length / 4);
    s.track[1 + n % BODIES].chosen = true;
    qmboxClearNearby(&s.nearby, &s.guard.bodies);
    qmboxFindNearby(&s.nearby, &s.guard.bodies, s.track, 0, s.length / 4);
    for (int i = 1; i <= BODIES; i++) {
      bool expected = should_be_nearby(&s, i);
      assert_int_equal(s.nearby.body[i], expected);
      found[expected]++;
    }
    const qmboxBox *wall = &s.guard.bodies.geom[qmboxFindGeom(&s.guard.bodies, s.wall)].start;
    bool expected = ways_overlap(&s, 1 + n % BODIES, wall->min, wall->max);
    assert_int_equal(s.nearby.geom[qmboxFindGeom(&s.guard.bodies, s.wall)], expected);
    walls[expected]++;
    free_scene(&s);
  }
  assert_true(found[0] > SCENES && found[1] > SCENES && walls[0] > 0 && walls[1] > 0);
}

/* The copy has the same geoms on the same bodies, and whole linkages. */
static void the_copy_is_of_what_is_nearby(void **state) {
  random_source source = {79};
  (void)state;
  for (int n = 0; n < SCENES; n++) {
    scene s;
    qmboxBodies copy = {0};
    int bodies = 0, geoms = 0;
    make_scene(&source, &s);
    s.track[1 + n % BODIES].chosen = true;
    qmboxClearNearby(&s.nearby, &s.guard.bodies);
    qmboxFindNearby(&s.nearby, &s.guard.bodies, s.track, 0, s.length);
    assert_true(qmboxCopyNearby(&s.nearby, &s.guard.bodies, &copy));
    for (int i = 1; i <= BODIES; i++) bodies += s.nearby.body[i];
    for (int i = 0; i < s.guard.bodies.geomCount; i++) geoms += s.nearby.geom[i];
    assert_int_equal(copy.bodyCount, bodies + 1);
    assert_int_equal(copy.geomCount, geoms);
    for (int i = 0; i < copy.geomCount; i++) {
      assert_ptr_equal(copy.geom[i].geom, s.guard.bodies.geom[s.nearby.outerGeom[i]].geom);
      assert_ptr_equal(copy.body[copy.geom[i].body].start.body, dGeomGetBody(copy.geom[i].geom));
    }
    for (int i = 1; i < copy.bodyCount; i++) {
      const qmboxGuardedBody *own = &s.guard.bodies.body[s.nearby.outerBody[i]];
      assert_ptr_equal(copy.body[i].start.body, own->start.body);
      assert_ptr_equal(copy.body[copy.body[i].next].start.body, s.guard.bodies.body[own->next].start.body);
      assert_int_equal(copy.geom[copy.body[i].firstGeom].body, i);
    }
    free(copy.body);
    free(copy.geom);
    free_scene(&s);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(ways_hold_all_places_of_a_body, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(what_comes_near_is_found, set_up_ode, tear_down_ode),
      cmocka_unit_test_setup_teardown(the_copy_is_of_what_is_nearby, set_up_ode, tear_down_ode),
  };

  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests_name("nearby", tests, NULL, NULL);
}
