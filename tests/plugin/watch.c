/* SPDX-License-Identifier: BSD-3-Clause */

/* Watches guarded frames. */

#include "watch.h"

#include <math.h>
#include <string.h>

/* The number of looks at a pair in a frame. */
enum { LOOKS = 40 };

/* Cores are smaller by this factor, so that what is stopped within a tolerance has not met. */
static const double LEEWAY = 1.02;

static const double ROUNDING = sizeof(dReal) == sizeof(double) ? 1e-12 : 1e-4;

/* ODE has no place for data in a stepper. */
static watch *watching;

static int step_watched(dWorldID world, dReal length) {
  take_step(world, (double)length, watching->geom, watching->count, watching->step);
  return 1;
}

static void note_lost(void *data, dBodyID body, dReal lost) {
  watch *w = data;
  for (int k = 0; k < w->count; k++) {
    if (dGeomGetBody(w->geom[k]) == body) w->lost[k] += (double)lost;
  }
}

void watch_geom(watch *w, dGeomID geom) {
  w->geom[w->count++] = geom;
}

static double part_of(const watch *w, int k) {
  return 1 - w->lost[k] / w->step[k].length;
}

static void assert_is_there(const watch *w, int k) {
  pose is = geom_pose(w->geom[k]), expected = at_part(&w->step[k], part_of(w, k));
  double distance = 0, same = 0;
  if (!(w->lost[k] > 0)) {
    assert_memory_equal(&is, &w->step[k].to, sizeof is);
    return;
  }
  for (int i = 0; i < 3; i++) distance = fmax(distance, fabs(is.x[i] - expected.x[i]));
  for (int i = 0; i < 4; i++) same += is.q[i] * expected.q[i];
  if (distance > ROUNDING * (1 + fabs(is.x[0]) + fabs(is.x[1]) + fabs(is.x[2])) || 1 - fabs(same) > ROUNDING)
    fail_msg("body of geom %d lost %a of %a and is %g and %g away from there", k, w->lost[k], w->step[k].length,
             distance, 1 - fabs(same));
}

qmboxSimulateReport watched_frame(watch *w, dReal h) {
  watching = w;
  memset(w->lost, 0, sizeof w->lost);
  w->l->options.stepper = step_watched;
  w->l->options.held = note_lost;
  w->l->options.heldData = w;
  qmboxSimulateReport report = frame(w->l, h);
  for (int k = 0; k < w->count; k++) {
    assert_int_in_range((int)(1000 * part_of(w, k) + 1e-6), 0, 1000);
    if (dGeomGetBody(w->geom[k])) assert_is_there(w, k);
  }
  return report;
}

/* ------------------------------------------------------------------ cores */

static bool is_dynamic(dGeomID geom) {
  return dGeomGetBody(geom) && !dBodyIsKinematic(dGeomGetBody(geom));
}

static bool are_joined(dBodyID one, dBodyID other) {
  for (int i = 0; one && other && i < dBodyGetNumJoints(one); i++) {
    dJointID joint = dBodyGetJoint(one, i);
    if (dJointGetType(joint) == dJointTypeContact) continue;
    if (dJointGetBody(joint, 0) == other || dJointGetBody(joint, 1) == other) return true;
  }
  return false;
}

static bool counts(const watch *w, int a, int b) {
  dGeomID o1 = w->geom[a], o2 = w->geom[b];
  unsigned long bits1 = dGeomGetCategoryBits(o1), bits2 = dGeomGetCategoryBits(o2);
  if (!((bits1 & dGeomGetCollideBits(o2)) | (bits2 & dGeomGetCollideBits(o1)))) return false;
  if (dGeomGetBody(o1) == dGeomGetBody(o2) || (!is_dynamic(o1) && !is_dynamic(o2))) return false;
  return !((bits1 | bits2) & w->l->refused) && !are_joined(dGeomGetBody(o1), dGeomGetBody(o2));
}

static bool cores_are_apart(const watch *w, int a, int b, double u, double leeway, double hint[3]) {
  pose body1 = at_part(&w->step[a], fmin(u, part_of(w, a))), body2 = at_part(&w->step[b], fmin(u, part_of(w, b)));
  extent core1 = extent_at(w->geom[a], &body1, leeway * core_allowance(w->geom[a], w->geom[b]));
  extent core2 = extent_at(w->geom[b], &body2, leeway * core_allowance(w->geom[b], w->geom[a]));
  return extents_are_apart(&core1, &core2, 0, hint);
}

static bool meet(const watch *w, int a, int b) {
  double hint[3] = {0, 0, 0};
  if (!counts(w, a, b) || !cores_are_apart(w, a, b, 0, 1, hint)) return false;
  for (int i = 1; i <= LOOKS; i++) {
    if (!cores_are_apart(w, a, b, (double)i / LOOKS, LEEWAY, hint)) return true;
  }
  return false;
}

int watch_count_met(const watch *w) {
  int count = 0;
  for (int a = 0; a < w->count; a++) {
    for (int b = a + 1; b < w->count; b++) count += meet(w, a, b);
  }
  return count;
}
