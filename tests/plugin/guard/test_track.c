/* SPDX-License-Identifier: BSD-3-Clause */

/* Pieces of a body's path: its places, its speeds there, and its waits. */

#include <math.h>
#include <string.h>

#include "guard/track.h"
#include "joints.h"
#include "moving/moves.h"
#include "thrown.h"

enum { BODIES = 300, SLICES = 16 };

#define CLOSE (sizeof(dReal) == sizeof(double) ? 1e-9 : 1e-4)

/* A body that has made a step, on a guard; perhaps with a second one that a joint connects it with. */
typedef struct scene {
  dWorldID world;
  dSpaceID space;
  dGeomID geom;
  dBodyID body, other;
  dVector3 push, gravity; /* the force on it, and what gravity does to it */
  double length, mass;
  taken_step step;
  qmboxGuard guard;
  qmboxTrack track;
} scene;

typedef struct scene_options {
  bool finite, joined, kinematic, weightless, quick;
} scene_options;

static void join(scene *s, random_source *source) {
  s->other = random_body(source, s->world, 5, 5, 5);
  (void)join_by_hinge(s->world, s->body, s->other, 0, 0, 0);
}

static void make_scene(random_source *source, const scene_options *options, scene *s) {
  dMass mass;
  memset(s, 0, sizeof *s);
  s->world = dWorldCreate();
  s->space = make_space(SPACE_SIMPLE);
  s->length = (double)log_uniform(source, 1e-3, 0.1);
  random_vector(source, 20, s->gravity);
  dWorldSetGravity(s->world, s->gravity[0], s->gravity[1], s->gravity[2]);
  s->geom = random_geom(source, s->space, KIND_BOX);
  double speed = (double)log_uniform(source, 1, 1000);
  s->body = throw_geom(source, s->world, s->geom, 5, speed, fmin(100, 2 / s->length));
  dBodyGetMass(s->body, &mass);
  s->mass = (double)mass.mass;
  dBodySetFiniteRotationMode(s->body, options->finite);
  dBodySetGravityMode(s->body, !options->weightless);
  if (options->weightless || options->kinematic) memset(s->gravity, 0, sizeof s->gravity);
  if (options->joined) join(s, source);
  if (options->kinematic) dBodySetKinematic(s->body);
  if (!options->kinematic) random_vector(source, 5 * s->mass, s->push);
  dBodyAddForce(s->body, s->push[0], s->push[1], s->push[2]);
  assert_true(qmboxGuardBegin(&s->guard, s->world, s->space));
  take_step(s->world, s->length, &s->geom, 1, &s->step);
  s->guard.bodies.length = s->length;
  qmboxMeasureMoves(&s->guard.bodies);
  qmboxBeginTrack(&s->guard, qmboxFindBody(&s->guard.bodies, s->body), &s->track);
}

static void free_scene(scene *s) {
  qmboxGuardFree(&s->guard);
  dSpaceDestroy(s->space);
  dWorldDestroy(s->world);
}

/* Every combination, in turn. */
static scene_options options_of(int number) {
  return (scene_options){
      .finite = number & 1, .joined = (number & 2) && !(number & 4), .kinematic = number & 4, .weightless = number & 8};
}

/* ------------------------------------------------------------------ oracles */

/* A pose as the track gives it. */
typedef struct place {
  dVector3 position;
  dQuaternion quaternion;
} place;

static place place_at(const qmboxTrack *track, double time) {
  place p;
  memset(&p, 0, sizeof p);
  qmboxPoseOnTrack(track, time, p.position, p.quaternion);
  return p;
}

static place place_of(dBodyID body) {
  place p;
  memset(&p, 0, sizeof p);
  memcpy(p.position, dBodyGetPosition(body), 3 * sizeof(dReal));
  memcpy(p.quaternion, dBodyGetQuaternion(body), 4 * sizeof(dReal));
  return p;
}

static void assert_same(const place *one, const place *other) {
  assert_memory_equal(one->position, other->position, 3 * sizeof(dReal));
  assert_memory_equal(one->quaternion, other->quaternion, 4 * sizeof(dReal));
}

