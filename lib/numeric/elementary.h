/* SPDX-License-Identifier: BSD-3-Clause */

/* Functions that libm has too, but there with other bits on each machine: IEEE 754 does not ask it to round them. */

#ifndef BMS_ELEMENTARY_H
#define BMS_ELEMENTARY_H

/* The greatest angle whose sine is the angle itself. */
#define BMS_ELEMENTARY_GREATEST_ANGLE 0x1p40

/* Roundings (2^-53) that a sine or a cosine is off by, and an angle, of itself. */
#define BMS_SINE_COSINE_ROUNDINGS 1
#define BMS_ANGLE_ROUNDINGS 8

/* Computes the sine and the cosine of a finite angle, each off by at most one rounding.  An angle beyond
   BMS_ELEMENTARY_GREATEST_ANGLE counts as off by half a rounding of itself. */
void bms_sine_cosine(double angle, double *sine, double *cosine);

/* Returns the angle in [0, pi/2] of the point (x, y), off by at most eight roundings of itself.  x and y are >= 0, one
   of them > 0, and the sum of their squares is a normal double. */
double bms_angle_of(double x, double y);

/* Returns the cube root of a number >= 0, to some 1e-6 of it. */
double bms_rough_cube_root(double x);

#endif /* BMS_ELEMENTARY_H */
