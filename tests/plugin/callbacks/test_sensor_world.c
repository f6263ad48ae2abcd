/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Beginnings and ends of contacts with sensors in worlds in which everything changes: geoms in nested and other spaces
 * are taken out and put back, disabled, put at offsets, destroyed between frames and in callbacks, and made at their
 * addresses; bodies fall asleep.
 *
 * The judge knows geoms by numbers that are never given twice.  It overlaps all pairs of a sensor and a geom by
 * dCollide() before each frame: those touch.  Pairs whose AABBs, grown by the way of a frame, are apart do not.  The
 * events of each pair must be BEGINS, PERSISTS in every frame, and ENDS.
 */

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "loop.h"
#include "repetitions.h"

enum { GEOMS = 32, SENSORS = 6, WORLDS = 64, FRAMES = 80, MOST_ACTIVE = GEOMS * GEOMS };

/* Overlaps that are no deeper than this may be none. */
static const double DEPTH = 1e-3;

/* A pair that touches, by the events. */
typedef struct active_pair {
  dGeomID geom[2];
  int id[2];
  bool told; /* in this frame */
} active_pair;

typedef struct sensor_world {
  loop *l;
  qmboxContactLog *log;
  random_source r;
  dSpaceID inner;      /* in a nested space */
  dGeomID geom[GEOMS]; /* the first ones are sensors; null: destroyed */
  int id[GEOMS], ids;
  bool must[SENSORS][GEOMS], may[SENSORS][GEOMS]; /* touch in this frame */
  dGeomID geom_then[GEOMS];                       /* at its beginning */
  int id_then[GEOMS];
  int active;
  active_pair pair[MOST_ACTIVE];
  int destroyed; /* in callbacks */
  int begins, ends, gone, persists;
} sensor_world;

static dReal some(sensor_world *w, double low, double high) {
  return uniform(&w->r, low, high);
}

static int number_of(const sensor_world *w, dGeomID geom) {
  for (int i = 0; i < GEOMS; i++) {
    if (geom && w->geom[i] == geom) return i;
  }
  return -1;
}

static int is_sensor(void *data, dGeomID geom) {
  int number = number_of(data, geom);
  return number >= 0 && number < SENSORS;
}

/* ------------------------------------------------------------------ changes */

static dSpaceID some_space(sensor_world *w) {
  int number = (int)some(w, 0, 7.999);
  if (!w->inner) return w->l->space;
  return number > 5 ? w->inner : space_for(w->l->space, SPACE_NESTED, number);
}

static dGeomID some_geom(sensor_world *w, bool sensor) {
  dReal a = some(w, 0.3, 0.9), b = some(w, 0.3, 0.9), c = some(w, 0.3, 0.9);
  dSpaceID space = some_space(w);
  if (sensor) return dCreateBox(space, 3 * a, 3 * b, 3 * c);
  switch ((int)some(w, 0, 3.999)) {
    case 0:
      return dCreateBox(space, a, b, c);
    case 1:
      return dCreateSphere(space, a / 2);
    case 2:
      return dCreateCapsule(space, a / 3, b);
    default:
      return qmboxCreate(space, a, b, c);
  }
}

static void make_geom(sensor_world *w, int i) {
  bool sensor = i < SENSORS, stands = sensor && some(w, 0, 1) < 0.5;
  dGeomID geom = w->geom[i] = some_geom(w, sensor);
  dQuaternion q;
  w->id[i] = ++w->ids;
  dGeomSetData(geom, (void *)(uintptr_t)w->id[i]);
  if (sensor) dGeomSetCategoryBits(geom, 2);
  random_quaternion(&w->r, q);
  if (!stands) {
    dBodyID body = dBodyCreate(w->l->world);
    if (sensor) dBodySetKinematic(body);
    dGeomSetBody(geom, body);
    dBodySetAutoDisableFlag(body, 1);
    dBodySetAutoDisableSteps(body, 3);
    dBodySetLinearVel(body, some(w, -4, 4), some(w, -4, 4), sensor ? 0 : some(w, -4, 4));
    if (some(w, 0, 1) < 0.3) dGeomSetOffsetPosition(geom, some(w, -0.3, 0.3), 0, some(w, -0.3, 0.3));
  }
  dGeomSetQuaternion(geom, q);
  dGeomSetPosition(geom, some(w, -3, 3), some(w, -3, 3), some(w, 0.6, 4));
}

/* The program reports it, or leaves it to the log. */
static void destroy_geom(sensor_world *w, int i) {
  dBodyID body = dGeomGetBody(w->geom[i]);
  if (some(w, 0, 1) < 0.5) (void)qmboxContactLogForget(w->log, w->geom[i]);
  dGeomDestroy(w->geom[i]);
  if (body) dBodyDestroy(body);
  w->geom[i] = 0;
  w->id[i] = 0;
}

