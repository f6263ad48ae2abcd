// SPDX-License-Identifier: BSD-3-Clause

// A query: the boxes, their Minkowski sum and their normal spheres side by side, over one slider.

import { BoxesView } from './boxes_view.js';
import { html, shown, shownVector } from './dom.js';
import { addFilmButton } from './film.js';
import { centrePaths, mappingFor } from './mapping.js';
import { PairList } from './pair_list.js';
import { focusTime, gapCurve, sectionAt, standing, stateAt } from './query_state.js';
import { linkViews, Scene } from './scene.js';
import { SphereView } from './sphere_view.js';
import { sumFit, SumView } from './sum_view.js';
import { Timeline } from './timeline.js';
import { add, cross, length, scale, unit } from './vector.js';
import { addPictureButton, answerCard, panel } from './panel.js';

const CURVE = 400;
const SECONDS = 6;

/** A direction to look from: the normal of the contact points to the viewer's side, and what is up stays up. */
export function viewpoint(normal) {
  const across = cross(normal, [0, 0, 1]);
  const side = length(across) > 0.2 ? unit(across) : [0.6, -0.8, 0];
  const direction = add(add(scale(normal, 0.55), scale(side, 0.8)), [0, 0, 0.42]);
  return unit(direction);
}

/** The rows of what the answer says. */
function answerRows(item) {
  if (item.contact !== true)
    return [
      ['status', item.status],
      item.t_lower === undefined ? null : ['apart on', `[${shown(item.query.t[0])}, ${shown(item.t_lower)})`],
    ];
  const width = item.t_upper - item.t_lower;
  return [
    ['status', item.status],
    ['first contact', `t = ${item.t}`],
    [
      'enclosed in',
      `[${item.t_lower}, ${item.t_upper}]${width > 0 ? `, ${width.toExponential(1)} wide` : ', exactly'}`,
    ],
    ['features', `${item.pair.a} of a, ${item.pair.b} of b (${item.pair.kind})`],
    ['normal, a to b', shownVector(item.normal)],
    item.points
      ? ['points', `${item.points.length}: ${item.points.map(shownVector).join(' ')}`]
      : ['point', shownVector(item.point)],
    ['approach speed', shown(item.approach_speed)],
  ];
}

/** The first contacts of all queries within the tolerances, if there are any. */
function withinRow({ within, query }) {
  if (!within) return null;
  const { status, earliest, latest, error } = within;
  if (status === 'contact') return ['with tolerances', `first contact between ${shown(earliest)} and ${shown(latest)}`];
  if (status === 'separated') return ['with tolerances', 'no contact'];
  return ['with tolerances', error ?? `no contact on [${shown(query.t[0])}, ${shown(earliest)})`];
}

function intervalRows(item) {
  return (item.intervals ?? []).map(({ enter, exit }, k) => [
    `contact ${k + 1}`,
    `from ${shown(enter[0])} to ${shown(exit[1])}`,
  ]);
}

const switchText = ({ a, b, edge }) =>
  edge === 'a'
    ? `edge ${a} of a, face ${b} of b`
    : edge === 'b'
      ? `face ${a} of a, edge ${b} of b`
      : `${a} of a, ${b} of b`;

/** Why a section begins. */
function causeText(switches) {
  if (switches.length === 0) return '';
  const octants = switches.length === 1 ? 'an octant switches' : 'octants switch';
  return `; at its start ${octants}: ${switches.map(switchText).join('; ')}`;
}

/** The page of one query, in `host`.  curveOf(item, count) returns the gap over the interval; `whole`: the boxes' view
    has room for all of their ways. */
export class QueryPage {
  constructor(host, item, { curveOf = gapCurve, whole = false } = {}) {
    this.item = item;
    this.whole = whole;
    this.curveOf = curveOf;
    const curve = curveOf(item, CURVE);
    this.focus = focusTime(item, curve);
    this.pairs = new PairList((key) => this.pin(key));
    this.pinned = null;
    this.status = html('p', { class: 'status' });
    this.section = html('p', { class: 'section' });
    this.timeline = this.makeTimeline(curve);
    this.buildViews(host);
    addFilmButton(this.timeline, Object.values(this.scenes));
    this.answer = this.makeAnswer();
    host.append(
      this.timeline.element,
      html(
        'div',
        { class: 'details' },
        this.answer,
        html(
          'section',
          { class: 'card', 'aria-label': 'compatible pairs' },
          html('h2', {}, 'Compatible pairs'),
          this.section,
          this.pairs.element,
        ),
      ),
    );
    this.timeline.set(this.focus);
  }

  makeAnswer() {
    return answerCard([...answerRows(this.item), withinRow(this.item), ...intervalRows(this.item)].filter(Boolean));
  }

  makeTimeline(curve) {
    const timeline = new Timeline({
      range: this.item.query.t,
      seconds: SECONDS,
      describe: () => this.state?.text ?? '',
      onChange: (t) => this.show(t),
    });
    this.drawTimeline(timeline, curve);
    return timeline;
  }

