// SPDX-License-Identifier: BSD-3-Clause

// A world, twice: with the usual loop of ODE and guarded, side by side and in step.

import { html, shown } from './dom.js';
import { addFilmButton } from './film.js';
import { addPictureButton, panel } from './panel.js';
import { speedCurve } from './recording.js';
import { linkViews, Scene } from './scene.js';
import { Timeline } from './timeline.js';
import { WorldView } from './world_view.js';
import { scale, subtract } from './vector.js';

const GLOW = 0.04; // of the whole time: for how long two boxes are outlined after they have been stopped
const SLOW = 0.2; // what happens at impacts is over in a few hundredths of a second

/** Where a viewer at these angles (degrees) looks from. */
function directionOf({ azimuth, elevation }) {
  const [a, e] = [azimuth, elevation].map((x) => (x * Math.PI) / 180);
  return [Math.cos(e) * Math.cos(a), Math.cos(e) * Math.sin(a), Math.sin(e)];
}

const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);

export class ReplayPage {
  constructor(host, replay) {
    this.replay = replay;
    const main = host.appendChild(html('main', { class: 'replay' }));
    const times = replay.lanes.flatMap((lane) => [lane.times[0], lane.times.at(-1)]);
    this.timeline = new Timeline({
      range: [Math.min(...times), Math.max(...times)],
      seconds: Math.max(...times) - Math.min(...times),
      speed: SLOW,
      unit: ' s',
      describe: (t) => this.describe(t),
      onChange: (t) => this.show(t),
    });
    this.buildViews(main);
    this.drawSpeeds();
    this.markStops();
    main.append(this.timeline.element, this.stopsCard());
    this.timeline.set(this.stops()[0]?.t ?? this.timeline.range[0]);
  }

  buildViews(main) {
    const { view, lanes } = this.replay;
    const size = 0.62 * view.height;
    const map = { size, point: (x) => scale(subtract(x, view.centre), 1 / size) };
    this.panels = lanes.map((lane) =>
      panel(sentence(lane.title.split(':')[0]), lane.title.split(':').slice(1).join(':')),
    );
    main.append(
      html(
        'div',
        { class: 'views pair' },
        this.panels.map((p) => p.element),
      ),
    );
    this.scenes = this.panels.map((p) => new Scene(p.stage, 1, size));
    this.views = this.scenes.map((scene, k) => new WorldView(scene, lanes[k], map));
    if (!this.scenes[0].renderer) return;
    this.timeline.addTool(this.coresButton());
    this.timeline.addTool(this.islandsButton());
    addFilmButton(this.timeline, this.scenes);
    this.scenes.forEach((scene, k) => addPictureButton(this.panels[k], scene));
    for (const scene of this.scenes) scene.lookFrom(directionOf(view));
    linkViews(this.scenes);
  }

  /** A button that switches a part of all views on and off. */
  toggle(name, title, show) {
    const press = () => {
      const on = button.getAttribute('aria-pressed') !== 'true';
      button.setAttribute('aria-pressed', String(on));
      for (const view of this.views) show(view, on);
    };
    const button = html(
      'button',
      { type: 'button', class: 'tool', 'aria-pressed': 'false', title, onclick: press },
      name,
    );
    return button;
  }

  coresButton() {
    const title = 'of what moves, against what cannot: a quarter of the thickness less on every side';
    return this.toggle('cores', title, (view, on) => view.showCores(on));
  }

  islandsButton() {
    const title = 'lines between boxes that move and have contact joints in a step: what they connect is an island';
    return this.toggle('islands', title, (view, on) => view.showIslands(on));
  }

  drawSpeeds() {
    const curves = this.replay.lanes.map((lane, k) => ({
      ...speedCurve(lane),
      className: k === 0 ? 'second' : 'curve',
    }));
    const most = Math.max(...curves.flatMap((curve) => curve.values));
    this.timeline.drawCurves(
      curves,
      `speed of the fastest box, up to ${shown(Number(most.toPrecision(3)))} m/s: guarded, and dashed plain ODE`,
    );
  }

  /** The stops of all lanes, in order of time. */
  stops() {
    return this.replay.lanes
      .flatMap((lane, k) => lane.stops.map((stop) => ({ ...stop, lane: k })))
      .sort((p, q) => p.t - q.t);
  }

  markStops() {
    for (const [k, stop] of this.stops().entries())
      this.timeline.addMark(stop.t, {
        name: k === 0 ? 'first stop' : null,
        className: 'stop',
        title: this.stopText(stop),
      });
  }

  stopText({ a, b, lane }) {
    const { boxes } = this.replay.lanes[lane];
    const nameOf = (k) => (k >= 0 ? boxes[k].name : 'the ground');
    return `${nameOf(a)} meets ${nameOf(b)}`;
  }

  stopsCard() {
    const stops = this.stops();
    const rows = stops.map((stop) =>
      html(
        'li',
        {},
        html(
          'button',
          { type: 'button', style: '--dot: var(--hit)', onclick: () => this.timeline.set(stop.t) },
          `t = ${shown(stop.t)} s: ${this.stopText(stop)}`,
        ),
      ),
    );
    return html(
      'section',
      { class: 'card', 'aria-label': 'stops' },
      html('h2', {}, `Stops (${stops.length})`),
      html(
        'p',
        {},
        'Pairs whose cores would have met within a step; each is stopped at its first touch.',
      ),
      html('ul', { class: 'list columns' }, rows),
    );
  }

  /** The boxes of a lane that have been stopped shortly before t. */
  stoppedNear(lane, t) {
    const [t0, t1] = this.timeline.range;
    const recent = lane.stops.filter((stop) => stop.t <= t && t - stop.t < GLOW * (t1 - t0));
    return [...new Set(recent.flatMap(({ a, b }) => [a, b]).filter((k) => k >= 0))];
  }

  show(t) {
    this.views.forEach((view, k) => {
      view.move(t);
      view.mark(this.stoppedNear(this.replay.lanes[k], t), '--hit');
    });
    this.panels.forEach((p, k) => p.say(`${this.replay.lanes[k].title}, at t = ${shown(t)} s`));
  }

  describe(t) {
    const past = this.stops().filter((stop) => stop.t <= t).length;
    return `${past} stops so far`;
  }
}
