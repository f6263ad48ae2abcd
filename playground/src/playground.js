// SPDX-License-Identifier: BSD-3-Clause

// A query that is dragged, typed or pasted, and its answer by libbms, computed again at each change.

import { html, saveFile, shown } from '../../tools/page/src/dom.js';
import { QueryPage } from '../../tools/page/src/query_page.js';
import { curveTimes } from '../../tools/page/src/query_state.js';
import { Editor } from './editor.js';
import { handlePlace, Handles } from './handles.js';
import { counted, lineOf } from './query_edit.js';

const MEASURED = 25; // milliseconds
const BATCH = 64;
const PROOF_DELAY = 150; // milliseconds after the last change: a certificate takes some

const AGREEMENTS = {
  agree: 'in agreement with the answer',
  undecided: 'undecided here',
  contradict: 'which contradicts the answer',
};
const twoDigits = (x) => shown(Number(x.toPrecision(2)));
const proved = ({ status, text }) => `proves “${status}”, ${twoDigits(text.length / 1024)} KiB`;
const nameOf = ({ id }, k) => id?.name ?? (typeof id === 'string' ? id : `example ${k + 1}`);

/** How many microseconds a call takes, in the fastest of some batches: the browser's clock is coarse, and its compiler
    optimises what has run for a while. */
function microsecondsOf(call) {
  const begin = performance.now();
  let [least, now] = [Infinity, begin];
  while (now - begin < MEASURED) {
    const start = now;
    for (let k = 0; k < BATCH; k++) call();
    now = performance.now();
    if (now > start) least = Math.min(least, (1000 * (now - start)) / BATCH);
    if (now - start > MEASURED) break;
  }
  return least;
}

export class Playground {
  constructor(host, bms, examples) {
    Object.assign(this, { bms, examples, current: null, turns: false });
    this.editor = new Editor({ onEdit: (query) => this.edit(query), onLine: (text) => this.readLine(text) });
    this.stage = html('div', { class: 'answers' });
    this.proof = html('p', { class: 'proof' });
    this.speed = html('p', { class: 'speed' });
    host.append(html('main', { class: 'playground' }, this.makeSide(), this.stage));
    window.addEventListener('hashchange', () => this.readAddress());
    if (!this.readAddress()) this.choose(0);
  }

  /* ------------------------------------------------------------------ controls */

  makeSide() {
    const button = (text, title, onclick) => html('button', { type: 'button', title, onclick }, text);
    this.select = html(
      'select',
      { 'aria-label': 'examples', onchange: () => this.choose(Number(this.select.value)) },
      this.examples.map((query, k) => html('option', { value: k }, nameOf(query, k))),
    );
    this.mode = button('drags move', 'what a drag of a box does; shift does the other', () => this.toggleMode());
    const save = (text, title, content, name) =>
      button(text, title, () => saveFile(new Blob([`${content()}\n`], { type: 'application/jsonl' }), name));
    return html(
      'aside',
      { class: 'card side', 'aria-label': 'query' },
      html('p', { class: 'hint' }, 'Drag the boxes, or their ghosts at t0 and t1; type numbers; or paste a line.'),
      html('div', { class: 'row' }, this.select),
      html(
        'div',
        { class: 'row' },
        this.mode,
        button('fit', 'draw it to fit the views', () => this.rebuild()),
      ),
      this.editor.complaint,
      this.editor.element,
      this.speed,
      this.proof,
      html(
        'div',
        { class: 'row saves' },
        save('save query', 'a line for bms-first-contact', () => this.line, 'query.jsonl'),
        save('save answer', 'with certificates, for bms-check-certificate', () => this.answerLine(), 'answer.jsonl'),
      ),
    );
  }

  toggleMode() {
    this.turns = !this.turns;
    this.mode.textContent = this.turns ? 'drags turn' : 'drags move';
  }

  choose(k) {
    const { id: _, ...query } = this.examples[k];
    this.set(query, { line: lineOf(query) });
  }

  /** Reads the query that the address ends in; returns false if there is none. */
  readAddress() {
    const text = decodeURIComponent(window.location.hash.slice(1));
    return text !== '' && text !== this.line && this.readLine(text, { shows: true });
  }

