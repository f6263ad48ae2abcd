// SPDX-License-Identifier: BSD-3-Clause

// Elements of the page.

const SVG = 'http://www.w3.org/2000/svg';

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/** An element of HTML with attributes (onclick and the like are listeners) and children. */
export const html = (tag, attributes = {}, ...children) => fill(document.createElement(tag), attributes, children);

/** The like for SVG. */
export const svg = (tag, attributes = {}, ...children) =>
  fill(document.createElementNS(SVG, tag), attributes, children);

/** A number for reading: six significant digits, without an exponent where that is usual. */
export function shown(x) {
  if (x === null || x === undefined || !Number.isFinite(x)) return '–';
  if (x === 0) return '0';
  const size = Math.abs(x);
  const text = size >= 1e-4 && size < 1e7 ? String(Number(x.toPrecision(6))) : x.toExponential(3);
  return text.replace('-', '−');
}

/** A vector for reading. */
export const shownVector = (x) => `(${x.map((c) => shown(Math.abs(c) < 1e-15 ? 0 : c)).join(', ')})`;

/** Hands a file to the user. */
export function saveFile(blob, name) {
  const link = html('a', { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
