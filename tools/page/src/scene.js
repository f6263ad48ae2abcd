// SPDX-License-Identifier: BSD-3-Clause

// A view of a drawing: a camera that orbits and zooms by mouse, finger and keyboard, and labels over the picture.
// Nothing is drawn but when something has changed.  Without WebGL the view holds a sentence instead.

import * as THREE from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';

import { html } from './dom.js';
import { Gauge } from './gauge.js';
import { cssColor, onThemeChange } from './theme.js';

const FIELD = 28; // degrees: little perspective, so that parallel edges look parallel
const NO_WEBGL =
  'This browser draws no 3D here (WebGL is off or missing). The numbers, names and plots on this page are complete.';

function rendererFor(host) {
  try {
    const renderer = new THREE.WebGLRenderer({ antialias: true, alpha: true });
    renderer.setPixelRatio(Math.min(2, window.devicePixelRatio));
    host.prepend(renderer.domElement);
    renderer.domElement.setAttribute('aria-hidden', 'true');
    return renderer;
  } catch {
    host.classList.add('flat');
    host.append(html('p', { class: 'no-webgl' }, NO_WEBGL));
    return null;
  }
}

export class Scene {
  /** A view in this element.  `radius` is that of what is to be seen, around the origin; `unit` is the length of the
      query that is 1 here, null where nothing has lengths. */
  constructor(host, radius, unit = null) {
    this.host = host;
    this.radius = radius;
    this.labels = [];
    this.world = new THREE.Scene();
    this.camera = new THREE.PerspectiveCamera(FIELD, 1, 0.01, 1000);
    this.camera.up.set(0, 0, 1);
    this.renderer = rendererFor(host);
    this.layer = host.appendChild(html('div', { class: 'labels', 'aria-hidden': 'true' }));
    this.addLight();
    if (!this.renderer) return;
    this.gauge = new Gauge(host, unit);
    this.controls = new OrbitControls(this.camera, this.renderer.domElement);
    this.renderer.domElement.style.touchAction = 'pan-y'; // a finger that goes up or down scrolls the page
    this.controls.addEventListener('change', () => this.requestDraw());
    host.addEventListener('keydown', (event) => this.steer(event));
    this.watcher = new ResizeObserver(() => this.resize());
    this.watcher.observe(host);
    this.forgetTheme = onThemeChange(() => this.repaint());
  }

  addLight() {
    const sun = new THREE.DirectionalLight('#ffffff', 1.7);
    sun.position.set(-0.5, 0.9, 0.8);
    this.camera.add(sun);
    this.world.add(this.camera, new THREE.HemisphereLight('#ffffff', '#c8ccd4', 2));
  }

  add(...objects) {
    this.world.add(...objects);
    return objects[0];
  }

  /** A text at a point; .place(point) moves it, .place(null) hides it. */
  label(text, className) {
    const element = this.layer.appendChild(html('span', { class: className }, text));
    const label = { element, point: null, facing: null };
    label.place = (point, facing = null) => Object.assign(label, { point, facing });
    this.labels.push(label);
    return label;
  }

  /** Looks at the origin from this direction. */
  lookFrom(direction) {
    this.home = direction;
    this.moveTo(direction, this.distance());
  }

  distance() {
    const narrow = Math.min(1, this.camera.aspect);
    return this.radius / Math.sin((FIELD * Math.PI) / 360) / narrow;
  }

  moveTo(direction, distance) {
    this.camera.position
      .set(...direction)
      .normalize()
      .multiplyScalar(distance);
    this.camera.lookAt(0, 0, 0);
    this.controls?.target.set(0, 0, 0);
    this.controls?.update();
    this.requestDraw();
  }

  /** Turns to look from where another view looks, as much nearer than usual as that is. */
  follow(other) {
    const offset = other.camera.position.clone().sub(other.controls.target);
    const own = (this.distance() * offset.length()) / other.distance();
    this.camera.position.copy(this.controls.target).addScaledVector(offset.normalize(), own);
    this.camera.lookAt(this.controls.target);
    this.requestDraw();
  }

