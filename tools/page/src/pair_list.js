// SPDX-License-Identifier: BSD-3-Clause

// The 30 compatible pairs by their names, with their gaps: a press shows a pair in all views until the next press.

import { html, shown } from './dom.js';
import { pairKey, pairNames } from './features.js';

const KINDS = [
  ['VO', 'a face of a, a vertex of b', 6],
  ['OV', 'a vertex of a, a face of b', 6],
  ['EE', 'two edges', 18],
];

/* Three digits, or the power of ten of what is nearly nothing. */
const shortGap = (gap) =>
  Math.abs(gap) < 1e-4 && gap !== 0 ? gap.toExponential(0).replace('-', '−') : shown(Number(gap.toPrecision(3)));

export class PairList {
  /** onPin(key): the pair that is to be shown, or null. */
  constructor(onPin) {
    this.onPin = onPin;
    this.pinned = null;
    this.chips = [];
    this.element = html(
      'div',
      { class: 'pairs' },
      KINDS.map(([kind, meaning, count]) =>
        html(
          'div',
          { class: 'kind', role: 'group', 'aria-label': `${kind}: ${meaning}` },
          html('h3', {}, kind, html('small', {}, ` ${meaning}`)),
          html(
            'div',
            { class: 'chips' },
            Array.from({ length: count }, () => this.makeChip()),
          ),
        ),
      ),
    );
  }

  makeChip() {
    const name = html('span', { class: 'names' });
    const gap = html('span', { class: 'gap' });
    const button = html('button', { type: 'button', 'aria-pressed': 'false' }, name, gap);
    const chip = { button, name, gap, key: null };
    button.addEventListener('click', () => this.pin(this.pinned === chip.key ? null : chip.key));
    this.chips.push(chip);
    return button;
  }

  pin(key) {
    this.pinned = key;
    this.onPin(key);
  }

  /** Shows the pairs of one time; `lit` is the one that the views mark. */
  show(pairs, lit) {
    const litKey = lit ? pairKey(lit) : null;
    pairs.forEach((pair, k) => {
      const chip = this.chips[k];
      chip.key = pairKey(pair);
      chip.name.textContent = pairNames(pair).join(' · ');
      chip.gap.textContent = pair.parallel ? 'parallel' : shortGap(pair.gap);
      chip.button.classList.toggle('lit', chip.key === litKey);
      chip.button.classList.toggle('outside', pair.gap > 0);
      chip.button.setAttribute('aria-pressed', String(chip.key === this.pinned));
    });
  }
}