static void assert_near(const place *is, const pose *expected) {
  double same = 0, square = 0;
  for (int i = 0; i < 3; i++)
    assert_true(fabs((double)is->position[i] - expected->x[i]) < CLOSE * (1 + fabs(expected->x[i])));
  for (int i = 0; i < 4; i++) same += (double)is->quaternion[i] * expected->q[i];
  for (int i = 0; i < 4; i++) square += (double)(is->quaternion[i] * is->quaternion[i]);
  assert_true(fabs(fabs(same) - 1) < CLOSE && fabs(square - 1) < CLOSE);
}

/* Returns where the body was, by the start and end of its step; the geom may have an offset from it. */
static pose expected_at(const scene *s, double part) {
  pose from, to;
  for (int i = 0; i < 3; i++) {
    from.x[i] = (double)s->step.start.position[i];
    to.x[i] = (double)s->step.end.position[i];
  }
  for (int i = 0; i < 4; i++) {
    from.q[i] = (double)s->step.start.quaternion[i];
    to.q[i] = (double)s->step.end.quaternion[i];
  }
  return pose_in_step(&from, &to, s->step.finite ? s->step.turn : 0, part);
}

static void assert_velocities(const qmboxTrack *track, double time, const double linear[3], const double angular[3]) {
  dVector3 v, w;
  qmboxVelocitiesOnTrack(track, time, v, w);
  for (int i = 0; i < 3; i++) {
    assert_true(fabs((double)v[i] - linear[i]) < CLOSE * (1 + fabs(linear[i])));
    assert_true(fabs((double)w[i] - angular[i]) < CLOSE * (1 + fabs(angular[i])));
  }
}

/* ------------------------------------------------------------------ poses */

static void a_track_begins_and_ends_with_the_poses_of_the_step_to_the_bit(void **state) {
  (void)state;
  random_source source = seeded("ends", 0x7ac0);
  for (int n = 0; n < BODIES; n++) {
    scene s;
    scene_options options = options_of(n);
    make_scene(&source, &options, &s);
    place start = {.position = {0}}, is, end = place_of(s.body);
    memcpy(start.position, s.step.start.position, 3 * sizeof(dReal));
    memcpy(start.quaternion, s.step.start.quaternion, 4 * sizeof(dReal));
    is = place_at(&s.track, 0);
    assert_same(&is, &start);
    is = place_at(&s.track, s.length);
    assert_same(&is, &end);
    /* a time that has come by adding slices is the end, too */
    double time = 0;
    for (int i = 0; i < SLICES; i++) time += s.length / SLICES;
    is = place_at(&s.track, time);
    assert_same(&is, &end);
    /* also if the way between them is rounded */
    for (int i = 0; i < 3; i++) {
      s.track.start.position[i] = start.position[i] = -log_uniform(&source, 1e-3, 1e3);
      s.track.end.position[i] = end.position[i] = log_uniform(&source, 1e-3, 1e3);
    }
    is = place_at(&s.track, 0);
    assert_same(&is, &start);
    is = place_at(&s.track, s.length);
    assert_same(&is, &end);
    free_scene(&s);
  }
}

static void between_its_ends_a_body_is_on_the_path_that_ode_moves_it_along(void **state) {
  (void)state;
  random_source source = seeded("between", 0x7ac1);
  for (int n = 0; n < BODIES; n++) {
    scene s;
    scene_options options = options_of(n);
    make_scene(&source, &options, &s);
    for (int k = 0; k <= SLICES; k++) {
      double part = (double)uniform(&source, 0, 1);
      place is = place_at(&s.track, part * s.length);
      pose expected = expected_at(&s, part);
      assert_near(&is, &expected);
    }
    free_scene(&s);
  }
}

