// SPDX-License-Identifier: BSD-3-Clause

// Shapes that are no boxes, as tools/arm_sweep/sweep_form.h has them.

import * as THREE from 'three';
import { ConvexGeometry } from 'three/addons/geometries/ConvexGeometry.js';

const ROUND = 32;

/* three's capsules and cylinders stand along y. */
const alongZ = (geometry) => geometry.rotateX(Math.PI / 2);

function pointsOf(list) {
  return Array.from({ length: list.length / 3 }, (_, k) => new THREE.Vector3(...list.slice(3 * k, 3 * k + 3)));
}

function trianglesGeometry(list) {
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.BufferAttribute(new Float32Array(list), 3));
  geometry.computeVertexNormals();
  return geometry;
}

/* As much of a plane as is worth seeing. */
function planeGeometry([x, y, z, offset], size) {
  const normal = new THREE.Vector3(x, y, z);
  const turn = new THREE.Quaternion().setFromUnitVectors(new THREE.Vector3(0, 0, 1), normal.clone().normalize());
  const foot = normal.multiplyScalar(offset / normal.lengthSq());
  return new THREE.PlaneGeometry(size, size).applyQuaternion(turn).translate(foot.x, foot.y, foot.z);
}

/** The geometry of a form, in lengths of the recording; `size` is how large a plane is drawn. */
export function formGeometry(form, size) {
  if (form.triangles) return trianglesGeometry(form.triangles);
  if (form.points) return new ConvexGeometry(pointsOf(form.points));
  if (form.plane) return planeGeometry(form.plane, size);
  if (form.cylinder)
    return alongZ(new THREE.CylinderGeometry(form.cylinder[0], form.cylinder[0], form.cylinder[1], ROUND));
  if (form.length > 0) return alongZ(new THREE.CapsuleGeometry(form.radius, form.length, ROUND / 4, ROUND));
  return new THREE.SphereGeometry(form.radius, ROUND, ROUND / 2);
}
