// SPDX-License-Identifier: BSD-3-Clause

// The kinds of items that a page may have many of: queries, and edges of an arm.

import { shown } from './dom.js';
import { QueryPage } from './query_page.js';
import { gapCurve } from './query_state.js';
import { SweepPage } from './sweep_page.js';
import { Thumbnails } from './thumbnails.js';

const SAMPLES = 48; // of a gap over its interval, to order by

/* The least gap of boxes that stay apart; it is 0 for boxes that touch, and queries without an answer come last. */
const leastGaps = new WeakMap();
function leastGap(item) {
  if (item.error) return Infinity;
  if (item.contact === true) return 0;
  if (!leastGaps.has(item)) leastGaps.set(item, Math.min(...gapCurve(item, SAMPLES).values));
  return leastGaps.get(item);
}

export const QUERIES = {
  article: 'a',
  noun: 'query',
  plural: 'queries',
  className: 'query',
  subject: 'first contact',
  statusOf: (item) => (item.error ? 'not answered' : item.status),
  summaryOf(item) {
    if (item.error) return 'not answered';
    return item.contact === true ? `${item.status} at t = ${shown(item.t)}` : item.status;
  },
  orders: {
    'as given': null,
    'first contact first': (item) => (item.contact === true ? item.t : Infinity),
    'narrowest gap first': leastGap,
    'most sections first': (item) => -(item.sections?.length ?? 0),
  },
  Thumbnails,
  open: (host, item) => new QueryPage(host, item),
};

/** The least clearance that is certain; 0 with a contact, and edges without one come last. */
function clearance({ sweep }) {
  if (!sweep) return Infinity;
  return sweep.contact ? 0 : (sweep.nearest?.lower ?? Infinity);
}

export const EDGES = {
  article: 'an',
  noun: 'edge',
  plural: 'edges',
  className: 'sweep',
  subject: 'edges of an arm',
  statusOf: (item) => (item.error ? 'not answered' : item.sweep.status),
  summaryOf(item) {
    if (item.error) return 'not answered';
    const { status, contact, nearest } = item.sweep;
    if (contact) return `${status} at t = ${shown(contact.t)}`;
    return nearest ? `${status}, clearance ${shown(nearest.lower)}` : status;
  },
  orders: {
    'as given': null,
    'first contact first': ({ sweep }) => sweep?.contact?.t ?? Infinity,
    'narrowest clearance first': clearance,
  },
  open: (host, { sweep }) => new SweepPage(host, sweep),
};

/** The edges with the obstacles that they share; one that a shape of an edge meets is with the edge. */
export function edgesWith(obstacles, sweeps) {
  for (const { sweep } of sweeps)
    if (sweep) sweep.lane.boxes = sweep.lane.boxes.map((box, k) => box ?? obstacles[k]);
  return sweeps;
}
