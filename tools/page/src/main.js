// SPDX-License-Identifier: BSD-3-Clause

// What the page shows is in the element #data, as JSON: {"queries": [...]}, {"replay": {...}}, {"sweep": {...}} or
// {"sweeps": [...]}.  tools/page/README.md has the format.

import { html } from './dom.js';
import { ItemList } from './item_list.js';
import { EDGES, QUERIES, edgesWith } from './kinds.js';
import { ReplayPage } from './replay_page.js';
import { SweepPage } from './sweep_page.js';
import { toggleTheme } from './theme.js';

function start() {
  const host = document.getElementById('page');
  const data = JSON.parse(document.getElementById('data').textContent);
  const bar = html('header', { class: 'bar' }, html('h1', {}, data.title ?? 'First contact'));
  host.append(bar);
  if (data.queries) window.page = new ItemList(host, bar, QUERIES, data.queries, data.total);
  else if (data.sweeps)
    window.page = new ItemList(host, bar, EDGES, edgesWith(data.obstacles, data.sweeps), data.total);
  else if (data.replay) window.page = new ReplayPage(host, data.replay);
  else if (data.sweep) window.page = new SweepPage(host, data.sweep);
  bar.append(
    html(
      'button',
      { type: 'button', class: 'theme', 'aria-label': 'dark or light', title: 'dark or light', onclick: toggleTheme },
      '◐',
    ),
  );
  if (data.title) document.title = data.title;
}

start();
