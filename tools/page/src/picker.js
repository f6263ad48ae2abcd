// SPDX-License-Identifier: BSD-3-Clause

// The list of items of a page: found by text and by status, in an order.
//
// A kind of items (kinds.js) has their noun and plural, summaryOf(item), statusOf(item), orders {name: key(item) or
// null}, and perhaps Thumbnails.

import { html } from './dom.js';

/** The name of an item: its id, or the name in it, or its number. */
export function titleOf({ id, line }, k, noun) {
  if (id === undefined) return `${noun} ${line ?? k + 1}`;
  if (typeof id === 'string') return id;
  if (typeof id === 'number') return `${noun} ${id}`;
  return typeof id?.name === 'string' ? id.name : JSON.stringify(id);
}

/** The note in an item's id, or an empty text. */
export const noteOf = ({ id }) => (typeof id?.note === 'string' ? id.note : '');

/** Numbers in the order of their keys; equal ones stay as they are. */
const sorted = (numbers, key) =>
  numbers
    .map((k) => [key(k), k])
    .sort(([x, i], [y, j]) => (x === y ? i - j : x - y))
    .map(([, k]) => k);

export class Picker {
  /** onChoose(number): one is pressed; onOrder(): .listed, the numbers of those in the list, is another. */
  constructor(items, kind, { onChoose, onOrder }) {
    Object.assign(this, { items, kind, onChoose, onOrder });
    this.words = items.map((item, k) => `${this.captionOf(k)} ${noteOf(item)}`.toLowerCase());
    this.noted = items.length > 1 && items.every(noteOf);
    this.listed = [...items.keys()];
    this.rows = new Map();
    this.button = html('button', {
      type: 'button',
      class: 'picked',
      'aria-expanded': 'false',
      'aria-label': `choose ${kind.article} ${kind.noun}`,
      onclick: () => this.toggle(),
    });
    this.search = html('input', {
      type: 'search',
      placeholder: 'find',
      'aria-label': 'find',
      oninput: () => this.list(),
    });
    this.status = this.makeSelect('status', ['all', ...new Set(items.map(kind.statusOf))]);
    this.order = this.makeSelect('order', Object.keys(kind.orders));
    this.count = html('p', { class: 'count' });
    this.rowList = html('ul', { class: 'list' });
    this.element = html(
      'section',
      { class: `card picker${this.noted ? ' noted' : ''}`, 'aria-label': `all ${kind.plural}`, hidden: '' },
      html('div', { class: 'filters' }, this.search, this.status, this.order, this.count),
      this.rowList,
    );
    this.element.addEventListener('keydown', (event) => event.key === 'Escape' && this.close());
    document.addEventListener('pointerdown', ({ target }) => {
      if (!this.element.contains(target) && !this.button.contains(target)) this.close();
    });
  }

  titleOf(k) {
    return titleOf(this.items[k], k, this.kind.noun);
  }

  captionOf(k) {
    return `${this.titleOf(k)} — ${this.kind.summaryOf(this.items[k])}`;
  }

  makeSelect(name, choices) {
    const counted = (choice) => {
      const count = this.items.filter((item) => this.kind.statusOf(item) === choice).length;
      return count > 0 ? `${choice} (${count})` : choice;
    };
    return html(
      'select',
      { 'aria-label': name, title: name, onchange: () => this.list() },
      choices.map((choice) => html('option', { value: choice }, counted(choice))),
    );
  }

  open() {
    this.element.hidden = false;
    this.button.setAttribute('aria-expanded', 'true');
    this.list();
    this.rows.get(this.marked)?.scrollIntoView({ block: 'nearest' });
  }

  toggle() {
    if (!this.element.hidden) return this.close();
    this.open();
    this.search.focus({ preventScroll: true });
  }

  close() {
    if (this.element.hidden) return;
    this.element.hidden = true;
    this.button.setAttribute('aria-expanded', 'false');
    if (this.element.contains(document.activeElement)) this.button.focus();
  }

  /** Lists what fits the filters. */
  list() {
    if (this.kind.Thumbnails) this.thumbnails ??= new this.kind.Thumbnails(this.rowList);
    const text = this.search.value.trim().toLowerCase();
    const { value: status } = this.status;
    const found = [...this.items.keys()].filter(
      (k) => this.words[k].includes(text) && (status === 'all' || this.kind.statusOf(this.items[k]) === status),
    );
    const key = this.kind.orders[this.order.value];
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
        this.thumbnails?.frameFor(item),
        html(
          'span',
          {},
          html('strong', {}, this.titleOf(k)),
          html('small', {}, this.kind.summaryOf(item)),
          this.noted ? html('span', {}, noteOf(item)) : null,
        ),
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
    this.button.textContent = this.captionOf(k);
    for (const [other, row] of this.rows) row.firstChild.setAttribute('aria-pressed', String(other === k));
  }
}
