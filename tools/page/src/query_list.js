// SPDX-License-Identifier: BSD-3-Clause

// Many queries: the page of the one that is chosen, and a list to choose from.  The address ends in #number, so that a
// link can lead to a query.

import { html } from './dom.js';
import { Picker, summaryOf, titleOf } from './picker.js';
import { QueryPage } from './query_page.js';

const grouped = (count) => count.toLocaleString('en');

export class QueryList {
  /** total: how many lines were answered, of which `items` are the first. */
  constructor(host, bar, items, total = items.length) {
    this.items = items;
    this.host = host.appendChild(html('main', { class: 'query' }));
    const button = (name, sign, step) =>
      html('button', { type: 'button', 'aria-label': name, onclick: () => this.go(step) }, sign);
    this.before = button('the query before', '‹', -1);
    this.after = button('the next query', '›', 1);
    this.picker = new Picker(items, { onChoose: (k) => this.choose(k), onOrder: () => this.showNeighbours() });
    if (items.length > 1)
      bar.append(
        html('nav', { class: 'choice', 'aria-label': 'queries' }, this.before, this.picker.button, this.after),
        this.picker.element,
      );
    else if (items.length === 1)
      bar.append(html('p', { class: 'choice' }, `${titleOf(items[0], 0)} — ${summaryOf(items[0])}`));
    if (total > items.length)
      bar.append(html('p', { class: 'cut' }, `the first ${grouped(items.length)} of ${grouped(total)} lines`));
    window.addEventListener('hashchange', () => this.chooseFromAddress());
    this.chooseFromAddress();
  }

  chooseFromAddress() {
    const number = Number(window.location.hash.slice(1)) - 1;
    this.choose(Number.isInteger(number) ? number : 0);
  }

  /** To the query that is so many after this one in the list as it is filtered and ordered. */
  go(step) {
    const { listed } = this.picker;
    const next = listed[listed.indexOf(this.number) + step];
    if (next !== undefined) this.choose(next);
  }

  showNeighbours() {
    const { listed } = this.picker;
    const place = listed.indexOf(this.number);
    this.before.disabled = place <= 0;
    this.after.disabled = place === listed.length - 1;
  }

  choose(number) {
    if (this.items.length === 0)
      return void this.host.replaceChildren(html('p', { class: 'note' }, 'There is no query in this page.'));
    const k = Math.max(0, Math.min(this.items.length - 1, number));
    if (k === this.number) return;
    this.number = k;
    this.current?.close();
    this.current = null;
    this.picker.mark(k);
    this.showNeighbours();
    if (this.items.length > 1) window.history.replaceState(null, '', `#${k + 1}`);
    const item = this.items[k];
    document.title = `${titleOf(item, k)} – first contact`;
    this.host.replaceChildren();
    if (typeof item.id?.note === 'string') this.host.append(html('p', { class: 'lead' }, item.id.note));
    if (item.error) this.host.append(html('p', { class: 'note', role: 'alert' }, item.error));
    else this.current = new QueryPage(this.host, item);
  }
}
