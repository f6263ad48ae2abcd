// SPDX-License-Identifier: BSD-3-Clause

// The numbers of a query as fields, and its line.

import { html } from '../../tools/page/src/dom.js';
import { bendOf, endPoses, withCorner, withPoses } from './query_edit.js';

const XYZ = ['x', 'y', 'z'];
const WXYZ = ['w', 'x', 'y', 'z'];
const STEP = 0.05;

const short = (x) => String(Number(x.toPrecision(6)));

/** Fields for the numbers of a list, which `meaning` says in full.  .show(numbers) fills them in; a change calls
    onChange(numbers). */
function fields(title, names, onChange, meaning = title) {
  let numbers = [];
  const change = (k, text) => {
    const x = Number(text);
    const right = text.trim() !== '' && Number.isFinite(x);
    inputs[k].setAttribute('aria-invalid', String(!right));
    if (right) onChange(numbers.map((y, i) => (i === k ? x : y)));
  };
  const step = (k, event) => {
    const sign = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (!sign) return;
    event.preventDefault();
    inputs[k].value = short(numbers[k] + sign * STEP * (event.shiftKey ? 10 : 1));
    change(k, inputs[k].value);
  };
  const inputs = names.map((name, k) =>
    html('input', {
      type: 'text',
      inputmode: 'decimal',
      'aria-label': `${meaning}, ${name}`,
      title: `${meaning}, ${name}`,
      oninput: () => change(k, inputs[k].value),
      onkeydown: (event) => step(k, event),
    }),
  );
  const element = html('div', { class: 'field' }, html('span', {}, title), html('div', {}, inputs));
  const show = (next) => {
    numbers = next;
    inputs.forEach((input, k) => {
      if (input !== document.activeElement || Number(input.value) !== numbers[k]) input.value = short(numbers[k]);
      input.removeAttribute('aria-invalid');
    });
  };
  return { element, show };
}

/** The fields of one body. */
function bodyFields(name, editor) {
  const edit = (make) => (numbers) => editor.onEdit(make(editor.query, numbers));
  const pose = (end, member) =>
    edit((query, numbers) =>
      withPoses(
        query,
        name,
        endPoses(query, name).map((p, k) => (k === end ? { ...p, [member]: numbers } : p)),
      ),
    );
  const box = [
    fields(
      'min',
      XYZ,
      edit((query, x) => withCorner(query, name, 'min', x)),
      `least corner of box ${name}`,
    ),
    fields(
      'max',
      XYZ,
      edit((query, x) => withCorner(query, name, 'max', x)),
      `greatest corner of box ${name}`,
    ),
  ];
  const rigid = [0, 1].map((end) => [
    fields(`at t${end}`, XYZ, pose(end, 'position'), `position of box ${name} at t${end}`),
    fields('turned', WXYZ, pose(end, 'quaternion'), `quaternion of box ${name} at t${end}`),
  ]);
  const bend = fields(
    'bend',
    XYZ,
    edit((query, x) => withPoses(query, name, endPoses(query, name), x)),
    `coefficient of t² of box ${name}`,
  );
  const note = html('p', {}, 'Its motion is a matrix: the line below has it. A drag moves all of it.');
  const motion = html(
    'div',
    {},
    rigid.flat().map((f) => f.element),
    bend.element,
  );
  const element = html(
    'fieldset',
    { class: name },
    html('legend', {}, `box ${name}`),
    box.map((f) => f.element),
    motion,
    note,
  );
  const show = (query) => {
    const poses = endPoses(query, name);
    box[0].show(query[name].min);
    box[1].show(query[name].max);
    motion.hidden = !poses;
    note.hidden = Boolean(poses);
    if (!poses) return;
    rigid.forEach(([position, quaternion], end) => {
      position.show(poses[end].position);
      quaternion.show(poses[end].quaternion);
    });
    bend.show(bendOf(query, name));
  };
  return { element, show };
}

export class Editor {
  /** onEdit(query): a number has changed; onLine(text): the line has. */
  constructor({ onEdit, onLine }) {
    this.onEdit = onEdit;
    this.interval = fields('t0, t1', ['t0', 't1'], (t) => onEdit({ ...this.query, t }));
    this.bodies = ['a', 'b'].map((name) => bodyFields(name, this));
    this.line = html('textarea', {
      rows: 3,
      spellcheck: 'false',
      'aria-label': 'the query as a line of bms-first-contact',
      oninput: () => onLine(this.line.value),
    });
    this.complaint = html('p', { class: 'complaint', role: 'alert' });
    this.element = html(
      'div',
      { class: 'editor' },
      html('label', {}, html('span', {}, 'line of bms-first-contact: paste yours'), this.line),
      this.interval.element,
      this.bodies.map((body) => body.element),
    );
  }

  /** Shows a query; its line, too, if that is not where it comes from. */
  show(query, line) {
    this.query = query;
    this.interval.show(query.t);
    for (const body of this.bodies) body.show(query);
    if (line !== null) this.line.value = line;
  }
}
