// SPDX-License-Identifier: BSD-3-Clause

// A robot on its way: links and obstacles by name, how far the nearest two are apart, and where they meet.

import { html, shown, shownVector } from './dom.js';
import { addFilmButton } from './film.js';
import { ABOVE, dots } from './drawing.js';
import { addPictureButton, answerCard, descriptions, panel } from './panel.js';
import { boxOf, mixed, sampleAt } from './recording.js';
import { Scene } from './scene.js';
import { Timeline } from './timeline.js';
import { mean, scale, subtract } from './vector.js';
import { WorldView } from './world_view.js';

const SHADOWS = 24;
const SECONDS = 6;

const MOST_ROOM = 2; // how much larger an obstacle may make the picture

/** The box around some points: [least, greatest] along each axis. */
const boundsOf = (points) =>
  [0, 1, 2].map((i) => {
    const along = points.map((x) => x[i]);
    return [along.reduce((x, y) => Math.min(x, y)), along.reduce((x, y) => Math.max(x, y))];
  });
const joined = (a, b) => a.map(([low, high], i) => [Math.min(low, b[i][0]), Math.max(high, b[i][1])]);
const radiusOf = (bounds) => Math.hypot(...bounds.map(([low, high]) => high - low)) / 2 || 1;

/** A map that puts what moves into the unit sphere, with the obstacles, except those that are much larger. */
function mappingOf(lane) {
  const corners = (box) => lane.times.flatMap((_, index) => boxOf(box, { index, part: 0 }).corner);
  const moving = lane.boxes.filter((box) => box.moves);
  const around = boundsOf((moving.length > 0 ? moving : lane.boxes).flatMap(corners));
  const bounds = lane.boxes
    .filter((box) => !box.moves)
    .map((box) => joined(around, boundsOf(boxOf(box, { index: 0, part: 0 }).corner)))
    .filter((both) => radiusOf(both) <= MOST_ROOM * radiusOf(around))
    .reduce(joined, around);
  const centre = bounds.map(([low, high]) => (low + high) / 2);
  const size = radiusOf(bounds);
  return { size, point: (x) => scale(subtract(x, centre), 1 / size) };
}

/** The time of the plot at which the arm is nearest to something. */
const nearestTime = ({ plot: { times, values } }) =>
  times[values.indexOf(Math.min(...values.filter((x) => x !== null)))] ?? times[0];

export class SweepPage {
  constructor(host, sweep) {
    this.sweep = sweep;
    this.pinned = null;
    const { lane } = sweep;
    this.status = html('p', { class: 'status' });
    this.panel = panel('The way', 'links of the arm and obstacles', 'main');
    this.panel.element.append(this.status);
    this.parts = this.makeParts();
    const main = host.tagName === 'MAIN' ? host : host.appendChild(html('main', { class: 'sweep' }));
    main.append(html('div', { class: 'views single' }, this.panel.element, this.parts));
    this.map = mappingOf(lane);
    this.scene = new Scene(this.panel.stage, 1.05, this.map.size);
    if (this.scene.renderer) addPictureButton(this.panel, this.scene);
    else this.sweepButton.remove();
    this.view = new WorldView(this.scene, lane, this.map);
    this.shadows = this.view.addSweep(SHADOWS);
    this.shadows.visible = false;
    this.point = this.scene.add(dots('point', 1, 11, '--ink', ABOVE));
    this.labels = [this.scene.label('', 'tag'), this.scene.label('', 'tag')];
    if (this.scene.renderer) this.scene.lookFrom([0.75, -0.95, 0.55]);
    this.timeline = this.makeTimeline();
    addFilmButton(this.timeline, [this.scene]);
    this.joints = html('dl', {});
    main.append(
      this.timeline.element,
      html(
        'div',
        { class: 'details' },
        answerCard(this.answerRows()),
        html('section', { class: 'card', 'aria-label': 'joints' }, html('h2', {}, 'Joints'), this.joints),
      ),
    );
    this.timeline.set(sweep.contact ? sweep.contact.t : lane.times[0]);
  }

  makeTimeline() {
    const { lane, plot, contact, nearest } = this.sweep;
    const timeline = new Timeline({
      range: [lane.times[0], lane.times.at(-1)],
      seconds: SECONDS,
      describe: () => this.status.textContent,
      onChange: (t) => this.show(t),
    });
    timeline.drawCurves(
      [{ ...plot, marked: true }],
      'clearance over t: the least distance between two parts at the dots, with straight lines in between',
    );
    if (contact) timeline.addMark(contact.t, { name: 'first contact', className: 'first' });
    else timeline.addMark(nearest ? nearest.t : nearestTime(this.sweep), { name: 'least clearance' });
    return timeline;
  }

  /* ------------------------------------------------------------------ parts and their names */