/* The body is put at the track's place, and waits there from `stop` on. */
static void a_body_is_put_on_its_track_and_no_farther_than_it_has_been_stopped(void **state) {
  (void)state;
  random_source source = seeded("places", 0x7ac2);
  for (int n = 0; n < BODIES; n++) {
    scene s;
    scene_options options = options_of(n);
    make_scene(&source, &options, &s);
    s.track.stop = (double)uniform(&source, 0, 1) * s.length;
    for (int k = 0; k < SLICES; k++) {
      double time = (double)uniform(&source, 0, 1) * s.length;
      qmboxPlaceOnTrack(&s.track, time);
      place is = place_of(s.body), expected = place_at(&s.track, fmin(time, s.track.stop));
      assert_same(&is, &expected);
      dMatrix3 rotation;
      dRfromQ(rotation, expected.quaternion);
      assert_memory_equal(rotation, dBodyGetRotation(s.body), sizeof rotation);
    }
    free_scene(&s);
  }
}

/* ------------------------------------------------------------------ velocities */

/* A free body goes at v0 + (g + f / m) t; its spin grows evenly, too. */
static void velocities_of_a_free_body_grow_evenly(void **state) {
  (void)state;
  random_source source = seeded("velocities", 0x7ac3);
  for (int n = 0; n < BODIES; n++) {
    scene s;
    scene_options options = options_of(n & ~2);
    make_scene(&source, &options, &s);
    const dReal *w1 = dBodyGetAngularVel(s.body);
    for (int k = 0; k <= SLICES; k++) {
      double part = (double)k / SLICES, linear[3], angular[3];
      for (int i = 0; i < 3; i++) {
        const qmboxSavedBody *start = &s.track.start;
        double faster = (double)s.gravity[i] + (options.kinematic ? 0 : (double)s.push[i] / s.mass);
        linear[i] = (double)start->linear[i] + part * s.length * faster;
        angular[i] = (double)start->angular[i] + part * ((double)w1[i] - (double)start->angular[i]);
      }
      assert_velocities(&s.track, part * s.length, linear, angular);
    }
    free_scene(&s);
  }
}

/* A joint has changed them at the beginning: before the end they lack what gravity and the force have still to add. */
static void velocities_of_a_joined_body_change_at_its_beginning_but_for_gravity_and_the_force(void **state) {
  (void)state;
  random_source source = seeded("joined", 0x7ac4);
  for (int n = 0; n < BODIES; n++) {
    scene s;
    scene_options options = {.joined = true, .finite = n & 1, .weightless = n & 2};
    make_scene(&source, &options, &s);
    for (int k = 0; k <= SLICES; k++) {
      double part = (double)k / SLICES, linear[3], angular[3];
      for (int i = 0; i < 3; i++) {
        double left = (1 - part) * s.length * ((double)s.gravity[i] + (double)s.push[i] / s.mass);
        linear[i] = k ? (double)dBodyGetLinearVel(s.body)[i] - left : (double)s.track.start.linear[i];
        angular[i] = k ? (double)dBodyGetAngularVel(s.body)[i] : (double)s.track.start.angular[i];
      }
      assert_velocities(&s.track, part * s.length, linear, angular);
    }
    free_scene(&s);
  }
}

/* ------------------------------------------------------------------ pieces */

/* The next piece begins in the pose of the body at the cut, with its velocities there, and it waits there until ODE has
   stepped it. */
static void a_cut_keeps_the_pose_and_the_velocities(void **state) {
  (void)state;
  random_source source = seeded("cuts", 0x7ac5);
  for (int n = 0; n < BODIES; n++) {
    scene s;
    scene_options options = options_of(n);
    make_scene(&source, &options, &s);
    double time = (double)uniform(&source, 0, 1) * s.length;
    dVector3 linear, angular;
    place before = place_at(&s.track, time);
    qmboxVelocitiesOnTrack(&s.track, time, linear, angular);
    qmboxCutTrack(&s.track, time);
    assert_true(s.track.from == time && s.track.stop == time && s.track.moved && s.track.lost == 0);
    assert_memory_equal(s.track.start.linear, linear, 3 * sizeof(dReal));
    assert_memory_equal(s.track.start.angular, angular, 3 * sizeof(dReal));
    for (int k = 0; k <= 4; k++) {
      place after = place_at(&s.track, time + k * (s.length - time) / 4);
      assert_same(&after, &before);
    }
    qmboxPlaceOnTrack(&s.track, s.length);
    place is = place_of(s.body);
    assert_same(&is, &before);
    free_scene(&s);
  }
}