  /** Arrows orbit, plus and minus zoom, Home goes back: where the view has the keyboard's focus. */
  steer(event) {
    if (!this.host.matches(':focus-visible')) return;
    const turn = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const zoom = { '+': 0.9, '=': 0.9, '-': 1 / 0.9 }[event.key];
    if (!turn && !zoom && event.key !== 'Home') return;
    event.preventDefault();
    event.stopPropagation();
    const offset = this.camera.position.clone().sub(this.controls.target);
    const sphere = new THREE.Spherical().setFromVector3(new THREE.Vector3(offset.y, offset.z, offset.x));
    if (event.key === 'Home') return void this.lookFrom(this.home);
    if (turn) Object.assign(sphere, { theta: sphere.theta + 0.12 * turn[0], phi: sphere.phi + 0.12 * turn[1] });
    if (zoom) sphere.radius *= zoom;
    const turned = new THREE.Vector3().setFromSpherical(sphere.makeSafe());
    this.camera.position.copy(this.controls.target).add(new THREE.Vector3(turned.z, turned.x, turned.y));
    this.controls.update();
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.host;
    if (!width || !height) return;
    const before = this.distance();
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.camera.position
      .sub(this.controls.target)
      .multiplyScalar(this.distance() / before)
      .add(this.controls.target);
    this.renderer.setSize(width, height);
    this.draw();
  }

  /** Ends it and gives the picture's memory back: a browser has room for some sixteen of them. */
  close() {
    if (!this.renderer) return;
    this.watcher.disconnect();
    this.forgetTheme();
    cancelAnimationFrame(this.pending);
    this.controls.dispose();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
  }

  repaint() {
    this.world.traverse((object) => object.userData.paint?.());
    this.requestDraw();
  }

  requestDraw() {
    if (!this.renderer || this.pending) return;
    this.pending = requestAnimationFrame(() => this.draw());
  }

  draw() {
    this.pending = 0;
    this.renderer.render(this.world, this.camera);
    for (const label of this.labels) this.drawLabel(label);
    this.gauge.draw(this.camera, this.host.clientHeight, this.camera.position.distanceTo(this.controls.target));
  }

  /** The view as it is drawn now, with its labels, as a canvas. */
  picture() {
    this.draw();
    const { domElement: drawn } = this.renderer;
    const scale = drawn.width / this.host.clientWidth;
    const canvas = html('canvas', { width: drawn.width, height: drawn.height });
    const context = canvas.getContext('2d');
    context.fillStyle = cssColor('--panel');
    context.fillRect(0, 0, drawn.width, drawn.height);
    context.drawImage(drawn, 0, 0);
    context.scale(scale, scale);
    const box = this.layer.getBoundingClientRect();
    for (const { element } of this.labels.filter((label) => !label.element.hidden)) {
      const { left, bottom } = element.getBoundingClientRect();
      const { font, color: ink } = getComputedStyle(element);
      Object.assign(context, { font, fillStyle: ink, textBaseline: 'bottom' });
      context.fillText(element.textContent, left - box.left, bottom - box.top);
    }
    return canvas;
  }

  /* A label stands beside its point, unless the surface there (of normal `facing`) looks away. */
  drawLabel({ element, point, facing }) {
    const away = facing && this.camera.position.dot(new THREE.Vector3(...facing)) < 0.25 * this.radius;
    element.hidden = !point || Boolean(away);
    if (element.hidden) return;
    const seen = new THREE.Vector3(...point).project(this.camera);
    const x = (0.5 + 0.5 * seen.x) * this.host.clientWidth;
    const y = (0.5 - 0.5 * seen.y) * this.host.clientHeight;
    element.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
  }
}

/** Views that always look from the same side. */
export function linkViews(scenes) {
  const drawn = scenes.filter((scene) => scene.renderer);
  for (const scene of drawn)
    scene.controls.addEventListener('change', () => {
      if (scene.following) return;
      for (const other of drawn) {
        if (other === scene) continue;
        other.following = true;
        other.follow(scene);
        other.following = false;
      }
    });
}