  readLine(text, { shows = false } = {}) {
    try {
      const { id: _, ...query } = JSON.parse(text);
      return this.set(query, { line: shows ? text : null, text });
    } catch (error) {
      return this.complain(error instanceof SyntaxError ? 'This is not a line of JSON yet.' : error.message);
    }
  }

  complain(text) {
    this.editor.complaint.textContent = text;
    return false;
  }

  /* ------------------------------------------------------------------ answers */

  /** What the page shows of a query; throws if it has no answer. */
  itemOf(query) {
    const answer = this.bms.firstContact(query);
    const { intervals, complete } = this.bms.intervals(query);
    const more = complete ? {} : { intervals_status: 'unresolved' };
    const { sections, agreement } = this.bms.sections(query);
    return { ...answer, intervals, ...more, sections, agreement, query: counted(query) };
  }

  /** Another query, whose views are made for it. */
  set(query, { line, text = line }) {
    let item;
    try {
      item = this.itemOf(query);
    } catch (error) {
      return this.complain(error.message);
    }
    Object.assign(this, { query, item, line: text });
    this.editor.show(query, line);
    this.rebuild();
    this.done();
    return true;
  }

  /** The same query with other numbers, in the same views; drawn once in a frame. */
  edit(query) {
    this.next = query;
    this.pending ??= requestAnimationFrame(() => this.apply());
  }

  apply() {
    this.pending = undefined;
    try {
      this.item = this.itemOf(this.next);
    } catch (error) {
      return void this.complain(error.message);
    }
    this.query = this.next;
    this.line = lineOf(this.query);
    this.complain('');
    this.editor.show(this.query, this.line);
    this.current.update(this.item);
    this.handles?.show(this.query);
    this.sayAnswer();
    clearTimeout(this.later);
    this.later = setTimeout(() => this.done(), PROOF_DELAY);
  }

  rebuild() {
    this.current?.close();
    this.stage.replaceChildren();
    this.current = new QueryPage(this.stage, this.item, {
      curveOf: (item, count) => this.curve(item, count),
      whole: true,
    });
    this.handles = null;
    if (this.current.scenes.boxes.renderer)
      this.handles = new Handles(this.current.views[0], {
        query: () => this.query,
        turning: () => this.turns,
        onEdit: (query) => this.edit(query),
        onDone: () => this.done(),
      });
    this.handles?.show(this.query);
    this.sayAnswer();
  }

  /** The gap over the interval, by libbms. */
  curve(item, count) {
    const times = curveTimes(item, count);
    return { times, values: this.bms.separations(item.query, times).map(({ gap }) => gap) };
  }

  sayAnswer() {
    const { sections, agreement } = this.item;
    this.speed.textContent = `Walk through the sections: ${sections.length}, ${AGREEMENTS[agreement]}.`;
    this.proof.textContent = 'Certificates …';
  }

  /** The end of a change: the address and the certificate. */
  done() {
    clearTimeout(this.later);
    if (this.pending) return;
    this.complain('');
    window.history.replaceState(null, '', `#${encodeURIComponent(this.line)}`);
    const start = performance.now();
    this.certificate = this.bms.certificate(this.query);
    this.intervalsCertificate = this.bms.intervalsCertificate(this.query);
    const took = performance.now() - start;
    const each = microsecondsOf(() => this.bms.firstContact(this.query));
    this.proof.textContent =
      `First contact by libbms ${this.bms.version}: ${twoDigits(each)} µs. ` +
      `Certificates, ${twoDigits(took)} ms: the first contact's ${proved(this.certificate)}; ` +
      `the intervals' ${proved(this.intervalsCertificate)}.`;
  }

  /** The answer as bms-first-contact --intervals --certificate writes it. */
  answerLine() {
    const { sections: _, agreement: __, query: ___, ...answer } = this.item;
    const ofIntervals = `"intervals_certificate": ${this.intervalsCertificate.text}`;
    return `${JSON.stringify(answer).slice(0, -1)}, "certificate": ${this.certificate.text}, ${ofIntervals}}`;
  }

  /** Where the ghost of a box at an end is on the screen. */
  handlePlace(name, end) {
    return handlePlace(this.handles, name, end);
  }

  close() {
    this.current?.close();
  }
}
