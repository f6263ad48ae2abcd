// SPDX-License-Identifier: BSD-3-Clause

// A film of views, side by side, while the timeline plays from its start to its end.

import { html, saveFile } from './dom.js';

const RATE = 30; // frames a second
const NAME = 'film.webm';

/** Draws the views side by side on a canvas, which gets their size. */
function drawOn(canvas, scenes) {
  const pictures = scenes.map((scene) => scene.picture());
  const width = pictures.reduce((sum, picture) => sum + picture.width, 0);
  const height = Math.max(...pictures.map((picture) => picture.height));
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d');
  pictures.reduce((x, picture) => {
    context.drawImage(picture, x, 0);
    return x + picture.width;
  }, 0);
}

/** Records one play of the timeline, and saves it. */
function record(timeline, scenes, button) {
  const canvas = html('canvas');
  drawOn(canvas, scenes);
  const recorder = new MediaRecorder(canvas.captureStream(RATE));
  const pieces = [];
  const frame = () => {
    drawOn(canvas, scenes);
    if (timeline.playing) requestAnimationFrame(frame);
    else recorder.stop();
  };
  recorder.addEventListener('dataavailable', ({ data }) => pieces.push(data));
  recorder.addEventListener('stop', () => {
    button.setAttribute('aria-pressed', 'false');
    saveFile(new Blob(pieces, { type: 'video/webm' }), NAME);
  });
  button.setAttribute('aria-pressed', 'true');
  timeline.pause();
  timeline.set(timeline.range[0]);
  recorder.start();
  timeline.toggle();
  requestAnimationFrame(frame);
}

/** Adds a button to a timeline that makes a film; a second press, or a pause, ends it. */
export function addFilmButton(timeline, scenes) {
  if (!scenes.every((scene) => scene.renderer) || typeof MediaRecorder === 'undefined') return;
  const press = () =>
    button.getAttribute('aria-pressed') === 'true' ? timeline.pause() : record(timeline, scenes, button);
  const button = html(
    'button',
    {
      type: 'button',
      class: 'tool',
      'aria-pressed': 'false',
      'aria-label': 'save a film',
      title: 'play from start to end and save it as a film; again: end it here',
      onclick: press,
    },
    'film',
  );
  timeline.addTool(button);
}
