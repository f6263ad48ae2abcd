// SPDX-License-Identifier: BSD-3-Clause

// Many items, queries or edges: the page of the one that is chosen, and a list to choose from.  The address ends in
// #number, so that a link can lead to an item.  A page without one opens with the list if all items have notes.

import { html } from './dom.js';
import { noteOf, Picker } from './picker.js';

const grouped = (count) => count.toLocaleString('en');

export class ItemList {
  /** kind: of the items (kinds.js); total: the number of lines that were answered, of which `items` are the first. */
  constructor(host, bar, kind, items, total = items.length) {
    Object.assign(this, { kind, items });
    this.host = host.appendChild(html('main', { class: kind.className }));
    const button = (name, sign, step) =>
      html('button', { type: 'button', 'aria-label': name, onclick: () => this.go(step) }, sign);
    this.before = button(`the ${kind.noun} before`, '‹', -1);
    this.after = button(`the next ${kind.noun}`, '›', 1);
    this.picker = new Picker(items, kind, { onChoose: (k) => this.choose(k), onOrder: () => this.showNeighbours() });
    if (items.length > 1)
      bar.append(
        html('nav', { class: 'choice', 'aria-label': kind.plural }, this.before, this.picker.button, this.after),
        this.picker.element,
      );
    else if (items.length === 1)
      bar.append(html('p', { class: 'choice' }, this.picker.captionOf(0)));
    if (total > items.length)
      bar.append(html('p', { class: 'cut' }, `the first ${grouped(items.length)} of ${grouped(total)} lines`));
    window.addEventListener('hashchange', () => this.chooseFromAddress());
    const opensWithList = this.picker.noted && window.location.hash === '';
    this.chooseFromAddress();
    if (opensWithList) this.picker.open();
  }

  chooseFromAddress() {
    const number = Number(window.location.hash.slice(1)) - 1;
    this.choose(Number.isInteger(number) ? number : 0);
  }

  /** To the item that is this many after the chosen one in the list as it is filtered and ordered. */
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
      return void this.host.replaceChildren(html('p', { class: 'note' }, `There is no ${this.kind.noun} in this page.`));
    const k = Math.max(0, Math.min(this.items.length - 1, number));
    if (k === this.number) return;
    this.number = k;
    this.current?.close();
    this.current = null;
    this.picker.mark(k);
    this.showNeighbours();
    if (this.items.length > 1) window.history.replaceState(null, '', `#${k + 1}`);
    const item = this.items[k];
    document.title = `${this.picker.titleOf(k)} – ${this.kind.subject}`;
    this.host.replaceChildren();
    if (noteOf(item)) this.host.append(html('p', { class: 'lead' }, noteOf(item)));
    if (item.error) this.host.append(html('p', { class: 'note', role: 'alert' }, item.error));
    else this.current = this.kind.open(this.host, item);
  }
}