/* Steps a body on from where its track has been cut. */
static void step_on(scene *s, double length) {
  const qmboxSavedBody *start = &s->track.start;
  qmboxPlaceOnTrack(&s->track, s->track.from);
  dBodySetLinearVel(s->body, start->linear[0], start->linear[1], start->linear[2]);
  dBodySetAngularVel(s->body, start->angular[0], start->angular[1], start->angular[2]);
  dBodySetForce(s->body, start->force[0], start->force[1], start->force[2]);
  dWorldStep(s->world, (dReal)length);
  qmboxNotePiece(&s->track, length);
}

/* It has the cut's in all of a piece in which it is not to move. */
static void a_body_that_is_not_to_move_keeps_its_pose_and_velocities(void **state) {
  (void)state;
  random_source source = seeded("still", 0x7ac9);
  for (int n = 0; n < BODIES; n++) {
    scene s;
    scene_options options = options_of(n);
    make_scene(&source, &options, &s);
    double time = (double)uniform(&source, 0, 1) * s.length, slice = s.length / SLICES, linear[3], angular[3];
    place before = place_at(&s.track, time);
    qmboxCutTrack(&s.track, time);
    s.track.still = true;
    qmboxNotePiece(&s.track, slice);
    for (int i = 0; i < 3; i++) {
      linear[i] = (double)s.track.start.linear[i];
      angular[i] = (double)s.track.start.angular[i];
    }
    for (int k = 0; k <= 4; k++) {
      place after = place_at(&s.track, time + k * slice / 4);
      assert_same(&after, &before);
      assert_velocities(&s.track, time + k * slice / 4, linear, angular);
    }
    free_scene(&s);
  }
}

/* Pieces that begin with slices follow each other without a gap, and end where ODE has put the body. */
static void pieces_follow_each_other_and_end_where_ode_has_put_the_body(void **state) {
  (void)state;
  random_source source = seeded("pieces", 0x7ac6);
  for (int n = 0; n < BODIES; n++) {
    scene s;
    scene_options options = options_of(n);
    make_scene(&source, &options, &s);
    double slice = s.length / SLICES;
    int slot = 1 + (int)uniform(&source, 0, SLICES - 1);
    while (slot < SLICES) {
      int stride = 1 + (int)uniform(&source, 0, SLICES - slot);
      place before = place_at(&s.track, slot * slice);
      qmboxCutTrack(&s.track, slot * slice);
      step_on(&s, stride * slice);
      place begins = place_at(&s.track, slot * slice), ends = place_at(&s.track, (slot + stride) * slice);
      place is = place_of(s.body);
      assert_same(&begins, &before);
      assert_same(&ends, &is);
      assert_true(fabs(s.track.stop - (slot + stride) * slice) < 1e-12);
      assert_int_equal(s.track.joined, options.joined);
      assert_memory_equal(s.track.stepLinear, dBodyGetLinearVel(s.body), 3 * sizeof(dReal));
      assert_memory_equal(s.track.stepAngular, dBodyGetAngularVel(s.body), 3 * sizeof(dReal));
      slot += stride;
    }
    assert_true(s.track.lost == 0);
    free_scene(&s);
  }
}

