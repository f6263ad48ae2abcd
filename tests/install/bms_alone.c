/* SPDX-License-Identifier: BSD-3-Clause */

/* A program that knows only bms.h and links only libbms: a planner without ODE.  Two unit cubes, three apart, close in
   at speed four. */

#include <bms.h>
#include <stdio.h>

int main(void) {
  static const double origin[3] = {0, 0, 0}, start[3] = {3, 0, 0}, velocity[3] = {-4, 0, 0}, upright[4] = {1, 0, 0, 0};
  bms_query query = {.t0 = 0, .t1 = 1};
  bms_contact contact;

  query.a.box = query.b.box = bms_box_centred(1, 1, 1);
  query.a.motion = bms_motion_fixed(origin, upright);
  query.b.motion = bms_motion_step(start, upright, velocity, origin, origin);

  if (bms_first_contact(&query, &contact) != BMS_CONTACT) return 1;
  printf("contact at %g\n", contact.t);
  return 0;
}
