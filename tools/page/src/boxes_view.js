// SPDX-License-Identifier: BSD-3-Clause

// The two boxes as they stand at t, the features that meet, the normal and the points of contact.

import { ABOVE, arrow, borders, dots, lines, ON_TOP, polygons, polyline } from './drawing.js';
import { addGrid } from './grid.js';
import { edgeVertices, faceVertices, featureVertices, SORTS } from './features.js';
import { length, mean, subtract } from './vector.js';

const FACES = [0, 1, 2, 3, 4, 5];

const EDGES = Array.from({ length: 12 }, (_, edge) => edge);

export const facesOf = (corner) => FACES.map((face) => faceVertices(face).map((v) => corner[v]));
export const edgesOf = (corner) => EDGES.map((edge) => edgeVertices(edge).map((v) => corner[v]));

/** A place for a box's name: towards its corner that is farthest from the other box, out of the way of the contact. */
function labelPlace(corner, other) {
  const far = (x) => length(subtract(x, other));
  const farthest = corner.reduce((best, x) => (far(x) > far(best) ? x : best));
  return mean([mean(corner), farthest]);
}

/** The drawing of one box, in the scene's coordinates: call it with its corners and those of the other. */
function solid(scene, name) {
  const faces = scene.add(polygons(name, 6, 4, `--${name}`, { transparent: true, opacity: 0.9 }));
  const edges = scene.add(lines(`${name} edges`, 12, 1.6, `--${name}-line`));
  const label = scene.label(name, `name ${name}`);
  return (corner, other) => {
    faces.set(facesOf(corner), mean(corner));
    edges.set(edgesOf(corner));
    label.place(labelPlace(corner, mean(other)));
  };
}

/** A feature of a box, lit: a face is filled, an edge is a bold line, a vertex a dot. */
function spotlight(scene, name) {
  const face = scene.add(polygons(`${name} face`, 1, 4, '--apart', ON_TOP));
  const edge = scene.add(lines(`${name} edge`, 4, 5, '--apart', ABOVE));
  const vertex = scene.add(dots(`${name} vertex`, 1, 13, '--apart', ABOVE));
  edge.renderOrder = vertex.renderOrder = 3;
  return (sort, points, colorName) => {
    for (const object of [face, edge, vertex]) object.setColor(colorName);
    face.set(sort === 'face' ? [points] : []);
    edge.set(sort === 'edge' ? [points] : sort === 'face' ? borders([points]) : []);
    vertex.set(sort === 'vertex' ? points : []);
  };
}

/** The view of the boxes.  show(state) draws the boxes of the state, its pair, and what its contact adds. */
export class BoxesView {
  constructor(scene, mapping, paths) {
    this.scene = scene;
    this.mapping = mapping;
    addGrid(scene, mapping, Math.max(mapping.lowest, mapping.centre[2] - 2 * mapping.size));
    this.paths = paths.map((path, k) =>
      scene.add(lines(`path ${'ab'[k]}`, path.length, 1.2, `--${'ab'[k]}`, { transparent: true, opacity: 0.45 })),
    );
    this.setPaths(paths);
    this.solid = { a: solid(scene, 'a'), b: solid(scene, 'b') };
    this.lit = { a: spotlight(scene, 'lit a'), b: spotlight(scene, 'lit b') };
    this.normal = scene.add(arrow('normal', 0.42 * Math.min(1, 2 * mapping.reach), '--ink'));
    this.points = scene.add(dots('points', 8, 9, '--ink', ABOVE));
    this.points.renderOrder = 6;
  }

  /** The centres' paths. */
  setPaths(paths) {
    paths.forEach((path, k) => this.paths[k].set(polyline(path.map(this.mapping.map))));
  }

  /** boxes {a, b}, pair (codes) or null, contact: the answer if it is to be shown at this time, else null. */
  show({ boxes, pair, pairColor, contact }) {
    const corner = { a: boxes.a.corner.map(this.mapping.map), b: boxes.b.corner.map(this.mapping.map) };
    this.solid.a(corner.a, corner.b);
    this.solid.b(corner.b, corner.a);
    for (const [k, name] of ['a', 'b'].entries()) {
      const sort = pair ? SORTS[pair.kind][k] : null;
      this.lit[name](sort, pair ? featureVertices(sort, pair[name]).map((v) => corner[name][v]) : [], pairColor);
    }
    const points = (contact?.points ?? (contact?.point ? [contact.point] : [])).map(this.mapping.map);
    this.points.set(points);
    this.normal.set(points.length > 0 ? mean(points) : null, contact?.normal ?? null);
    this.scene.requestDraw();
  }
}
