// SPDX-License-Identifier: BSD-3-Clause

// The Minkowski sum of a and -b at t, and the origin that it moves towards.

import { ABOVE, borders, dots, lines, ON_TOP, polygons, polyline } from './drawing.js';
import { sumFace } from './minkowski.js';
import { scale, subtract } from './vector.js';

/** The view of the sum.  Its unit is `size`, lengths of the query; the origin is in the middle. */
export class SumView {
  constructor(scene, size, paths) {
    this.scene = scene;
    this.map = (x) => scale(x, 1 / size);
    const path = scene.add(
      lines('path of the sum', paths[0].length, 1.2, '--sum', { transparent: true, opacity: 0.6 }),
    );
    path.set(polyline(paths[0].map((x, k) => this.map(subtract(x, paths[1][k])))));
    this.faces = scene.add(polygons('sum', 30, 4, '--sum', { transparent: true, opacity: 0.82 }));
    this.edges = scene.add(lines('sum edges', 120, 1, '--sum-line', { transparent: true, opacity: 0.55 }));
    this.face = scene.add(polygons('sum face', 1, 4, '--apart', ON_TOP));
    this.border = scene.add(lines('sum face border', 4, 3, '--apart'));
    this.origin = scene.add(dots('origin', 1, 12, '--ink', ABOVE));
    this.origin.renderOrder = 4;
    this.origin.set([[0, 0, 0]]);
    scene.label('origin', 'tag').place([0, 0, 0]);
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
