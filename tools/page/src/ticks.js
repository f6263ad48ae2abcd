// SPDX-License-Identifier: BSD-3-Clause

// Round numbers for axes and grids.

/** The greatest of 1, 2 and 5 times a power of ten that is at most x > 0. */
export function roundDown(x) {
  const power = 10 ** Math.floor(Math.log10(x));
  const digit = [5, 2, 1].find((d) => d * power <= x * (1 + 1e-9)) ?? 1;
  return digit * power;
}

/** Round numbers from low to high, about `count` of them, evenly spaced; 0 is one if it is in between. */
export function roundSteps(low, high, count) {
  if (!(high > low)) return [low];
  const step = roundDown((high - low) / count) || high - low;
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, k) => Number(((first + k) * step).toPrecision(12)));
}