/* Stops and sensed geoms are destroyed now and then. */
static void destroy_now_and_then(void *data, const qmboxContact *contact) {
  sensor_world *w = data;
  int number = number_of(w, is_sensor(w, contact->g1) ? contact->g2 : contact->g1);
  if (number < 0 || some(w, 0, 1) > 0.2) return;
  destroy_geom(w, number);
  w->destroyed++;
}

/* Takes a geom out of the space, or puts it back.  Not in hash or nested spaces, in which ODE's own assertions
   fail later. */
static void change_space(sensor_world *w, dGeomID geom) {
  if (w->inner) return;
  if (dGeomGetSpace(geom)) {
    dSpaceRemove(w->l->space, geom);
  } else {
    dSpaceAdd(w->l->space, geom);
  }
}

/* Destroys a geom and makes one in its place, perhaps at its address. */
static void replace_geom(sensor_world *w, int i) {
  dVector3 at;
  memcpy(at, dGeomGetPosition(w->geom[i]), sizeof at);
  destroy_geom(w, i);
  make_geom(w, i);
  dGeomSetPosition(w->geom[i], at[0], at[1], at[2]);
}

static void meddle(sensor_world *w) {
  int i = (int)some(w, 0, GEOMS - 0.001), what = (int)some(w, 0, 14.999);
  if (!w->geom[i]) {
    make_geom(w, i);
    return;
  }
  dBodyID body = dGeomGetBody(w->geom[i]);
  if (what == 0) destroy_geom(w, i);
  if (what == 1 || (what > 12 && !dGeomGetSpace(w->geom[i]))) change_space(w, w->geom[i]);
  if (what == 2) dGeomDisable(w->geom[i]);
  if (what > 2 && what < 6) dGeomEnable(w->geom[i]);
  if (what == 6 && body) dBodyDisable(body);
  if (what == 7 && body) dBodyEnable(body);
  if (what == 8 && body) dGeomSetOffsetPosition(w->geom[i], some(w, -0.3, 0.3), some(w, -0.3, 0.3), 0);
  if (what == 9) replace_geom(w, i);
}

/* ------------------------------------------------------------------ the judge */

static double depth_of(dGeomID o1, dGeomID o2) {
  dContactGeom contact[8];
  double depth = 0;
  int count = dCollide(o1, o2, 8, contact, sizeof *contact);
  for (int k = 0; k < count; k++) depth = fmax(depth, (double)contact[k].depth);
  return depth;
}

/* Two that may touch: no part of a body moves farther than `way` in a frame. */
static bool may_touch(dGeomID o1, dGeomID o2, double way) {
  dReal a[6], b[6];
  dGeomGetAABB(o1, a);
  dGeomGetAABB(o2, b);
  for (int k = 0; k < 6; k += 2) {
    if ((double)(a[k] - b[k + 1]) > 2 * way || (double)(b[k] - a[k + 1]) > 2 * way) return false;
  }
  return true;
}

static void find_pairs(sensor_world *w, double way) {
  memset(w->must, 0, sizeof w->must);
  memset(w->may, 0, sizeof w->may);
  memcpy(w->id_then, w->id, sizeof w->id_then);
  memcpy(w->geom_then, w->geom, sizeof w->geom_then);
  for (int i = 0; i < SENSORS; i++) {
    for (int k = 0; k < GEOMS; k++) {
      dGeomID sensor = w->geom[i], other = w->geom[k];
      if (!sensor || !other || i == k || !dGeomIsEnabled(sensor) || !dGeomIsEnabled(other)) continue;
      if (!dGeomGetBody(sensor) && !dGeomGetBody(other)) continue;
      if (!dGeomGetSpace(sensor) || !dGeomGetSpace(other)) continue;
      w->may[i][k] = may_touch(sensor, other, way);
      w->must[i][k] = w->may[i][k] && depth_of(sensor, other) > DEPTH;
    }
  }
}

static active_pair *find_active(sensor_world *w, dGeomID g1, dGeomID g2) {
  for (int i = 0; i < w->active; i++) {
    const dGeomID *geom = w->pair[i].geom;
    if ((geom[0] == g1 && geom[1] == g2) || (geom[0] == g2 && geom[1] == g1)) return &w->pair[i];
  }
  return 0;
}

/* Returns the number that a geom had at the beginning of the frame; 0 for others. */
static int id_of(const sensor_world *w, dGeomID geom) {
  for (int i = 0; i < GEOMS; i++) {
    if (w->geom_then[i] == geom) return w->id_then[i];
  }
  return 0;
}

