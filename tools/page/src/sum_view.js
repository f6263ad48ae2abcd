// SPDX-License-Identifier: BSD-3-Clause

// The Minkowski sum of a and -b at t, and the origin that it moves towards.

import { ABOVE, borders, dots, lines, ON_TOP, polygons, polyline } from './drawing.js';
import { sumFace } from './minkowski.js';
import { length, scale, subtract } from './vector.js';

/** Where the sum is drawn: {centre, size} of a ball that holds the sum and the origin. */
export function sumFit({ a, b }) {
  const points = [[0, 0, 0], ...a.corner.flatMap((x) => b.corner.map((y) => subtract(x, y)))];
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
    this.faces = scene.add(polygons('sum', 30, 4, '--sum', { transparent: true, opacity: 0.82 }));
    this.edges = scene.add(lines('sum edges', 120, 1, '--sum-line', { transparent: true, opacity: 0.55 }));
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
    this.faces.set(all, this.map(subtract(boxes.a.centre, boxes.b.centre)));
    this.edges.set(borders(all));
    const hit = pair ? [face(pair)] : [];
    for (const object of [this.face, this.border]) object.setColor(pairColor);
    this.face.set(hit);
    this.border.set(borders(hit));
    this.scene.requestDraw();
  }
}
