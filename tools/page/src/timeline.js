// SPDX-License-Identifier: BSD-3-Clause

// Time: a slider with a plot over it, marks to jump to, and play.
//
// The slider is the browser's own, so that it can be used by keyboard, touch and screen readers; the plot lies over the
// way that its thumb goes, and a press on it moves there.  Space plays, arrows step, PageUp and PageDown go from mark to
// mark.

import { html, shown, svg } from './dom.js';
import { roundSteps } from './ticks.js';

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

/** The least and the greatest of these values and 0. */
function rangeOf(values) {
  const finite = values.filter((value) => Number.isFinite(value));
  return [Math.min(0, ...finite), Math.max(0, ...finite)];
}

/** How far up a value of the plot stands, from 0 at the top to HEIGHT. */
const heightScale = ([low, high]) => {
  const span = high - low || 1;
  return (y) => HEIGHT - 8 - ((y - low) / span) * (HEIGHT - 16);
};

/** The value of a curve at t, linear between its points. */
function valueAt({ times, values }, t) {
  const k = Math.max(
    1,
    times.findIndex((time) => time >= t),
  );
  if (k >= times.length) return values.at(-1);
  const span = times[k] - times[k - 1];
  return span > 0 ? values[k - 1] + ((values[k] - values[k - 1]) * (t - times[k - 1])) / span : values[k];
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

const dotsOf = (points) =>
  points
    .filter(([, y]) => Number.isFinite(y))
    .map(([x, y]) => `M${x.toFixed(2)} ${y.toFixed(2)}h0`)
    .join('');

const KEYS =
  'space plays · ← → step (with ⇧ ten times as far) · PageUp and PageDown go from mark to mark · drag a view to turn it, ' +
  'the wheel zooms';

export class Timeline {
  /**
   * range [t0, t1]; seconds: how long one play takes at a speed of 1; unit: of the time, for reading; describe(t): what
   * there is to be seen at t, for screen readers; onChange(t).
   */
  constructor({ range, seconds, speed = 1, unit = '', describe, onChange }) {
    Object.assign(this, {
      range,
      seconds,
      speed,
      unit,
      describe,
      onChange,
      t: range[0],
      marks: [],
      curves: [],
      playing: false,
    });
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
    this.levels = html('div', { class: 'levels', 'aria-hidden': 'true' });
    this.ticks = html('div', { class: 'ticks' });
    this.probe = html('div', { class: 'probe', hidden: '' }, html('span', {}));
    this.ground = html('div', { class: 'ground' }, this.plot, this.levels, this.probe);
    this.ground.addEventListener('pointermove', (event) => this.onHover(event));
    this.ground.addEventListener('pointerdown', (event) => this.onPress(event));
    this.ground.addEventListener('pointerleave', () => (this.probe.hidden = true));
    this.tools = html('div', { class: 'tools' });
    this.jumps = html('div', { class: 'jumps', role: 'group', 'aria-label': 'marked times' });
    this.pace = html(
      'select',
      { 'aria-label': 'speed', title: 'speed', onchange: () => (this.speed = Number(this.pace.value)) },
      SPEEDS.map(([name, value]) => html('option', { value, selected: value === speed && '' }, name)),
    );
    this.element = html(
      'section',
      { class: 'timeline', 'aria-label': 'time' },
      html('div', { class: 'transport' }, this.button, this.pace, this.readout, this.tools, this.jumps),
      html('div', { class: 'track' }, this.caption, this.ground, this.slider, this.ticks),
      html('p', { class: 'keys' }, KEYS),
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

  /** Adds a button beside the time. */
  addTool(button) {
    this.tools.append(button);
  }

  /** Takes everything off the plot, for another range. */
  clear(range = this.range) {
    this.range = range;
    this.marks = [];
    this.curves = [];
    for (const element of [this.plot, this.levels, this.ticks, this.jumps]) element.replaceChildren();
  }

  /** Curves {times, values, className, marked} on one scale, with the line of zero; `label` says what they are.  The
      points of a marked curve are dots: only there are its values known. */
  drawCurves(curves, label) {
    const [low, high] = rangeOf(curves.flatMap((curve) => curve.values));
    const y = heightScale([low, high]);
    this.curves = curves;
    for (const level of roundSteps(low, high, 3)) this.drawLevel(level, y(level));
    for (const { times, values, className = 'curve', marked = false } of curves) {
      const points = times.map((t, k) => [WIDTH * this.fraction(t), Number.isFinite(values[k]) ? y(values[k]) : NaN]);
      this.plot.append(svg('path', { class: className, d: pathOf(points) }));
      if (marked) this.plot.append(svg('path', { class: 'samples', d: dotsOf(points) }));
    }
    this.plot.setAttribute('aria-label', label);
    this.caption.textContent = label;
    this.drawTicks();
  }

  drawLevel(level, y) {
    this.plot.append(svg('path', { class: level === 0 ? 'zero' : 'level', d: `M0 ${y}H${WIDTH}` }));
    this.levels.append(html('span', { style: `top: ${y}%` }, shown(level)));
  }

  /* The ends of the interval, and round times between them that are far enough from both to be read. */
  drawTicks() {
    const [t0, t1] = this.range;
    const inner = roundSteps(t0, t1, 5).filter((t) => Math.min(this.fraction(t), 1 - this.fraction(t)) > 0.08);
    const tick = (t, className) =>
      html('span', { class: className, style: `left: ${100 * this.fraction(t)}%` }, `${shown(t)}${this.unit}`);
    this.ticks.replaceChildren(tick(t0, 'first-tick'), ...inner.map((t) => tick(t, '')), tick(t1, 'last-tick'));
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

  /** The fraction of the interval that a pointer is at. */
  fractionUnder(event) {
    const { left, width } = this.plot.getBoundingClientRect();
    return Math.min(1, Math.max(0, (event.clientX - left) / width));
  }

  onPress(event) {
    if (event.button !== 0) return;
    this.ground.setPointerCapture(event.pointerId);
    this.moveTo(this.fractionUnder(event));
  }

  onHover(event) {
    const fraction = this.fractionUnder(event);
    const t = this.timeAt(fraction);
    const values = this.curves.map((curve) => shown(Number(valueAt(curve, t).toPrecision(4))));
    this.probe.hidden = false;
    this.probe.style.left = `${100 * fraction}%`;
    this.probe.classList.toggle('leftwards', fraction > 0.7);
    this.probe.firstChild.textContent = `t = ${shown(Number(t.toPrecision(5)))}: ${values.join(' and ')}`;
    if (event.buttons & 1) this.moveTo(fraction);
  }

  onPointer() {
    this.moveTo(Number(this.slider.value));
  }

  moveTo(fraction) {
    this.pause();
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
