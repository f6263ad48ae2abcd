// SPDX-License-Identifier: BSD-3-Clause

// What the scenes are drawn of: polygons, lines, dots and arrows whose places change with t and whose number does not
// exceed what they were made for.  Colours are names of custom properties (theme.js); paint() reads them anew.

import * as THREE from 'three';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';

import { color } from './theme.js';
import { cross, dot, scale, subtract, unit } from './vector.js';

/** How a polygon is drawn that lies in the plane of another. */
export const ON_TOP = {
  transparent: true,
  opacity: 0.88,
  side: THREE.DoubleSide,
  polygonOffset: true,
  polygonOffsetFactor: -2,
  polygonOffsetUnits: -2,
};

/** How something is drawn that nothing may hide. */
export const ABOVE = { transparent: true, depthTest: false };

/** Gives an object the colour of a name, which setColor() changes, and which is read anew when the theme changes. */
function paintedIn(object, material, colorName) {
  object.setColor = (name) => {
    object.userData.paint = () => material.color.copy(color(name));
    object.userData.paint();
  };
  object.setColor(colorName);
  return object;
}

/* ------------------------------------------------------------------ polygons */

/** Writes the triangles of a polygon, whose front looks away from `centre`; returns where the next one goes. */
function writePolygon(polygon, offset, { centre, round }, { position, normal }) {
  const [first, second, third] = polygon;
  const across = unit(cross(subtract(second, first), subtract(third, first)));
  const inwards = centre && dot(across, subtract(first, centre)) < 0;
  const corners = inwards ? polygon.toReversed() : polygon;
  const n = inwards ? scale(across, -1) : across;
  let at = offset;
  for (let k = 2; k < corners.length; k++)
    for (const corner of [corners[0], corners[k - 1], corners[k]]) {
      position.array.set(corner, at);
      normal.array.set(round ? corner : n, at);
      at += 3;
    }
  return at;
}

/** A mesh of up to `count` convex polygons of `corners` corners; `round` shades them as parts of the unit sphere.
    set(polygons, centre) puts them in place; with a centre inside of all of them only their outsides are seen. */
export function polygons(name, count, corners, colorName, { round = false, ...options } = {}) {
  const size = 9 * count * (corners - 2);
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.BufferAttribute(new Float32Array(size), 3));
  geometry.setAttribute('normal', new THREE.BufferAttribute(new Float32Array(size), 3));
  const material = new THREE.MeshLambertMaterial(options);
  const mesh = new THREE.Mesh(geometry, material);
  mesh.name = name;
  mesh.frustumCulled = false;
  mesh.set = (list, centre = null) => {
    const { attributes } = geometry;
    const end = list.reduce((at, polygon) => writePolygon(polygon, at, { centre, round }, attributes), 0);
    attributes.position.needsUpdate = attributes.normal.needsUpdate = true;
    geometry.setDrawRange(0, end / 3);
  };
  mesh.set([]);
  return paintedIn(mesh, material, colorName);
}

/* ------------------------------------------------------------------ lines */

/** Up to `count` line segments, `width` pixels wide.  set(segments) takes pairs of points. */
export function lines(name, count, width, colorName, options = {}) {
  const geometry = new LineSegmentsGeometry();
  geometry.setPositions(new Float32Array(6 * count));
  const material = new LineMaterial({ linewidth: width, ...options });
  const object = new LineSegments2(geometry, material);
  object.name = name;
  object.frustumCulled = false;
  object.set = (segments) => {
    const data = geometry.attributes.instanceStart.data;
    segments.forEach((segment, k) => data.array.set([...segment[0], ...segment[1]], 6 * k));
    data.needsUpdate = true;
    geometry.instanceCount = segments.length;
    object.visible = segments.length > 0;
  };
  object.set([]);
  return paintedIn(object, material, colorName);
}

/** The segments of a polyline. */
export const polyline = (points) => points.slice(1).map((point, k) => [points[k], point]);

/** The segments of the borders of polygons. */
export const borders = (list) =>
  list.flatMap((polygon) => polygon.map((point, k) => [point, polygon[(k + 1) % polygon.length]]));

/* ------------------------------------------------------------------ dots */

let disc = null;

/* A round spot with a soft border: points are squares without it. */
function discTexture() {
  if (disc) return disc;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 64;
  const context = canvas.getContext('2d');
  context.fillStyle = '#fff';
  context.arc(32, 32, 30, 0, 2 * Math.PI);
  context.fill();
  disc = new THREE.CanvasTexture(canvas);
  return disc;
}

/** Up to `count` round dots, `size` pixels wide.  set(points) puts them in place. */
export function dots(name, count, size, colorName, options = {}) {
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.BufferAttribute(new Float32Array(3 * count), 3));
  const material = new THREE.PointsMaterial({
    size: size * Math.min(2, window.devicePixelRatio),
    sizeAttenuation: false,
    map: discTexture(),
    transparent: true,
    alphaTest: 0.3,
    ...options,
  });
  const object = new THREE.Points(geometry, material);
  object.name = name;
  object.frustumCulled = false;
  object.set = (points) => {
    points.forEach((point, k) => geometry.attributes.position.array.set(point, 3 * k));
    geometry.attributes.position.needsUpdate = true;
    geometry.setDrawRange(0, points.length);
    object.visible = points.length > 0;
  };
  object.set([]);
  return paintedIn(object, material, colorName);
}

/* ------------------------------------------------------------------ arrows */

/** An arrow of a length in the scene's units.  set(from, direction) puts it in place, set(null) hides it. */
export function arrow(name, size, colorName) {
  const material = new THREE.MeshBasicMaterial(ABOVE);
  const shaft = new THREE.Mesh(new THREE.CylinderGeometry(0.018, 0.018, 0.78, 12).translate(0, 0.39, 0), material);
  const head = new THREE.Mesh(new THREE.ConeGeometry(0.06, 0.22, 20).translate(0, 0.89, 0), material);
  const object = new THREE.Group();
  object.add(shaft, head);
  object.name = name;
  object.scale.setScalar(size);
  object.visible = false;
  shaft.renderOrder = head.renderOrder = 5;
  object.set = (from, direction) => {
    object.visible = Boolean(from && direction);
    if (!object.visible) return;
    object.position.set(...from);
    object.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), new THREE.Vector3(...direction));
  };
  return paintedIn(object, material, colorName);
}