  makeParts() {
    const { boxes } = this.sweep.lane;
    const names = (moves) => [...new Set(boxes.filter((box) => box.moves === moves).map((box) => box.name))];
    this.buttons = new Map();
    const list = (title, all, dot) =>
      html(
        'section',
        {},
        html('h2', {}, title),
        html(
          'ul',
          { class: 'list' },
          all.map((name) => {
            const button = html(
              'button',
              { type: 'button', 'aria-pressed': 'false', style: `--dot: var(${dot})`, onclick: () => this.pin(name) },
              name,
            );
            this.buttons.set(name, button);
            return html('li', {}, button);
          }),
        ),
      );
    this.sweepButton = html(
      'button',
      { type: 'button', 'aria-pressed': 'false', class: 'wide', onclick: () => this.toggleShadows() },
      'show the sweep',
    );
    return html(
      'aside',
      { class: 'card parts', 'aria-label': 'parts' },
      this.sweepButton,
      list('Links', names(true), '--link'),
      list('Obstacles', names(false), '--obstacle'),
    );
  }

  toggleShadows() {
    this.shadows.visible = !this.shadows.visible;
    this.sweepButton.setAttribute('aria-pressed', String(this.shadows.visible));
    this.scene.requestDraw();
  }

  pin(name) {
    this.pinned = this.pinned === name ? null : name;
    for (const [other, button] of this.buttons) button.setAttribute('aria-pressed', String(other === this.pinned));
    this.show(this.timeline.t);
  }

  /* ------------------------------------------------------------------ at t */

  /** The two boxes that count at t: those that meet, or the nearest two; [] if there are none. */
  pairAt(t) {
    const { contact, pairs } = this.sweep;
    if (contact && t >= contact.t) return [contact.a, contact.b];
    const pair = pairs[this.view.place?.index ?? 0];
    return pair && pair[0] >= 0 ? pair : [];
  }

  show(t) {
    const { lane, contact } = this.sweep;
    this.view.move(t);
    const touching = Boolean(contact) && t >= contact.t;
    const pair = this.pairAt(t);
    const outlined = this.pinned ? lane.boxes.flatMap((box, k) => (box.name === this.pinned ? [k] : [])) : pair;
    this.view.mark(outlined, this.pinned ? '--ink' : touching ? '--hit' : '--apart');
    this.point.set(touching && contact.point && t === contact.t ? [this.map.point(contact.point)] : []);
    this.labels.forEach((label, k) => {
      label.element.textContent = outlined[k] === undefined ? '' : lane.boxes[outlined[k]].name;
      label.place(outlined[k] === undefined ? null : mean(this.view.corners(outlined[k])));
    });
    this.say(t, touching, pair);
    this.showJoints();
  }

  say(t, touching, pair) {
    const { lane, plot, contact } = this.sweep;
    const names = pair.map((k) => lane.boxes[k].name).join(' and ');
    const sample = plot.times.indexOf(t);
    const distance =
      sample >= 0
        ? `${shown(plot.lowers[sample])} to ${shown(plot.values[sample])}`
        : `about ${shown(mixed(plot.values, 1, sampleAt(plot.times, t))[0])}`;
    if (touching && t === contact.t) this.status.textContent = `first contact: ${names}`;
    else if (touching) this.status.textContent = `beyond the first contact of ${names}`;
    else this.status.textContent = pair.length > 0 ? `nearest: ${names}, ${distance} apart` : 'free';
    this.status.className = `status ${touching ? 'touching' : 'apart'}`;
    this.panel.say(`The arm at t = ${shown(t)}: ${this.status.textContent}`);
  }

  showJoints() {
    const { names, values } = this.sweep.joints;
    const now = mixed(values, names.length, this.view.place);
    this.joints.replaceChildren(...descriptions(names.map((name, k) => [name, shown(now[k])])));
  }

  close() {
    this.timeline.close();
    this.scene.close();
  }

  /** The rows of the answer. */
  answerRows() {
    const { contact, nearest, lane, status } = this.sweep;
    const nameOf = (k) => lane.boxes[k].name;
    const rows = [['status', status]];
    if (contact)
      rows.push(
        ['first contact', `t = ${contact.t}, never late`],
        ['parts', `${nameOf(contact.b)}, ${nameOf(contact.a)}`],
        ['apart there', `at most ${shown(contact.slack)}`],
        ...(contact.point
          ? [
              ['point', shownVector(contact.point)],
              ['normal', shownVector(contact.normal)],
            ]
          : []),
      );
    if (nearest)
      rows.push(
        ['least clearance', `${shown(nearest.lower)} to ${shown(nearest.upper)}`],
        ['at', `t = ${shown(nearest.t)}`],
        ['parts', nearest.a >= 0 ? `${nameOf(nearest.b)}, ${nameOf(nearest.a)}` : 'none'],
      );
    return rows;
  }
}
