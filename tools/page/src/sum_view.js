// SPDX-License-Identifier: BSD-3-Clause

// The Minkowski sum of a and -b at t, and the origin that it moves towards.

import { EdgesGeometry, Vector3 } from 'three';
import { ConvexGeometry } from 'three/addons/geometries/ConvexGeometry.js';

import { ABOVE, borders, dots, lines, ON_TOP, polygons, polyline } from './drawing.js';
import { sumFace } from './minkowski.js';
import { cross, dot, length, scale, subtract } from './vector.js';

const MOST_TRIANGLES = 124; // of the hull of 64 points
const LEAST_VOLUME = 1e-6; // of a hull, in the scene's units: flatter ones are of points in a plane, and wrong
const CREASE = 1; // degrees: flatter edges of a hull are the diagonals of its faces

/** Differences of the corners: their hull is the sum. */
const differences = ({ a, b }) => a.corner.flatMap((x) => b.corner.map((y) => subtract(x, y)));

const triples = ({ array }) => Array.from({ length: array.length / 3 }, (_, k) => [...array.slice(3 * k, 3 * k + 3)]);
const groups = (points, count) =>
  Array.from({ length: points.length / count }, (_, k) => points.slice(count * k, count * (k + 1)));

/** The hull of points: triangles and the edges between those that are not in one plane.  Where edges of the boxes are
    parallel, faces of the sum belong to more than one pair, and none of them covers all.  Null if both boxes are flat and in one plane. */
function hullOf(points) {
  const solid = new ConvexGeometry(points.map((x) => new Vector3(...x)));
  const faces = groups(triples(solid.attributes.position), 3);
  const edges = groups(triples(new EdgesGeometry(solid, CREASE).attributes.position), 2);
  const volume = faces.reduce(
    (sum, [p, q, r]) => sum + dot(subtract(p, points[0]), cross(subtract(q, points[0]), subtract(r, points[0]))),
    0,
  );
  return Math.abs(volume) > LEAST_VOLUME && faces.length <= MOST_TRIANGLES ? { faces, edges } : null;
}

/** Where the sum is drawn: {centre, size} of a ball that holds the sum and the origin. */
export function sumFit({ a, b }) {
  const points = [[0, 0, 0], ...differences({ a, b })];
  const centre = [0, 1, 2].map((i) => {
    const all = points.map((x) => x[i]);
    return (Math.min(...all) + Math.max(...all)) / 2;
  });
  return { centre, size: Math.max(...points.map((x) => length(subtract(x, centre)))) || 1 };
}

/** The view of the sum, for a place {centre, size} in lengths of the query. */
export class SumView {
  constructor(scene, { centre, size }, paths) {
    this.scene = scene;
    this.map = (x) => scale(subtract(x, centre), 1 / size);
    this.path = scene.add(
      lines('path of the sum', paths[0].length, 1.2, '--sum-line', { transparent: true, opacity: 0.45 }),
    );
    this.setPaths(paths);
    this.faces = scene.add(polygons('sum', MOST_TRIANGLES, 3, '--sum', { transparent: true, opacity: 0.82 }));
    this.edges = scene.add(
      lines('sum edges', 3 * MOST_TRIANGLES, 1, '--sum-line', { transparent: true, opacity: 0.55 }),
    );
    this.face = scene.add(polygons('sum face', 1, 4, '--apart', ON_TOP));
    this.border = scene.add(lines('sum face border', 4, 3, '--apart'));
    this.origin = scene.add(dots('origin', 1, 12, '--ink', ABOVE));
    this.origin.renderOrder = 4;
    this.origin.set([this.map([0, 0, 0])]);
    scene.label('origin', 'tag').place(this.map([0, 0, 0]));
  }

  /** The path of the sum's centre, from those of both boxes. */
  setPaths(paths) {
    this.path.set(polyline(paths[0].map((x, k) => this.map(subtract(x, paths[1][k])))));
  }

  show({ boxes, pairs, pair, pairColor }) {
    const face = (p) => sumFace(boxes.a, boxes.b, p).map(this.map);
    const all = pairs.map(face);
    const hull = pairs.some((p) => p.parallel) ? hullOf(differences(boxes).map(this.map)) : null;
    this.faces.set(hull?.faces ?? all, this.map(subtract(boxes.a.centre, boxes.b.centre)));
    this.edges.set(hull?.edges ?? borders(all));
    const hit = pair ? [face(pair)] : [];
    for (const object of [this.face, this.border]) object.setColor(pairColor);
    this.face.set(hit);
    this.border.set(borders(hit));
    this.scene.requestDraw();
  }
}
