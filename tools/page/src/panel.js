// SPDX-License-Identifier: BSD-3-Clause

// A view with its caption, and lists of what is said beside it.

import { html, saveFile } from './dom.js';

/** {title, element, stage, say(text)}: the figure, the element that the scene is drawn in, and a way to say to screen readers
    what is to be seen in it. */
export function panel(title, caption, className = '') {
  const stage = html('div', { class: 'stage', tabindex: 0, role: 'img', 'aria-label': title });
  const element = html(
    'figure',
    { class: `view ${className}` },
    html('figcaption', {}, html('strong', {}, title), ' ', html('span', {}, caption)),
    stage,
  );
  return { title, element, stage, say: (text) => stage.setAttribute('aria-label', text) };
}

/** Adds a button to a panel that saves its view as a picture. */
export function addPictureButton({ element, title }, scene) {
  const save = () => scene.picture().toBlob((picture) => saveFile(picture, `${title.toLowerCase()}.png`));
  element.append(
    html(
      'button',
      {
        type: 'button',
        class: 'save',
        'aria-label': `save the view: ${title}`,
        title: 'save as a picture',
        onclick: save,
      },
      '⤓',
    ),
  );
}

/** What stands in a list of descriptions: rows [name, value]. */
export const descriptions = (rows) => rows.flatMap(([name, value]) => [html('dt', {}, name), html('dd', {}, value)]);

/** The card that says what the answer is, of rows [name, value]. */
export const answerCard = (rows) =>
  html(
    'section',
    { class: 'card answer', 'aria-label': 'answer' },
    html('h2', {}, 'The answer'),
    html('dl', {}, descriptions(rows)),
  );
