// SPDX-License-Identifier: BSD-3-Clause

// The boundary of the Minkowski sum of a and -b: one face for each compatible pair, a parallelogram whose corners are
// differences of corners.  The boxes share a point exactly if the origin is in the sum.

import { featureVertices, SORTS } from './features.js';
import { subtract } from './vector.js';

/** The corners of the face that a pair makes, in the order of its border. */
export function sumFace(a, b, pair) {
  const [of, other] = SORTS[pair.kind];
  const cornersA = featureVertices(of, pair.a).map((v) => a.corner[v]);
  const cornersB = featureVertices(other, pair.b).map((v) => b.corner[v]);
  if (pair.kind === 'VO') return cornersA.map((x) => subtract(x, cornersB[0]));
  if (pair.kind === 'OV') return cornersB.map((x) => subtract(cornersA[0], x));
  const [p, q] = cornersA;
  const [r, s] = cornersB;
  return [subtract(p, r), subtract(q, r), subtract(q, s), subtract(p, s)];
}
