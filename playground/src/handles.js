// SPDX-License-Identifier: BSD-3-Clause

// What is dragged in the view of the boxes: each box where it stands now (that moves its whole way), and its ghosts at
// both ends of the interval.  A drag moves in the plane of the picture; in the other mode, or with shift, it turns.

import { Plane, Raycaster, Vector2, Vector3 } from 'three';

import { boxAt } from '../../tools/page/src/box.js';
import { edgesOf, facesOf } from '../../tools/page/src/boxes_view.js';
import { lines, polygons } from '../../tools/page/src/drawing.js';
import { add, mean, scale } from '../../tools/page/src/vector.js';
import { counted, moved, product, turned } from './query_edit.js';

const TURN = 0.01; // radians for each pixel
const ENDS = ['t0', 't1'];

/** The ghost of a box at one end. */
function ghost(scene, name, end) {
  const faces = scene.add(
    polygons(`ghost ${name}${end}`, 6, 4, `--${name}`, { transparent: true, opacity: 0.14, depthWrite: false }),
  );
  const edges = scene.add(
    lines(`ghost ${name}${end} edges`, 12, 1, `--${name}-line`, { transparent: true, opacity: 0.55 }),
  );
  const label = scene.label(`${name} at ${ENDS[end]}`, `tag ${name}`);
  const place = (corner) => {
    faces.set(facesOf(corner), mean(corner));
    faces.geometry.boundingSphere = null;
    edges.set(edgesOf(corner));
    label.place(corner.reduce((high, x) => (x[2] > high[2] ? x : high)));
  };
  const light = (on) => (edges.material.opacity = on ? 1 : 0.55);
  return { name, ends: [end], end, mesh: faces, place, light };
}

const quaternionAbout = (axis, angle) => [Math.cos(angle / 2), ...scale(axis, Math.sin(angle / 2))];

export class Handles {
  /** view: the BoxesView.  onEdit(query) is called while something is dragged, onDone() at its end; query() is what it
      begins with, turning() true if drags turn. */
  constructor(view, { query, turning, onEdit, onDone }) {
    Object.assign(this, { view, scene: view.scene, query, turning, onEdit, onDone, dragged: null });
    const { scene } = this;
    this.ghosts = ['a', 'b'].flatMap((name) => [0, 1].map((end) => ghost(scene, name, end)));
    this.all = [...this.ghosts, ...['a', 'b'].map((name) => this.solidHandle(name))];
    this.caster = new Raycaster();
    scene.host.addEventListener('pointerdown', (event) => this.take(event), { capture: true });
    scene.host.addEventListener('pointermove', (event) => this.move(event));
    for (const type of ['pointerup', 'pointercancel']) scene.host.addEventListener(type, () => this.drop());
  }

  solidHandle(name) {
    const mesh = this.scene.world.getObjectByName(name);
    return { name, ends: [0, 1], mesh, light: () => {} };
  }

  /** Puts the ghosts to the ends of a query. */
  show(query) {
    const bodies = counted(query);
    for (const { name, end, place } of this.ghosts)
      place(boxAt(bodies[name], query.t[end]).corner.map(this.view.mapping.map));
    this.scene.requestDraw();
  }

  aim(event) {
    const { left, top, width, height } = this.scene.renderer.domElement.getBoundingClientRect();
    const at = new Vector2((2 * (event.clientX - left)) / width - 1, 1 - (2 * (event.clientY - top)) / height);
    this.caster.setFromCamera(at, this.scene.camera);
  }

  /** The handle under a pointer, with the point of it, or null. */
  under(event) {
    this.aim(event);
    for (const { mesh } of this.all) mesh.geometry.boundingSphere = null;
    const hits = this.caster.intersectObjects(
      this.all.map(({ mesh }) => mesh),
      false,
    );
    if (hits.length === 0) return null;
    return { handle: this.all.find(({ mesh }) => mesh === hits[0].object), point: hits[0].point };
  }

  take(event) {
    if (event.button !== 0 || event.target !== this.scene.renderer.domElement) return;
    const found = this.under(event);
    if (!found) return;
    event.stopPropagation();
    event.preventDefault();
    this.scene.host.setPointerCapture(event.pointerId);
    const facing = this.scene.camera.getWorldDirection(new Vector3());
    this.dragged = {
      ...found,
      query: this.query(),
      plane: new Plane().setFromNormalAndCoplanarPoint(facing, found.point),
      from: [event.clientX, event.clientY],
      turns: this.turning() !== event.shiftKey,
    };
  }

  move(event) {
    if (this.dragged) return this.drag(event);
    if (event.buttons !== 0 || event.pointerType === 'touch') return;
    const found = event.target === this.scene.renderer.domElement ? this.under(event) : null;
    for (const handle of this.all) handle.light(handle === found?.handle);
    this.scene.renderer.domElement.style.cursor = found ? 'move' : '';
    this.scene.requestDraw();
  }

  drag(event) {
    const { handle, query, turns } = this.dragged;
    this.onEdit(turns ? this.turnedBy(event, handle, query) : this.movedBy(event, handle, query));
  }

  movedBy(event, { name, ends }, query) {
    const { plane, point } = this.dragged;
    this.aim(event);
    const now = this.caster.ray.intersectPlane(plane, new Vector3());
    const way = now ? now.sub(point).toArray() : [0, 0, 0];
    return moved(query, name, ends, scale(way, this.view.mapping.size));
  }

  turnedBy(event, { name, ends }, query) {
    const [x, y] = this.dragged.from;
    const { elements } = this.scene.camera.matrixWorld;
    const [right, up] = [elements.slice(0, 3), elements.slice(4, 7)];
    const turn = product(
      quaternionAbout(right, TURN * (event.clientY - y)),
      quaternionAbout(up, TURN * (event.clientX - x)),
    );
    return turned(query, name, ends, turn);
  }

  drop() {
    if (!this.dragged) return;
    this.dragged = null;
    this.onDone();
  }
}

/** The middle of a handle on the screen, for tests: {x, y} of the ghost of a box at an end. */
export function handlePlace({ scene, ghosts }, name, end) {
  const { mesh } = ghosts.find((g) => g.name === name && g.end === end);
  const { array } = mesh.geometry.attributes.position;
  const corners = Array.from({ length: array.length / 3 }, (_, k) => [...array.slice(3 * k, 3 * k + 3)]);
  const middle = scale(corners.reduce(add), 1 / corners.length);
  const seen = new Vector3(...middle).project(scene.camera);
  const { left, top, width, height } = scene.renderer.domElement.getBoundingClientRect();
  return { x: left + (0.5 + 0.5 * seen.x) * width, y: top + (0.5 - 0.5 * seen.y) * height };
}
