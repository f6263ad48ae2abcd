// SPDX-License-Identifier: BSD-3-Clause

// The normal sphere of both boxes at t: every direction is a point.
//
// Each box divides it into eight octants (its vertices) by twelve arcs (its edges) between six points (the normals of
// its faces).  That of b is turned inside out, as b is in the sum.  Where a point of one lies in an octant of the
// other, and where two arcs cross, two features are compatible: these 30 points are the faces of the sum.

import { ABOVE, dots, lines, polygons, polyline } from './drawing.js';
import { faceName, edgeFaces } from './features.js';
import { faceNormal } from './box.js';
import { add, scale, unit } from './vector.js';

const FINE = 10; // parts that an octant's side is drawn in
const LIFT = 1.004;

/** Directions from p to q along the great circle, nearly evenly spaced. */
function arc(p, q, radius) {
  return Array.from({ length: FINE + 1 }, (_, k) =>
    scale(unit(add(scale(p, 1 - k / FINE), scale(q, k / FINE))), radius),
  );
}

/** The triangles of an octant, whose corners are three normals. */
function octantTriangles([p, q, r]) {
  const point = (i, j) => unit(add(add(scale(p, 1 - (i + j) / FINE), scale(q, i / FINE)), scale(r, j / FINE)));
  const triangles = [];
  for (let i = 0; i < FINE; i++)
    for (let j = 0; i + j < FINE; j++) {
      triangles.push([point(i, j), point(i + 1, j), point(i, j + 1)]);
      if (i + j + 1 < FINE) triangles.push([point(i + 1, j), point(i + 1, j + 1), point(i, j + 1)]);
    }
  return triangles;
}

/** The arcs, vertices and names of one box on the sphere; `sign` is -1 for b. */
function net(scene, name, sign) {
  const arcs = scene.add(lines(`arcs of ${name}`, 12 * FINE, 2.6, `--${name}-line`));
  const nodes = scene.add(dots(`normals of ${name}`, 6, 9, `--${name}-line`));
  const labels = [0, 1, 2, 3, 4, 5].map((face) => scene.label(faceName(face), `tag ${name}`));
  return (box) => {
    const n = labels.map((_, face) => scale(faceNormal(box, face), sign));
    arcs.set(
      Array.from({ length: 12 }, (_, edge) => {
        const [p, q] = edgeFaces(edge);
        return polyline(arc(n[p], n[q], LIFT));
      }).flat(),
    );
    nodes.set(n.map((x) => scale(x, LIFT)));
    labels.forEach((label, face) => label.place(scale(n[face], LIFT), n[face]));
  };
}

export class SphereView {
  constructor(scene) {
    this.scene = scene;
    this.octants = Array.from({ length: 8 }, (_, octant) =>
      scene.add(polygons(`octant ${octant}`, FINE * FINE, 3, `--octant-${octant}`, { round: true })),
    );
    this.nets = { a: net(scene, 'a', 1), b: net(scene, 'b', -1) };
    this.crossings = scene.add(dots('compatible pairs', 30, 5, '--ink'));
    this.hit = scene.add(dots('pair', 1, 15, '--apart', ABOVE));
    this.hit.renderOrder = 3;
    this.name = scene.label('', 'tag hit');
  }

  show({ boxes, pairs, pair, pairColor, pairLabel }) {
    this.octants.forEach((mesh, octant) => {
      const corner = [0, 1, 2].map((i) => faceNormal(boxes.a, 2 * i + ((octant >> i) & 1)));
      mesh.set(octantTriangles(corner), [0, 0, 0]);
    });
    this.nets.a(boxes.a);
    this.nets.b(boxes.b);
    this.crossings.set(pairs.filter((p) => !p.parallel).map((p) => scale(p.normal, LIFT)));
    this.hit.setColor(pairColor);
    this.hit.set(pair?.normal ? [scale(pair.normal, LIFT)] : []);
    this.name.element.textContent = pairLabel;
    this.name.place(pair?.normal ? scale(pair.normal, LIFT) : null);
    this.scene.requestDraw();
  }
}
