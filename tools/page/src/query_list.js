// SPDX-License-Identifier: BSD-3-Clause

// Many queries: a list to choose from, and the page of the one that is chosen.  The address ends in #number, so that a
// link can lead to a query.

import { html, shown } from './dom.js';
import { QueryPage } from './query_page.js';

/** What a query is called: its id, or the name in it, or its number. */
function titleOf({ id }, k) {
  if (id === undefined) return `query ${k + 1}`;
  if (typeof id === 'string') return id;
  return typeof id?.name === 'string' ? id.name : JSON.stringify(id);
}

function summaryOf(item) {
  if (item.error) return 'not answered';
  return item.contact === true ? `${item.status} at t = ${shown(item.t)}` : item.status;
}

export class QueryList {
  constructor(host, bar, items) {
    this.items = items;
    this.host = host.appendChild(html('main', { class: 'query' }));
    this.select = html(
      'select',
      { 'aria-label': 'query', onchange: () => this.choose(this.select.selectedIndex) },
      items.map((item, k) => html('option', {}, `${titleOf(item, k)} — ${summaryOf(item)}`)),
    );
    this.before = html(
      'button',
      { type: 'button', 'aria-label': 'the query before', onclick: () => this.choose(this.number - 1) },
      '‹',
    );
    this.after = html(
      'button',
      { type: 'button', 'aria-label': 'the next query', onclick: () => this.choose(this.number + 1) },
      '›',
    );
    if (items.length > 1)
      bar.append(html('nav', { class: 'choice', 'aria-label': 'queries' }, this.before, this.select, this.after));
    else if (items.length === 1)
      bar.append(html('p', { class: 'choice' }, `${titleOf(items[0], 0)} — ${summaryOf(items[0])}`));
    window.addEventListener('hashchange', () => this.chooseFromAddress());
    this.chooseFromAddress();
  }

  chooseFromAddress() {
    const number = Number(window.location.hash.slice(1)) - 1;
    this.choose(Number.isInteger(number) ? number : 0);
  }

  choose(number) {
    if (this.items.length === 0)
      return void this.host.replaceChildren(html('p', { class: 'note' }, 'There is no query in this page.'));
    const k = Math.max(0, Math.min(this.items.length - 1, number));
    if (k === this.number) return;
    this.number = k;
    this.current?.close();
    this.current = null;
    this.select.selectedIndex = k;
    this.before.disabled = k === 0;
    this.after.disabled = k === this.items.length - 1;
    if (this.items.length > 1) window.history.replaceState(null, '', `#${k + 1}`);
    const item = this.items[k];
    document.title = `${titleOf(item, k)} – first contact`;
    this.host.replaceChildren();
    if (typeof item.id?.note === 'string') this.host.append(html('p', { class: 'lead' }, item.id.note));
    if (item.error) this.host.append(html('p', { class: 'note', role: 'alert' }, item.error));
    else this.current = new QueryPage(this.host, item);
  }
}