/* Impulses change the path of a piece and its velocities by as much. */
static void impulses_redirect_a_piece(void **state) {
  (void)state;
  random_source source = seeded("ways", 0x7aca);
  for (int n = 0; n < BODIES; n++) {
    scene s;
    scene_options options = options_of(n);
    options.finite = options.kinematic = false;
    make_scene(&source, &options, &s);
    double time = s.length / 2, from[3], added[3] = {1, -2, 3};
    qmboxMass mass = {.inverseMass = 1};
    qmboxCutTrack(&s.track, time);
    qmboxPlaceOnTrack(&s.track, time);
    for (int i = 0; i < 3; i++) from[i] = (double)s.track.start.position[i];
    assert_int_equal(dWorldQuickStep(s.world, (dReal)time), 1);
    place way = place_of(s.body);
    for (int i = 0; i < 3; i++) mass.velocity[i] = (double)dBodyGetLinearVel(s.body)[i] + added[i];
    qmboxNotePiece(&s.track, time);
    place ends = place_at(&s.track, 2 * time);
    assert_same(&ends, &way);
    qmboxRedirectTrack(&s.track, &mass, &mass);
    for (int i = 0; i < 3; i++) {
      double expected = from[i] + time * mass.velocity[i], scale = 1 + fabs(mass.velocity[i]) + fabs(from[i]);
      assert_true(fabs((double)s.track.linear[i] - mass.velocity[i]) < CLOSE * scale);
      assert_true(fabs((double)s.track.end.position[i] - expected) < CLOSE * scale);
    }
    free_scene(&s);
  }
}

/* A cut counts how long the body has waited in the piece before it: from where it was stopped, or all of a piece in
   which it was not to move. */
static void lost_time_is_counted_at_each_cut(void **state) {
  (void)state;
  random_source source = seeded("lost", 0x7ac7);
  for (int n = 0; n < BODIES; n++) {
    scene s;
    scene_options options = options_of(n);
    make_scene(&source, &options, &s);
    double time = 0, length = s.length, lost = 0;
    for (int k = 0; k < SLICES; k++) {
      double next = time + (double)uniform(&source, 0.2, 0.9) * length, waits = (double)uniform(&source, 0, 1);
      if (k % 2 && !s.track.still) s.track.stop = time + waits * length;
      if (next > s.track.stop) lost += next - s.track.stop;
      place before = place_at(&s.track, fmin(next, s.track.stop));
      qmboxCutTrack(&s.track, next);
      assert_true(fabs(s.track.lost - lost) < 1e-12);
      place after = place_at(&s.track, next);
      assert_same(&after, &before);
      length = (double)uniform(&source, 0, 1) * s.length;
      s.track.still = k % 3 == 0;
      if (s.track.still) {
        qmboxNotePiece(&s.track, length);
        assert_true(s.track.stop == next);
        place waited = place_at(&s.track, next + length);
        assert_same(&waited, &before);
      } else {
        step_on(&s, length);
      }
      time = next;
    }
    assert_true(lost > 0);
    free_scene(&s);
  }
}

/* ------------------------------------------------------------------ other velocities */

/* Steps a body by itself without gravity, from a pose with these velocities. */
static place stepped(const qmboxSavedBody *start, const dReal linear[3], const dReal angular[3], dReal h, bool quick) {
  dWorldID world = dWorldCreate();
  dBodyID body = dBodyCreate(world);
  dMass mass;
  dMassSetBox(&mass, 1, 1, 1, 1); /* a cube turns on at the same spin */
  dBodySetMass(body, &mass);
  dBodySetGyroscopicMode(body, 0);
  dBodySetPosition(body, start->position[0], start->position[1], start->position[2]);
  qmboxSetQuaternion(body, start->quaternion);
  dBodySetLinearVel(body, linear[0], linear[1], linear[2]);
  dBodySetAngularVel(body, angular[0], angular[1], angular[2]);
  if (quick) {
    dWorldQuickStep(world, h);
  } else {
    dWorldStep(world, h);
  }
  place end = place_of(body);
  dWorldDestroy(world);
  return end;
}

