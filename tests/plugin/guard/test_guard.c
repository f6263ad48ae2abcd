/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The guard, frame by frame, judged by extents along directions on the paths by definition: no two cores meet that were
 * apart, in every kind of space, with geoms of every kind on bodies of every kind; every body is on the path that ODE
 * has given it; and linkages wait together.
 */

#include <math.h>
#include <stdio.h>

#include "joints.h"
#include "watch.h"

enum { SCENES = 120, FRAMES = 6, FLYING = 9 };

/* Geoms that fly about: with offsets, in finite rotation mode, kinematic or asleep, some joined, some on one body. */
static void add_flying(random_source *source, watch *w, int space, double h) {
  dBodyID last = 0;
  for (int i = 0; i < FLYING; i++) {
    loop *l = w->l;
    dGeomID geom = random_geom(source, space_for(l->space, space, i), i % KINDS);
    double speed = fmin((double)log_uniform(source, 1, 1000), 20 / h), spin = fmin(500, 2.5 / h);
    watch_geom(w, geom);
    if (i == FLYING - 1) { /* compound */
      dGeomSetBody(geom, last);
      dGeomSetOffsetPosition(geom, (dReal)0.7, 0, (dReal)0.3);
      return;
    }
    dBodyID body = throw_geom(source, l->world, geom, 4, speed, spin);
    if (i == 2) dBodySetKinematic(body);
    if (i == 3 || i == 5) dBodySetFiniteRotationMode(body, 1);
    if (i == 4) dBodyDisable(body);
    if (i == 6 || i == 7) {
      const dReal *at = dBodyGetPosition(body);
      (void)join_by_ball(l->world, body, last, (double)at[0], (double)at[1], (double)at[2]);
    }
    last = body;
  }
}

static void add_plates(random_source *source, watch *w, int space) {
  for (int i = 0; i < 3; i++) {
    dReal thin = log_uniform(source, 1e-4, 0.02), at[3];
    dQuaternion q;
    dSpaceID inner = space_for(w->l->space, space, i);
    dGeomID plate = i % 2 ? qmboxCreate(inner, 3, thin, 3) : dCreateBox(inner, thin, 3, 3);
    random_vector(source, 2, at);
    random_quaternion(source, q);
    dGeomSetPosition(plate, at[0], at[1], at[2]);
    dGeomSetQuaternion(plate, q);
    watch_geom(w, plate);
  }
  watch_geom(w, dCreatePlane(w->l->space, 0, 0, 1, -5));
}

/* Sums over all scenes. */
typedef struct sums {
  int frames, clean, stops, held, deep, met;
} sums;

static void run_scene(random_source *source, int number, qmboxContinuity continuity, sums *all) {
  watch w = {.l = make_waiting_loop(number % SPACE_KINDS)};
  double h = (double)log_uniform(source, 1e-3, 0.1);
  w.l->bounce = number % 3 ? 0 : (dReal)0.8;
  w.l->options.continuity = continuity;
  add_flying(source, &w, number % SPACE_KINDS, h);
  add_plates(source, &w, number % SPACE_KINDS);
  for (int i = 0; i < FRAMES; i++) {
    qmboxSimulateReport report = watched_frame(&w, (dReal)h);
    int met = watch_count_met(&w);
    if (met && continuity != QMBOX_CONTINUITY_OFF)
      print_error("scene %d frame %d h %a: %d met, unguarded %u\n", number, i, h, met, report.unguarded);
    all->frames++;
    all->met += met;
    all->clean += report.unguarded == 0;
    all->stops += report.stops;
    all->held += report.heldBodies;
    all->deep += report.deepPairs;
  }
  free_loop(w.l);
}

static void no_cores_meet_and_every_body_is_on_its_path(void **state) {
  (void)state;
  random_source source = seeded("guarded scenes", 0x9a);
  sums guarded = {0}, plain = {0};
  for (int n = 0; n < SCENES * soak(); n++) {
    random_source same = source;
    run_scene(&same, n, QMBOX_CONTINUITY_OFF, &plain);
    run_scene(&source, n, QMBOX_CONTINUITY_DEFAULT, &guarded);
  }
  printf("# %d frames, %d clean, %d stops, %d bodies held, %d deep pairs; cores that met: %d, plain ODE %d\n",
         guarded.frames, guarded.clean, guarded.stops, guarded.held, guarded.deep, guarded.met, plain.met);
  assert_int_equal(guarded.met, 0);
  assert_true(plain.met > SCENES && guarded.stops > SCENES && guarded.clean > guarded.frames / 2);
  assert_true(plain.stops == 0 && plain.held == 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(no_cores_meet_and_every_body_is_on_its_path, set_up_shapes, tear_down_ode),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests(tests, 0, 0);
}