  drawTimeline(timeline, curve) {
    const { item } = this;
    timeline.drawCurves([curve], 'gap over t; below the line the boxes overlap');
    for (const { enter, exit } of item.intervals ?? []) timeline.drawInterval(enter[0], exit[1], 'contact');
    if (item.within?.earliest !== undefined)
      timeline.addMark(item.within.earliest, { className: 'mark', title: 'earliest first contact with tolerances' });
    if (item.within?.latest !== undefined)
      timeline.addMark(item.within.latest, { className: 'mark', title: 'latest first contact with tolerances' });
    for (const [k, section] of (item.sections ?? []).entries())
      if (k > 0) timeline.addMark(section.start, { className: 'boundary', title: 'a new section begins' });
    if (item.contact === true) timeline.addMark(item.t, { name: 'first contact', className: 'first' });
    else timeline.addMark(this.focus, { name: 'nearest', className: 'mark' });
    for (const [k, { enter, exit }] of (item.intervals ?? []).entries()) {
      if (k > 0) timeline.addMark(enter[0], { name: `contact ${k + 1}` });
      if (exit[1] < item.query.t[1]) timeline.addMark(exit[1], { name: k > 0 ? `end ${k + 1}` : 'end of contact' });
    }
  }

  /** Shows another item in the same views, which are drawn to the scale of the first.  A page that shows the first
      contact, or where the boxes are nearest, shows that of the other item. */
  update(item) {
    this.item = item;
    const curve = this.curveOf(item, CURVE);
    const atFocus = this.timeline.t === this.focus;
    this.focus = focusTime(item, curve);
    this.timeline.clear(item.query.t);
    this.drawTimeline(this.timeline, curve);
    const answer = this.makeAnswer();
    this.answer.replaceWith(answer);
    this.answer = answer;
    const paths = centrePaths(item.query);
    for (const view of this.views ?? []) view.setPaths?.(paths);
    this.timeline.set(atFocus ? this.focus : this.timeline.t);
  }

  buildViews(host) {
    const { item } = this;
    const mapping = mappingFor(item.query, this.focus, { whole: this.whole });
    const paths = centrePaths(item.query);
    const { boxes, widest } = standing(item.query, this.focus);
    const normal = item.normal ?? widest.normal;
    const fit = sumFit(boxes);
    const panels = {
      boxes: panel('Boxes', 'a and b as they move', 'main'),
      sum: panel('Minkowski sum', 'a and −b, as a point would meet it'),
      sphere: panel('Normal sphere', 'octants of a; arcs of a and of −b'),
    };
    panels.boxes.element.append(this.status);
    host.append(
      html(
        'div',
        { class: 'views' },
        Object.values(panels).map((p) => p.element),
      ),
    );
    const scenes = {
      boxes: new Scene(panels.boxes.stage, 1.08, mapping.size),
      sum: new Scene(panels.sum.stage, 1.02, fit.size),
      sphere: new Scene(panels.sphere.stage, 1.3),
    };
    this.scenes = scenes;
    this.panels = panels;
    this.views = [
      new BoxesView(scenes.boxes, mapping, paths),
      new SumView(scenes.sum, fit, paths),
      new SphereView(scenes.sphere),
    ];
    this.mapping = mapping;
    if (!scenes.boxes.renderer) return;
    for (const [name, scene] of Object.entries(scenes)) addPictureButton(panels[name], scene);
    for (const scene of Object.values(scenes)) scene.lookFrom(viewpoint(normal));
    linkViews(Object.values(scenes));
  }

  pin(key) {
    this.pinned = key;
    this.show(this.timeline.t);
  }

  show(t) {
    this.state = stateAt(this.item, t, this.pinned);
    const { state } = this;
    for (const view of this.views ?? []) view.show(state);
    this.status.textContent = state.text;
    this.status.className = `status ${state.touching ? 'touching' : 'apart'}`;
    this.pairs.show(state.pairs, state.pair);
    this.showSection(t);
    this.describe(state);
  }

  showSection(t) {
    const { sections = [] } = this.item;
    const k = sectionAt(this.item, t);
    if (k < 0) return void (this.section.textContent = 'This query has no walk through its sections.');
    const { start, end, switches } = sections[k];
    const span = `Section ${k + 1} of ${sections.length}, t from ${shown(start)} to ${shown(end)}`;
    this.section.textContent = `${span}${causeText(switches)}.`;
  }

  describe({ t, text, widest }) {
    const { boxes, sum, sphere } = this.panels;
    boxes.say(`Boxes a and b at t = ${shown(t)}: ${text}`);
    const place = widest.gap > 0 ? `${shown(widest.gap)} outside` : `inside or on`;
    sum.say(`Minkowski sum of a and minus b; the origin is ${place} its boundary`);
    sphere.say(`Normal sphere of both boxes with 30 compatible pairs; marked: ${this.state.pairLabel}`);
  }

  close() {
    this.timeline.close();
    for (const scene of Object.values(this.scenes ?? {})) scene.close();
  }
}
