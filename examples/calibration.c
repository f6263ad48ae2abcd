/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Computes when a robot's gripper that comes down on a part can touch it first, and by when the two have touched for
 * certain, if the robot is calibrated to half a millimetre and the part is made to a tenth of one.
 *
 *   cc calibration.c $(pkg-config --cflags --libs bms) -o calibration && ./calibration
 */

#include <bms_tolerance.h>
#include <stdio.h>

int main(void) {
  const double table[3] = {0, 0, 0.02}, above[3] = {0.01, 0, 0.3}, below[3] = {0, 0.01, 0.02};
  const double upright[4] = {1, 0, 0, 0}, turned[4] = {0.95, 0.05, 0.1, 0.3};
  bms_query query = {.t0 = 0, .t1 = 1}, tolerance = {.t0 = 0}; /* seconds */
  query.a = (bms_body){bms_box_centred(0.1, 0.06, 0.04), bms_motion_fixed(table, upright)};
  query.b = (bms_body){bms_box_centred(0.08, 0.02, 0.1), bms_motion_between(0, above, turned, 1, below, upright)};

  tolerance.a.motion.form = tolerance.b.motion.form = BMS_MOTION_RIGID;
  for (int r = 0; r < 3; r++) {
    tolerance.b.motion.rigid.position[r][0] = 0.0005;
    tolerance.a.box.min[r] = tolerance.a.box.max[r] = 0.0001;
  }

  bms_contact contact;
  bms_contact_within within;
  if (bms_first_contact(&query, &contact) != BMS_CONTACT) return 1;
  if (bms_first_contact_within(&query, &tolerance, &within) != BMS_CONTACT) return 1;
  printf("as planned %.6f s; not before %.6f s, by %.6f s for certain\n", contact.t, within.earliest, within.latest);
  return 0;
}