/* Follows the events of a frame: each pair that is active has one, and ends once. */
static void follow_events(sensor_world *w) {
  int count;
  const qmboxContactEvent *event = qmboxContactLogEvents(w->log, &count);
  for (int i = 0; i < w->active; i++) w->pair[i].told = false;
  for (int i = 0; i < count; i++) {
    active_pair *pair = find_active(w, event[i].g1, event[i].g2);
    if (event[i].kind == QMBOX_CONTACT_JAM) continue;
    if (event[i].kind == QMBOX_CONTACT_BEGINS) {
      assert_null(pair);
      assert_true(w->active < MOST_ACTIVE);
      w->pair[w->active++] =
          (active_pair){{event[i].g1, event[i].g2}, {id_of(w, event[i].g1), id_of(w, event[i].g2)}, true};
      w->begins += event[i].sensor;
      continue;
    }
    assert_non_null(pair);
    if (event[i].kind == QMBOX_CONTACT_PERSISTS) {
      assert_false(pair->told);
      for (int k = 0; k < 2; k++) assert_int_equal(id_of(w, pair->geom[k]), pair->id[k]);
      pair->told = true;
      w->persists += event[i].sensor;
    } else {
      *pair = w->pair[--w->active];
      w->ends += event[i].sensor;
      w->gone += event[i].gone != 0;
    }
  }
  for (int i = 0; i < w->active; i++) assert_true(w->pair[i].told);
}

/* Compares the active pairs with the poses before the frame. */
static void compare(sensor_world *w) {
  for (int i = 0; i < SENSORS; i++) {
    for (int k = 0; k < GEOMS; k++) {
      bool same = w->id[i] && w->id[k] && w->id[i] == w->id_then[i] && w->id[k] == w->id_then[k];
      if (!same || i == k) continue;
      bool active = find_active(w, w->geom[i], w->geom[k]) != 0, must = w->must[i][k] || (k < SENSORS && w->must[k][i]);
      if (must != active && (must || !w->may[i][k])) {
        print_message("# %s: sensor %d, geom %d of class %d\n", must ? "missed" : "still there", i, k,
                      dGeomGetClass(w->geom[k]));
        fail();
      }
    }
  }
}

static void begin_world(sensor_world *w, int number) {
  static const int FLAT[] = {SPACE_SIMPLE, SPACE_SWEEP, SPACE_QUADTREE};
  memset(w, 0, sizeof *w);
  w->r = (random_source){(uint64_t)number};
  w->l = make_loop(number % 2 ? SPACE_NESTED : FLAT[number / 2 % 3]);
  if (number % 2) w->inner = dSimpleSpaceCreate(space_for(w->l->space, SPACE_NESTED, 0));
  w->log = qmboxContactLogCreate();
  w->l->refused = 2;
  w->l->options.sensor = is_sensor;
  w->l->options.sensorData = w->l->options.senseData = w->l->options.stopData = w;
  w->l->options.sense = w->l->options.stop = destroy_now_and_then;
  w->l->options.contactLog = w->log;
  w->l->options.parts = 1 + number % 3;
  if (number % 8 == 7) w->l->options.continuity = QMBOX_CONTINUITY_EXACT;
  (void)dCreatePlane(w->l->space, 0, 0, 1, 0);
  for (int i = 0; i < GEOMS; i++) make_geom(w, i);
}

static void end_world(sensor_world *w) {
  for (int i = 0; i < GEOMS; i++) {
    if (w->geom[i] && !dGeomGetSpace(w->geom[i])) dGeomDestroy(w->geom[i]);
  }
  qmboxContactLogDestroy(w->log);
  free_loop(w->l);
}

/* Bodies that are faster than a frame's way is long would be seen apart. */
static double way_of_frame(const sensor_world *w, double h) {
  double fastest = 1;
  for (int i = 0; i < GEOMS; i++) {
    dBodyID body = w->geom[i] ? dGeomGetBody(w->geom[i]) : 0;
    if (!body) continue;
    fastest = fmax(fastest, (double)(speed_of(body) + dCalcVectorLength3(dBodyGetAngularVel(body))));
  }
  return 2 * (fastest + 10) * h;
}

static void each_contact_with_a_sensor_begins_persists_and_ends(void **state) {
  static sensor_world w;
  int begins = 0, ends = 0, gone = 0, destroyed = 0, persists = 0, worlds = repetitions_at_least(8, WORLDS);
  (void)state;
  for (int number = 0; number < worlds; number++) {
    begin_world(&w, number);
    for (int frame = 0; frame < FRAMES; frame++) {
      const dReal h = (dReal)0.01;
      meddle(&w);
      meddle(&w);
      find_pairs(&w, way_of_frame(&w, (double)h));
      assert_true(qmboxWorldSimulate(w.l->world, w.l->space, h, &w.l->options, 0) == h);
      follow_events(&w);
      compare(&w);
    }
    begins += w.begins;
    ends += w.ends;
    gone += w.gone;
    persists += w.persists;
    destroyed += w.destroyed;
    end_world(&w);
  }
  print_message("# %d worlds: sensors %d begins, %d persists, %d ends; %d of geoms gone, %d destroyed in callbacks\n",
                worlds, begins, persists, ends, gone, destroyed);
  assert_true(begins > 20 * worlds && ends > 15 * worlds && gone > 8 * worlds && 2 * destroyed > worlds);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(each_contact_with_a_sensor_begins_persists_and_ends, set_up_ode, tear_down_ode),
  };
  cmocka_set_message_output(CM_OUTPUT_TAP);
  return cmocka_run_group_tests_name("sensor world", tests, 0, 0);
}
