// SPDX-License-Identifier: BSD-3-Clause

// Time: a slider with a plot over it, marks to jump to, and play.
//
// The slider is the browser's own, so that it can be used by keyboard, touch and screen readers; the plot lies over the
// way that its thumb goes.  Space plays, arrows step, PageUp and PageDown go from mark to mark.

import { html, shown, svg } from './dom.js';

const WIDTH = 1000;
const HEIGHT = 100;
const STEPS = 200;
const SNAP = 0.006; // of the whole: a pointer this near to a mark means the mark
const SPEEDS = [
  ['1×', 1],
  ['½×', 0.5],
  ['⅕×', 0.2],
  ['1⁄20×', 0.05],
  ['1⁄100×', 0.01],
];

/** How far up a value of the plot stands, from 0 at the top to HEIGHT. */
function heightScale(values) {
  const finite = values.filter((value) => Number.isFinite(value));
  const low = Math.min(0, ...finite);
  const high = Math.max(0, ...finite);
  const span = high - low || 1;
  return (y) => HEIGHT - 8 - ((y - low) / span) * (HEIGHT - 16);
}

function pathOf(points) {
  let drawing = false;
  return points
    .map(([x, y]) => {
      const word = Number.isFinite(y) ? `${drawing ? 'L' : 'M'}${x.toFixed(2)} ${y.toFixed(2)}` : '';
      drawing = word !== '';
      return word;
    })
    .join('');
}

export class Timeline {
  /**
   * range [t0, t1]; seconds: how long one play takes at a speed of 1; unit: of the time, for reading; describe(t): what
   * there is to be seen at t, for screen readers; onChange(t).
   */
  constructor({ range, seconds, speed = 1, unit = '', describe, onChange }) {
    Object.assign(this, { range, seconds, speed, unit, describe, onChange, t: range[0], marks: [], playing: false });
    this.plot = svg('svg', {
      class: 'plot',
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      preserveAspectRatio: 'none',
      role: 'img',
    });
    this.caption = html('p', { class: 'curve-name' });
    this.slider = html('input', {
      type: 'range',
      min: 0,
      max: 1,
      step: 'any',
      'aria-label': 'time',
      oninput: () => this.onPointer(),
    });
    this.button = html('button', {
      type: 'button',
      class: 'play',
      'aria-label': 'play',
      title: 'play or pause (space)',
      onclick: () => this.toggle(),
    });
    this.readout = html('output', { class: 'readout', id: 'time' });
    this.jumps = html('div', { class: 'jumps', role: 'group', 'aria-label': 'marked times' });
    this.pace = html(
      'select',
      { 'aria-label': 'speed', title: 'speed', onchange: () => (this.speed = Number(this.pace.value)) },
      SPEEDS.map(([name, value]) => html('option', { value, selected: value === speed && '' }, name)),
    );
    this.element = html(
      'section',
      { class: 'timeline', 'aria-label': 'time' },
      html('div', { class: 'transport' }, this.button, this.pace, this.readout, this.jumps),
      html('div', { class: 'track' }, this.caption, this.plot, this.slider),
    );
    this.keys = (event) => this.onKey(event);
    document.addEventListener('keydown', this.keys);
  }

  /** Ends it: nothing listens or plays any more. */
  close() {
    this.pause();
    document.removeEventListener('keydown', this.keys);
  }

  fraction(t) {
    const [t0, t1] = this.range;
    return t1 > t0 ? Math.min(1, Math.max(0, (t - t0) / (t1 - t0))) : 0;
  }

  timeAt(fraction) {
    const [t0, t1] = this.range;
    return fraction >= 1 ? t1 : t0 + fraction * (t1 - t0);
  }

  /* ------------------------------------------------------------------ what is drawn */

  /** Curves {times, values, className} on one scale, with the line of zero; `label` says what they are. */
  drawCurves(curves, label) {
    const y = heightScale(curves.flatMap((curve) => curve.values));
    this.plot.append(svg('path', { class: 'zero', d: `M0 ${y(0)}H${WIDTH}` }));
    for (const { times, values, className = 'curve' } of curves) {
      const points = times.map((t, k) => [WIDTH * this.fraction(t), Number.isFinite(values[k]) ? y(values[k]) : NaN]);
      this.plot.append(svg('path', { class: className, d: pathOf(points) }));
    }
    this.plot.setAttribute('aria-label', label);
    this.caption.textContent = label;
  }

