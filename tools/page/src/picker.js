// SPDX-License-Identifier: BSD-3-Clause

// The list of queries: found by text and by status, in an order, each with a small picture of its boxes.

import { html, shown } from './dom.js';
import { gapCurve } from './query_state.js';
import { Thumbnails } from './thumbnails.js';

const SAMPLES = 48; // of a gap over its interval, to order by

/** What a query is called: its id, or the name in it, or its number. */
export function titleOf({ id }, k) {
  if (id === undefined) return `query ${k + 1}`;
  if (typeof id === 'string') return id;
  return typeof id?.name === 'string' ? id.name : JSON.stringify(id);
}

export function summaryOf(item) {
  if (item.error) return 'not answered';
  return item.contact === true ? `${item.status} at t = ${shown(item.t)}` : item.status;
}

const statusOf = (item) => (item.error ? 'not answered' : item.status);

/* The least gap of boxes that stay apart; those that touch have none, and those without an answer come last. */
const leastGaps = new WeakMap();
function leastGap(item) {
  if (item.error) return Infinity;
  if (item.contact === true) return 0;
  if (!leastGaps.has(item)) leastGaps.set(item, Math.min(...gapCurve(item, SAMPLES).values));
  return leastGaps.get(item);
}

const ORDERS = {
  'as given': null,
  'first contact first': (item) => (item.contact === true ? item.t : Infinity),
  'narrowest gap first': leastGap,
  'most sections first': (item) => -(item.sections?.length ?? 0),
};

/** Numbers in the order of their keys; equal ones stay as they are. */
const sorted = (numbers, key) =>
  numbers
    .map((k) => [key(k), k])
    .sort(([x, i], [y, j]) => (x === y ? i - j : x - y))
    .map(([, k]) => k);

export class Picker {
  /** onChoose(number): one is pressed; onOrder(): .listed, the numbers of those in the list, is another. */
  constructor(items, { onChoose, onOrder }) {
    Object.assign(this, { items, onChoose, onOrder });
    this.words = items.map((item, k) => `${titleOf(item, k)} ${summaryOf(item)} ${item.id?.note ?? ''}`.toLowerCase());
    this.listed = [...items.keys()];
    this.rows = new Map();
    this.button = html('button', {
      type: 'button',
      class: 'picked',
      'aria-expanded': 'false',
      'aria-label': 'choose a query',
      onclick: () => this.toggle(),
    });
    this.search = html('input', {
      type: 'search',
      placeholder: 'find',
      'aria-label': 'find',
      oninput: () => this.list(),
    });
    this.status = this.makeSelect('status', ['all', ...new Set(items.map(statusOf))]);
    this.order = this.makeSelect('order', Object.keys(ORDERS));
    this.count = html('p', { class: 'count' });
    this.rowList = html('ul', { class: 'list' });
    this.element = html(
      'section',
      { class: 'card picker', 'aria-label': 'all queries', hidden: '' },
      html('div', { class: 'filters' }, this.search, this.status, this.order, this.count),
      this.rowList,
    );
    this.element.addEventListener('keydown', (event) => event.key === 'Escape' && this.close());
    document.addEventListener('pointerdown', ({ target }) => {
      if (!this.element.contains(target) && !this.button.contains(target)) this.close();
    });
  }

  makeSelect(name, choices) {
    const counted = (choice) => {
      const count = this.items.filter((item) => statusOf(item) === choice).length;
      return count > 0 ? `${choice} (${count})` : choice;
    };
    return html(
      'select',
      { 'aria-label': name, title: name, onchange: () => this.list() },
      choices.map((choice) => html('option', { value: choice }, counted(choice))),
    );
  }

  toggle() {
    if (!this.element.hidden) return this.close();
    this.element.hidden = false;
    this.button.setAttribute('aria-expanded', 'true');
    this.list();
    this.search.focus({ preventScroll: true });
    this.rows.get(this.marked)?.scrollIntoView({ block: 'nearest' });
  }

  close() {
    if (this.element.hidden) return;
    this.element.hidden = true;
    this.button.setAttribute('aria-expanded', 'false');
    if (this.element.contains(document.activeElement)) this.button.focus();
  }

  /** Lists what fits the filters. */
  list() {
    this.thumbnails ??= new Thumbnails(this.rowList);
    const text = this.search.value.trim().toLowerCase();
    const { value: status } = this.status;
    const found = [...this.items.keys()].filter(
      (k) => this.words[k].includes(text) && (status === 'all' || statusOf(this.items[k]) === status),
    );
    const key = ORDERS[this.order.value];
    this.listed = key ? sorted(found, (k) => key(this.items[k])) : found;
    this.rowList.replaceChildren(...this.listed.map((k) => this.rowOf(k)));
    this.count.textContent = `${found.length} of ${this.items.length}`;
    this.mark(this.marked);
    this.onOrder();
  }

  rowOf(k) {
    if (this.rows.has(k)) return this.rows.get(k);
    const item = this.items[k];
    const row = html(
      'li',
      {},
      html(
        'button',
        { type: 'button', onclick: () => this.pick(k) },
        this.thumbnails.frameFor(item),
        html('span', {}, html('strong', {}, titleOf(item, k)), html('small', {}, summaryOf(item))),
      ),
    );
    this.rows.set(k, row);
    return row;
  }

  pick(k) {
    this.close();
    this.onChoose(k);
  }

  /** Shows which one is chosen. */
  mark(k) {
    this.marked = k;
    this.button.textContent = `${titleOf(this.items[k], k)} — ${summaryOf(this.items[k])}`;
    for (const [other, row] of this.rows) row.firstChild.setAttribute('aria-pressed', String(other === k));
  }
}
