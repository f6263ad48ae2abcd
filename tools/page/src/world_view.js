// SPDX-License-Identifier: BSD-3-Clause

// Recorded boxes in a scene: one mesh a box, moved to where it is at t.

import * as THREE from 'three';

import { ABOVE, lines } from './drawing.js';
import { formGeometry } from './form.js';
import { edgesOf } from './boxes_view.js';
import { boxOf, poseOf, sampleAt } from './recording.js';
import { color, cssColor } from './theme.js';

const WHOLE = [1, 1, 1];
const cube = new THREE.BoxGeometry(1, 1, 1);
const frame = new THREE.EdgesGeometry(cube);

/** Colours of the recording are for light paper; on dark paper what stands still steps back. */
function paintFor(box, material) {
  const dark = new THREE.Color(cssColor('--paper')).getHSL({}).l < 0.5;
  material.color.copy(color(box.color));
  if (dark && !box.moves) material.color.multiplyScalar(0.35);
}

function solidOf(box, map) {
  const material = new THREE.MeshLambertMaterial({ side: box.form ? THREE.DoubleSide : THREE.FrontSide });
  const geometry = box.form ? formGeometry(box.form, 8 * map.size) : cube;
  const mesh = new THREE.Mesh(geometry, material);
  const outline = box.form ? new THREE.EdgesGeometry(geometry, 35) : frame;
  const edges = new THREE.LineSegments(
    outline,
    new THREE.LineBasicMaterial({ color: '#000', transparent: true, opacity: 0.35 }),
  );
  mesh.add(edges);
  mesh.name = box.name;
  mesh.matrixAutoUpdate = false;
  mesh.userData.paint = () => paintFor(box, material);
  mesh.userData.paint();
  return mesh;
}

function setMatrix(matrix, box, { column, origin }, map) {
  const sides = box.form ? WHOLE : box.side;
  const [u, v, w] = column.map((c, i) => c.map((x) => (x * sides[i]) / map.size));
  const at = map.point(origin);
  matrix.set(u[0], v[0], w[0], at[0], u[1], v[1], w[1], at[1], u[2], v[2], w[2], at[2], 0, 0, 0, 1);
}

export class WorldView {
  /** lane {boxes, times}; map {size, point(x)}: to the scene's coordinates. */
  constructor(scene, lane, map) {
    Object.assign(this, { scene, lane, map });
    this.meshes = lane.boxes.map((box) => scene.add(solidOf(box, map)));
    this.outline = scene.add(lines('outline', 12 * 24, 2.5, '--hit', { transparent: true, polygonOffset: true }));
  }

  /** Puts all boxes to where they are at t. */
  move(t) {
    this.place = sampleAt(this.lane.times, t);
    this.lane.boxes.forEach((box, k) => {
      setMatrix(this.meshes[k].matrix, box, poseOf(box, this.place), this.map);
      this.meshes[k].matrixWorldNeedsUpdate = true;
    });
    this.drawCores();
    this.drawIslands();
    this.scene.requestDraw();
  }

  /** Shows or hides the cores of what moves, as they are against what cannot: a quarter of the thickness less on every
      side. */
  showCores(on) {
    const moving = this.lane.boxes.filter((box) => box.moves && !box.form);
    this.cores ??= this.scene.add(lines('cores', 12 * Math.max(1, moving.length), 1.5, '--apart', ABOVE));
    this.cored = on ? moving : [];
    for (const mesh of this.meshes) Object.assign(mesh.material, { transparent: on, opacity: on ? 0.55 : 1 });
    for (const mesh of this.meshes) mesh.material.needsUpdate = true;
    this.drawCores();
    this.scene.requestDraw();
  }

  /** Shows or hides ODE's islands: lines between boxes with contact joints in the step that ends at the sample. */
  showIslands(on) {
    const most = Math.max(1, ...this.lane.links.map((list) => list.length / 2));
    this.links ??= this.scene.add(lines('islands', most, 3, '--ink', ABOVE));
    this.linked = on;
    this.drawIslands();
    this.scene.requestDraw();
  }

  drawIslands() {
    if (!this.links) return;
    const list = this.linked ? this.lane.links[this.place.index] : [];
    const centre = (k) => this.map.point(poseOf(this.lane.boxes[k], this.place).origin);
    this.links.set(
      Array.from({ length: list.length / 2 }, (_, i) => [centre(list[2 * i]), centre(list[2 * i + 1])]),
    );
  }

  drawCores() {
    this.cores?.set(
      this.cored.flatMap((box) => {
        const allowance = Math.min(...box.side) / 4;
        const core = { ...box, side: box.side.map((side) => side - 2 * allowance) };
        return edgesOf(boxOf(core, this.place).corner.map(this.map.point));
      }),
    );
  }

  /** Outlines the boxes of these numbers as they stand now: they get bold edges; other shapes shine in the colour. */
  mark(outlined, colorName) {
    const { boxes } = this.lane;
    this.outline.setColor(colorName);
    this.outline.set(
      outlined
        .filter((k) => !boxes[k].form)
        .slice(0, 24)
        .flatMap((k) => edgesOf(this.corners(k))),
    );
    boxes.forEach((box, k) => {
      if (!box.form) return;
      const shine = outlined.includes(k) ? color(colorName).multiplyScalar(0.6) : new THREE.Color(0);
      this.meshes[k].material.emissive.copy(shine);
    });
  }

  /** The corners of a box as it stands now, in the scene. */
  corners(k) {
    return boxOf(this.lane.boxes[k], this.place).corner.map(this.map.point);
  }

  /** Adds the boxes around what moves, as they stand at some of the samples, as shadows; returns the object, to be
      shown or hidden. */
  addSweep(count) {
    const moving = this.lane.boxes.filter((box) => box.moves);
    const material = new THREE.MeshBasicMaterial({ transparent: true, opacity: 0.07, depthWrite: false });
    const ghosts = new THREE.InstancedMesh(cube, material, Math.max(1, moving.length * count));
    const matrix = new THREE.Matrix4();
    const last = this.lane.times.length - 1;
    for (let k = 0; k < count; k++) {
      const index = Math.round((last * k) / Math.max(1, count - 1));
      moving.forEach((box, i) => {
        setMatrix(matrix, { side: box.side }, poseOf(box, { index, part: 0 }), this.map);
        ghosts.setMatrixAt(k * moving.length + i, matrix);
      });
    }
    ghosts.name = 'sweep';
    ghosts.frustumCulled = false;
    ghosts.count = moving.length * count;
    ghosts.userData.paint = () => material.color.copy(color('--link'));
    ghosts.userData.paint();
    return this.scene.add(ghosts);
  }
}
