// SPDX-License-Identifier: BSD-3-Clause

// Small pictures of queries, drawn when they come into sight by one scene for all.

import { boxAt } from './box.js';
import { edgesOf, facesOf } from './boxes_view.js';
import { html } from './dom.js';
import { lines, polygons } from './drawing.js';
import { mappingFor } from './mapping.js';
import { viewpoint } from './query_page.js';
import { focusTime, gapCurve, standing } from './query_state.js';
import { Scene } from './scene.js';
import { onThemeChange } from './theme.js';
import { mean } from './vector.js';

const WIDTH = 144; // of the picture; style.css has the size at which it is shown
const HEIGHT = 104;
const SAMPLES = 24; // where two that stay apart are nearest, roughly

export class Thumbnails {
  /** For frames inside of an element that scrolls. */
  constructor(list) {
    const host = html('div', {
      class: 'darkroom',
      style: `width: ${WIDTH}px; height: ${HEIGHT}px`,
      'aria-hidden': 'true',
    });
    list.parentElement.append(host);
    this.scene = new Scene(host, 0.8);
    this.items = new Map();
    if (!this.scene.renderer) return;
    this.boxes = ['a', 'b'].map((name) => ({
      name,
      faces: this.scene.add(polygons(name, 6, 4, `--${name}`)),
      edges: this.scene.add(lines(`${name} edges`, 12, 1, `--${name}-line`)),
    }));
    this.watcher = new IntersectionObserver((entries) => this.look(entries), { root: list, rootMargin: '100px' });
    onThemeChange(() => requestAnimationFrame(() => this.redraw()));
  }

  /** The element that a query's picture is going to be in; null if there are none. */
  frameFor(item) {
    if (!this.scene.renderer) return null;
    const scale = Math.min(2, window.devicePixelRatio);
    const frame = html('canvas', { width: WIDTH * scale, height: HEIGHT * scale, class: 'thumbnail' });
    this.items.set(frame, { item, drawn: false });
    if (!item.error) this.watcher.observe(frame);
    return frame;
  }

  look(entries) {
    this.scene.resize();
    for (const { target, isIntersecting } of entries) if (isIntersecting) this.draw(target);
  }

  draw(frame) {
    const { item } = this.items.get(frame);
    const focus = focusTime(item, item.contact === true ? undefined : gapCurve(item, SAMPLES));
    const { map } = mappingFor(item.query, focus);
    for (const { name, faces, edges } of this.boxes) {
      const corners = boxAt(item.query[name], focus).corner.map(map);
      faces.set(facesOf(corners), mean(corners));
      edges.set(edgesOf(corners));
    }
    this.scene.lookFrom(viewpoint(item.normal ?? standing(item.query, focus).widest.normal));
    this.scene.draw();
    const context = frame.getContext('2d');
    context.clearRect(0, 0, frame.width, frame.height);
    context.drawImage(this.scene.renderer.domElement, 0, 0, frame.width, frame.height);
    this.items.get(frame).drawn = true;
    this.watcher.unobserve(frame);
  }

  redraw() {
    for (const [frame, { drawn }] of this.items) if (drawn) this.draw(frame);
  }
}
