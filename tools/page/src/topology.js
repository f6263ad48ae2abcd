// SPDX-License-Identifier: BSD-3-Clause

// The relative topology of two boxes at one time: the 30 compatible pairs, each of which makes one face of the boundary
// of the Minkowski sum of a and -b.
//
// A direction n, from a to b, is supported by a feature of a that is farthest along n, and by one of b that is farthest
// along -n.  The directions that count are the six face normals of each box (12 pairs, VO and OV) and the nine products
// of edges, both ways (18 pairs, EE).  This is the description's topology; lib/sections finds it with error bounds, and
// its pairs are the ones to show where they are known.

import { edgeAtVertex, featureVertices, otherAxes, SORTS } from './features.js';
import { faceNormal } from './box.js';
import { cross, dot, length, scale, subtract, unit } from './vector.js';

/** The vertex that is farthest in this direction. */
function farthestVertex(box, direction) {
  return [0, 1, 2].reduce((vertex, i) => vertex | (dot(direction, box.edge[i]) > 0 ? 1 << i : 0), 0);
}

/** Adds to a pair its unit normal and its gap: how far the feature of b is beyond that of a along the normal. */
function measured(a, b, pair, normal) {
  const [sortA, sortB] = SORTS[pair.kind];
  const pointA = a.corner[featureVertices(sortA, pair.a)[0]];
  const pointB = b.corner[featureVertices(sortB, pair.b)[0]];
  return { ...pair, normal, gap: dot(normal, subtract(pointB, pointA)) };
}

function facePairs(a, b) {
  const pairs = [];
  for (let face = 0; face < 6; face++) {
    const n = faceNormal(a, face);
    pairs.push(measured(a, b, { kind: 'VO', a: face, b: farthestVertex(b, scale(n, -1)) }, n));
  }
  for (let face = 0; face < 6; face++) {
    const n = scale(faceNormal(b, face), -1);
    pairs.push(measured(a, b, { kind: 'OV', a: farthestVertex(a, n), b: face }, n));
  }
  return pairs;
}

/** Two edges whose enclosed sine is below this are called parallel: their product says nothing in doubles. */
const PARALLEL = 1e-12;

/** The normals of an edge pair, from a to b, up to its side; and whether the edges are parallel. */
function edgeProduct(a, b, i, j) {
  const product = cross(a.edge[i], b.edge[j]);
  return { n: unit(product), parallel: length(product) < PARALLEL };
}

/* The other end of both edges: of two parallel edges, too, the sum has both. */
const oppositeEdges = ({ kind, a, b }) => ({ kind, a: a ^ 3, b: b ^ 3 });

function edgePairs(a, b) {
  const pairs = [];
  for (let i = 0; i < 3; i++)
    for (let j = 0; j < 3; j++) {
      const { n, parallel } = edgeProduct(a, b, i, j);
      const pair = {
        kind: 'EE',
        a: edgeAtVertex(farthestVertex(a, n), i),
        b: edgeAtVertex(farthestVertex(b, scale(n, -1)), j),
      };
      pairs.push({ ...measured(a, b, pair, n), parallel });
      pairs.push({ ...measured(a, b, oppositeEdges(pair), scale(n, -1)), parallel });
    }
  return pairs;
}

/** 1 if an edge of a box is on the side of n, -1 if on the other: by the direction across it that leans most on n. */
function sideOfEdge(box, edge, n) {
  const leans = otherAxes(edge >> 2).map((axis, k) => ((edge >> k) & 1 ? 1 : -1) * dot(n, box.edge[axis]));
  return leans.reduce((most, lean) => (Math.abs(lean) > Math.abs(most) ? lean : most));
}

/** The normal of a pair from a to b. */
function normalOf(a, b, { kind, a: featureA, b: featureB }) {
  if (kind === 'VO') return { n: faceNormal(a, featureA) };
  if (kind === 'OV') return { n: scale(faceNormal(b, featureB), -1) };
  const { n, parallel } = edgeProduct(a, b, featureA >> 2, featureB >> 2);
  const sides = [sideOfEdge(a, featureA, n), -sideOfEdge(b, featureB, n)];
  const side = Math.abs(sides[0]) > Math.abs(sides[1]) ? sides[0] : sides[1];
  return { n: side < 0 ? scale(n, -1) : n, parallel };
}

/** Pairs of known features, {kind, a, b} in codes, as compatiblePairs() has them. */
export const measuredPairs = (a, b, pairs) =>
  pairs.map((pair) => {
    const { n, ...rest } = normalOf(a, b, pair);
    return { ...measured(a, b, pair, n), ...rest };
  });

/** The 30 compatible pairs of two boxes, each {kind, a, b, normal, gap, parallel}. */
export const compatiblePairs = (a, b) => [...facePairs(a, b), ...edgePairs(a, b)];

/** The pair along which the boxes are farthest apart, or overlap least.  Faces come first where edges are no better. */
export function widestPair(pairs) {
  return pairs.filter((pair) => !pair.parallel).reduce((best, pair) => (pair.gap > best.gap ? pair : best));
}
