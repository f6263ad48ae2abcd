// SPDX-License-Identifier: BSD-3-Clause

// What tells directions and lengths in a view: the world's axes in a corner, and a bar of a round length.

import { Vector3 } from 'three';

import { html, shown, svg } from './dom.js';
import { roundDown } from './ticks.js';

const ARM = 20; // pixels of an axis
const BAR = 90; // the bar's greatest width
const AXES = [
  ['x', [1, 0, 0]],
  ['y', [0, 1, 0]],
  ['z', [0, 0, 1]],
];

export class Gauge {
  /** In the element of a view.  `unit` is the length of the query that is 1 in the scene; null: it has no lengths. */
  constructor(host, unit = null) {
    this.unit = unit;
    this.axes = AXES.map(([name, direction]) => {
      const line = svg('path', {});
      const text = svg('text', {}, name);
      return { direction: new Vector3(...direction), line, text };
    });
    const size = 2 * (ARM + 12);
    this.bar = html('span', { class: 'bar-line' });
    this.name = html('span', {});
    host.append(
      svg(
        'svg',
        {
          class: 'axes',
          'aria-hidden': 'true',
          width: size,
          height: size,
          viewBox: `${-size / 2} ${-size / 2} ${size} ${size}`,
        },
        this.axes.flatMap(({ line, text }) => [line, text]),
      ),
    );
    this.scale = html('div', { class: 'scale', title: 'this long, in the middle of the view' }, this.bar, this.name);
    host.append(this.scale);
  }

  /** Draws it as a camera sees the world; `height` is that of the view, `distance` to its middle. */
  draw(camera, height, distance) {
    for (const { direction, line, text } of this.axes) {
      const seen = direction.clone().transformDirection(camera.matrixWorldInverse);
      const [x, y] = [ARM * seen.x, -ARM * seen.y];
      line.setAttribute('d', `M0 0L${x.toFixed(1)} ${y.toFixed(1)}`);
      text.setAttribute('x', (1.35 * x).toFixed(1));
      text.setAttribute('y', (1.35 * y).toFixed(1));
    }
    this.scale.hidden = this.unit === null;
    if (this.unit === null) return;
    const pixels = height / (2 * distance * Math.tan((camera.fov * Math.PI) / 360)); // that are 1 in the scene
    const length = roundDown((BAR * this.unit) / pixels);
    this.bar.style.width = `${((length * pixels) / this.unit).toFixed(1)}px`;
    this.name.textContent = shown(length);
  }
}
