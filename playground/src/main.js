// SPDX-License-Identifier: BSD-3-Clause

// The element #data holds {"title": .., "examples": [query, ..]}.

import { load } from 'libbms';

import { html } from '../../tools/page/src/dom.js';
import { toggleTheme } from '../../tools/page/src/theme.js';
import { Playground } from './playground.js';

const data = JSON.parse(document.getElementById('data').textContent);
const host = document.getElementById('page');
const theme = {
  type: 'button',
  class: 'theme',
  'aria-label': 'dark or light',
  title: 'dark or light',
  onclick: toggleTheme,
};
host.append(
  html(
    'header',
    { class: 'bar' },
    html('h1', {}, data.title),
    html('p', { class: 'choice' }, 'When do two moving boxes first touch? Exactly, while you drag them.'),
    html('button', theme, '◐'),
  ),
);
document.title = data.title;
load().then(
  (bms) => (window.page = new Playground(host, bms, data.examples)),
  (error) =>
    host.append(html('p', { class: 'note', role: 'alert' }, `WebAssembly does not run here: ${error.message}`)),
);
