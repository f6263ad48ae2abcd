// SPDX-License-Identifier: BSD-3-Clause

// Faces, vertices and edges of a box, by the codes and names of bms.h:
//
//   face    X, X' ...  2 * axis + (1 at the maximum)
//   vertex  XY'Z       bit i is set at the maximum of axis i
//   edge    X-Y'       4 * axis of its direction + bit 0 and bit 1 for the other two axes, in order
//
// On the normal sphere a face is a vertex, a vertex an octant, and an edge an arc.

const AXIS = 'XYZ';

/** The other two axes than this one, in order. */
export const otherAxes = (axis) => [0, 1, 2].filter((i) => i !== axis);

export const faceName = (face) => AXIS[face >> 1] + (face & 1 ? "'" : '');
export const vertexName = (vertex) => [0, 1, 2].map((i) => faceName(2 * i + ((vertex >> i) & 1))).join('');
export const edgeName = (edge) => edgeFaces(edge).map(faceName).join('-');

/** The two faces that meet in an edge. */
export function edgeFaces(edge) {
  const [low, high] = otherAxes(edge >> 2);
  return [2 * low + (edge & 1), 2 * high + ((edge >> 1) & 1)];
}

/** The two vertices at the ends of an edge. */
export function edgeVertices(edge) {
  const [low, high] = otherAxes(edge >> 2);
  const start = ((edge & 1) << low) | (((edge >> 1) & 1) << high);
  return [start, start | (1 << (edge >> 2))];
}

/** The four vertices of a face, in the order of its border. */
export function faceVertices(face) {
  const [low, high] = otherAxes(face >> 1);
  const start = (face & 1) << (face >> 1);
  return [start, start | (1 << low), start | (1 << low) | (1 << high), start | (1 << high)];
}

/** The edge of this direction at a vertex. */
export function edgeAtVertex(vertex, axis) {
  const [low, high] = otherAxes(axis);
  return 4 * axis + ((vertex >> low) & 1) + 2 * ((vertex >> high) & 1);
}

const everyName = (count, name) => new Map(Array.from({ length: count }, (_, code) => [name(code), code]));
const CODES = { face: everyName(6, faceName), vertex: everyName(8, vertexName), edge: everyName(12, edgeName) };
const NAMES = { face: faceName, vertex: vertexName, edge: edgeName };

/** The sorts of the features of a and of b in a pair of this kind. */
export const SORTS = { VO: ['face', 'vertex'], OV: ['vertex', 'face'], EE: ['edge', 'edge'] };

/** A pair {kind, a, b} with names, as codes; null if the kind is none of the three. */
export function pairFromNames(pair) {
  const sorts = SORTS[pair?.kind];
  return sorts ? { kind: pair.kind, a: CODES[sorts[0]].get(pair.a), b: CODES[sorts[1]].get(pair.b) } : null;
}

export const featureName = (sort, code) => NAMES[sort](code);
export const pairKey = (pair) => `${pair.kind} ${pairNames(pair).join(' ')}`;

/** The names of both features of a pair of codes. */
export const pairNames = (pair) => [featureName(SORTS[pair.kind][0], pair.a), featureName(SORTS[pair.kind][1], pair.b)];

/** The vertices that make up a feature. */
export function featureVertices(sort, code) {
  if (sort === 'face') return faceVertices(code);
  return sort === 'edge' ? edgeVertices(code) : [code];
}
