// SPDX-License-Identifier: BSD-3-Clause

// Colours of the drawings: the custom properties of style.css, so that dark and light are decided in one place.

import { Color } from 'three';

const dark = window.matchMedia('(prefers-color-scheme: dark)');

/** The colour of a custom property, as CSS text. */
export const cssColor = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** The colour of a custom property or of CSS text, for three. */
export const color = (name) => new Color(name.startsWith('--') ? cssColor(name) : name);

/** Calls back when the colours change, until the function that is returned is called. */
export function onThemeChange(callback) {
  dark.addEventListener('change', callback);
  document.addEventListener('themechange', callback);
  return () => {
    dark.removeEventListener('change', callback);
    document.removeEventListener('themechange', callback);
  };
}

/** Goes from one theme to the other, whatever the system's is. */
export function toggleTheme() {
  const root = document.documentElement;
  const now = root.dataset.theme ?? (dark.matches ? 'dark' : 'light');
  root.dataset.theme = now === 'dark' ? 'light' : 'dark';
  document.dispatchEvent(new Event('themechange'));
}
