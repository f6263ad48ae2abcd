/* SPDX-License-Identifier: BSD-3-Clause */

/* SplitMix64 and the tests' draws from it: without powers of ten, the same on every machine. */

#include "numeric/arithmetic.h"

#include "random.h"

#include <math.h>

/* Mixes the seed once, so that the streams of seeds close to each other do not run alongside. */
random_source random_from(uint64_t seed) {
  random_source r = {seed};

  r.state = random_bits(&r);
  return r;
}

uint64_t random_bits(random_source *r) {
  uint64_t z = r->state += UINT64_C(0x9e3779b97f4a7c15);

  z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
  return z ^ (z >> 31);
}

int random_below(random_source *r, int count) {
  return (int)(random_bits(r) % (uint64_t)count);
}

/* Draws 53 bits, which are exact in a double. */
double random_uniform(random_source *r, double low, double high) {
  return low + (high - low) * ((double)(random_bits(r) >> 11) * 0x1p-53);
}

void random_numbers(random_source *r, double low, double high, double *x, int count) {
  for (int i = 0; i < count; i++) x[i] = random_uniform(r, low, high);
}

double random_power_of_ten(random_source *r, double low, double high) {
  return pow(10.0, random_uniform(r, low, high));
}

double random_sign(random_source *r) {
  return random_below(r, 2) == 0 ? -1.0 : 1.0;
}

double random_signed_power_of_ten(random_source *r, double low, double high) {
  double sign = random_sign(r);
  return sign * random_power_of_ten(r, low, high);
}

/* Draws a direction by rejection from the cube: this needs no normal deviates, and at most four dimensions keep the
   loop short. */
void random_direction(random_source *r, double *x, int dimension) {
  double length;
  int i;

  do {
    length = 0.0;
    for (i = 0; i < dimension; i++) {
      x[i] = random_uniform(r, -1.0, 1.0);
      length += x[i] * x[i];
    }
  } while (length > 1.0 || length < 0.01);
  for (i = 0; i < dimension; i++) x[i] /= sqrt(length);
}

void random_damage(random_source *r, uint8_t *data, size_t size) {
  int place = random_below(r, (int)size);
  data[place] = (uint8_t)random_bits(r);
}