  /** A stretch of time, shaded. */
  drawInterval(from, to, className) {
    const x = WIDTH * this.fraction(from);
    const width = Math.max(1.5, WIDTH * this.fraction(to) - x);
    this.plot.prepend(svg('rect', { class: className, x, y: 0, width, height: HEIGHT }));
  }

  /** A time that is worth stopping at.  With a name there is a button to jump to it. */
  addMark(t, { name = null, className = 'mark', title = '' } = {}) {
    const x = WIDTH * this.fraction(t);
    this.plot.append(
      svg(
        'path',
        { class: className, d: className === 'boundary' ? `M${x} ${HEIGHT}v-14` : `M${x} 0V${HEIGHT}` },
        svg('title', {}, `${title || name || ''} ${shown(t)}`),
      ),
    );
    this.marks.push(t);
    this.marks.sort((p, q) => p - q);
    if (name)
      this.jumps.append(
        html('button', { type: 'button', title: `${title || name}: ${shown(t)}`, onclick: () => this.set(t) }, name),
      );
  }

  /* ------------------------------------------------------------------ moving */

  set(t) {
    const [t0, t1] = this.range;
    this.t = Math.min(t1, Math.max(t0, t));
    this.slider.value = this.fraction(this.t);
    this.readout.textContent = `t = ${shown(this.t)}${this.unit}`;
    this.onChange(this.t);
    this.slider.setAttribute('aria-valuetext', `${shown(this.t)}${this.unit}, ${this.describe(this.t)}`);
  }

  onPointer() {
    this.pause();
    const fraction = Number(this.slider.value);
    const near = this.marks.find((t) => Math.abs(this.fraction(t) - fraction) < SNAP);
    this.set(near ?? this.timeAt(fraction));
  }

  step(count) {
    this.pause();
    this.set(this.timeAt(this.fraction(this.t) + count / STEPS));
  }

  /** To the next mark, or the one before; then to the ends. */
  toMark(direction) {
    this.pause();
    const [t0, t1] = this.range;
    const ahead = direction > 0 ? this.marks.find((t) => t > this.t) : this.marks.findLast((t) => t < this.t);
    this.set(ahead ?? (direction > 0 ? t1 : t0));
  }

  onKey(event) {
    const inControl = event.target.closest?.('select, textarea, input:not([type=range])');
    if (inControl || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === ' ' && event.target.closest?.('button, a, summary')) return;
    const stride = event.shiftKey ? 10 : 1;
    const actions = {
      ' ': () => this.toggle(),
      ArrowLeft: () => this.step(-stride),
      ArrowRight: () => this.step(stride),
      PageUp: () => this.toMark(-1),
      PageDown: () => this.toMark(1),
      Home: () => this.set(this.range[0]),
      End: () => this.set(this.range[1]),
    };
    if (!actions[event.key]) return;
    event.preventDefault();
    actions[event.key]();
  }

  /* ------------------------------------------------------------------ playing */

  toggle() {
    if (this.playing) return this.pause();
    this.playing = true;
    this.button.classList.add('playing');
    this.button.setAttribute('aria-label', 'pause');
    if (this.t >= this.range[1]) this.set(this.range[0]);
    this.last = null;
    requestAnimationFrame((now) => this.frame(now));
  }

  pause() {
    this.playing = false;
    this.button.classList.remove('playing');
    this.button.setAttribute('aria-label', 'play');
  }

  frame(now) {
    if (!this.playing) return;
    const passed = this.last === null ? 0 : Math.min(0.1, (now - this.last) / 1000);
    this.last = now;
    this.set(this.timeAt(this.fraction(this.t) + (this.speed * passed) / this.seconds));
    if (this.t >= this.range[1]) this.pause();
    else requestAnimationFrame((next) => this.frame(next));
  }
}