static void a_track_that_is_redirected_ends_to_the_bit_where_ode_puts_a_free_body(void **state) {
  (void)state;
  random_source source = seeded("redirected", 0x7ac8);
  for (int n = 0; n < 4 * BODIES * soak(); n++) {
    scene s;
    scene_options options = {.weightless = true};
    qmboxMass mass = {.inverseMass = 1};
    dReal linear[3], angular[3];
    make_scene(&source, &options, &s);
    double slice = s.length / SLICES, from = (int)uniform(&source, 0, SLICES) * slice;
    qmboxCutTrack(&s.track, from);
    step_on(&s, slice);
    qmboxSavedBody start = s.track.start;
    random_vector(&source, 50, linear);
    random_vector(&source, 1 / slice, angular);
    for (int i = 0; i < 3; i++) {
      mass.velocity[i] = (double)linear[i];
      mass.spin[i] = (double)angular[i];
    }
    s.track.stop = from; /* it had been stopped */
    qmboxRedirectTrack(&s.track, &mass, &mass);
    place end = place_at(&s.track, from + slice), begin = place_at(&s.track, from);
    place expected = stepped(&start, linear, angular, (dReal)slice, n % 2), at_start = {.position = {0}};
    memcpy(at_start.position, start.position, 3 * sizeof(dReal));
    memcpy(at_start.quaternion, start.quaternion, 4 * sizeof(dReal));
    assert_same(&end, &expected);
    assert_same(&begin, &at_start);
    assert_true(s.track.stop == from + slice);
    assert_memory_equal(s.track.linear, linear, 3 * sizeof(dReal));
    assert_memory_equal(s.track.angular, angular, 3 * sizeof(dReal));
    free_scene(&s);
  }
}

/* A body that a hit does not let fall keeps the velocities that it hits with, without what gravity has added to them in
   the part of the time in which it did not fall. */
static void a_body_keeps_the_velocities_of_a_hit(void **state) {
  (void)state;
  random_source source = seeded("hit", 0x7acb);
  for (int n = 0; n < BODIES; n++) {
    scene s;
    scene_options options = {.weightless = n % 4 == 0};
    qmboxMass kept = {.inverseMass = 1}, way;
    double falls = 0;
    make_scene(&source, &options, &s);
    qmboxCutTrack(&s.track, 0);
    step_on(&s, s.length);
    for (int i = 0; i < 3; i++) {
      kept.velocity[i] = uniform(&source, -5, 5);
      kept.spin[i] = uniform(&source, -1, 1);
      falls += kept.velocity[i] * (double)s.gravity[i];
    }
    way = kept;
    double gone = uniform(&source, -0.5, 1), missing = falls > 0 ? fmin(1, 1 - gone) : 0;
    for (int i = 0; i < 3; i++) way.velocity[i] *= gone;
    for (int i = 0; i < 3; i++) way.spin[i] *= gone;
    qmboxRedirectTrack(&s.track, &kept, &way);
    for (int i = 0; i < 3; i++) {
      double linear = kept.velocity[i] - missing * s.length * (double)s.gravity[i];
      double end = (double)s.track.start.position[i] + s.length * way.velocity[i];
      assert_true(fabs((double)s.track.linear[i] - linear) < CLOSE * 10);
      assert_true(fabs((double)s.track.angular[i] - kept.spin[i]) < CLOSE);
      assert_true(fabs((double)s.track.end.position[i] - end) < CLOSE * (1 + fabs(end)));
    }
    free_scene(&s);
  }
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up_ode, tear_down_ode)

int main(void) {
  const struct CMUnitTest tests[] = {
      CASE(a_track_begins_and_ends_with_the_poses_of_the_step_to_the_bit),
      CASE(between_its_ends_a_body_is_on_the_path_that_ode_moves_it_along),
      CASE(a_body_is_put_on_its_track_and_no_farther_than_it_has_been_stopped),
      CASE(velocities_of_a_free_body_grow_evenly),
      CASE(velocities_of_a_joined_body_change_at_its_beginning_but_for_gravity_and_the_force),
      CASE(a_cut_keeps_the_pose_and_the_velocities),
      CASE(a_body_that_is_not_to_move_keeps_its_pose_and_velocities),
      CASE(pieces_follow_each_other_and_end_where_ode_has_put_the_body),
      CASE(impulses_redirect_a_piece),
      CASE(lost_time_is_counted_at_each_cut),
      CASE(a_track_that_is_redirected_ends_to_the_bit_where_ode_puts_a_free_body),
      CASE(a_body_keeps_the_velocities_of_a_hit),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, 0, 0);
}
