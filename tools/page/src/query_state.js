// SPDX-License-Identifier: BSD-3-Clause

// What there is to be said of a query at t: the boxes, the topology, and how the two stand to each other.

import { boxAt } from './box.js';
import { shown } from './dom.js';
import { pairFromNames, pairKey, pairNames } from './features.js';
import { timesOf } from './mapping.js';
import { compatiblePairs, measuredPairs, widestPair } from './topology.js';

const SPLITS = 40;

/** True if the boxes share a point at t, as far as the enclosures of the answer's intervals tell. */
const inContact = (item, t) => (item.intervals ?? []).some(({ enter, exit }) => enter[0] <= t && t <= exit[1]);

/** True if t is the first contact, or as good as: within its enclosure. */
const atFirstContact = (item, t) => item.contact === true && item.t_lower <= t && t <= item.t_upper;

/** The pairs of the section of the route that holds t, as the library has found them; null if they are not known. */
function sectionPairs(item, t) {
  const named = item.sections?.[sectionAt(item, t)]?.pairs;
  return named?.map((name) => name.split(' ')).map(([kind, a, b]) => pairFromNames({ kind, a, b })) ?? null;
}

/** The gap of two boxes, positive when apart, else minus the depth; and the pair along which it is measured.  `known`
    are their compatible pairs, or null. */
export function standing(query, t, known = null) {
  const boxes = { a: boxAt(query.a, t), b: boxAt(query.b, t) };
  const pairs = known ? measuredPairs(boxes.a, boxes.b, known) : compatiblePairs(boxes.a, boxes.b);
  return { t, boxes, pairs, widest: widestPair(pairs) };
}

/** The pair of the answer, with its normal and gap at this time. */
function answerPair(item, pairs) {
  const codes = pairFromNames(item.pair);
  if (!codes) return null;
  const same = pairs.find((pair) => pairKey(pair) === pairKey(codes));
  return { ...(same ?? { ...codes, gap: 0 }), normal: same && !same.parallel ? same.normal : item.normal };
}

/** The state at t; `pinned` is the key of a pair that somebody wants to see, or null. */
export function stateAt(item, t, pinned) {
  const state = standing(item.query, t, sectionPairs(item, t));
  const first = atFirstContact(item, t);
  const chosen = pinned ? state.pairs.find((pair) => pairKey(pair) === pinned) : null;
  const pair = chosen ?? (first ? answerPair(item, state.pairs) : state.widest);
  const touching = first || inContact(item, t);
  return {
    ...state,
    pair,
    pairLabel: pair ? pairNames(pair).join(' · ') : '',
    pairColor: chosen ? '--ink' : touching ? '--hit' : '--apart',
    contact: first ? item : null,
    touching,
    first,
    text: describe(item, state, first, touching),
  };
}

function describe(item, { widest }, first, touching) {
  const [a, b] = pairNames(widest);
  if (first)
    return `${item.status === 'overlapping' ? 'overlap' : 'first contact'}: ${item.pair.a} of a, ${item.pair.b} of b`;
  if (touching) return `in contact, ${shown(Math.max(0, -widest.gap))} deep`;
  return `apart by at least ${shown(Math.max(0, widest.gap))}: ${a} of a, ${b} of b`;
}

/** count + 1 times of the interval, and those at which something happens: contacts, their ends, other sections. */
export function curveTimes({ query, intervals = [], sections = [] }, count) {
  const events = [
    ...intervals.flatMap(({ enter, exit }) => [enter[0], exit[1]]),
    ...sections.map(({ start }) => start),
  ];
  return [...new Set([...timesOf(query.t, count), ...events])].sort((p, q) => p - q);
}

const gapAt = (query, t) => standing(query, t).widest.gap;

/** The gap over the interval, to be plotted. */
export function gapCurve(item, count) {
  const times = curveTimes(item, count);
  return { times, values: times.map((t) => gapAt(item.query, t)) };
}

/** A time between two at which the gap is least, to a 2^-SPLITS of the stretch; it has one minimum there, or so. */
function leastBetween(query, from, to) {
  let [low, high] = [from, to];
  for (let k = 0; k < SPLITS; k++) {
    const third = (high - low) / 3;
    if (gapAt(query, low + third) <= gapAt(query, high - third)) high -= third;
    else low += third;
  }
  return [from, (low + high) / 2, to].reduce((best, t) => (gapAt(query, t) < gapAt(query, best) ? t : best));
}

/** The time at which to look first: the contact, or where the boxes come nearest, between samples, too. */
export function focusTime(item, { times, values } = {}) {
  if (item.contact === true) return item.t;
  const k = values.indexOf(Math.min(...values));
  return leastBetween(item.query, times[Math.max(0, k - 1)], times[Math.min(times.length - 1, k + 1)]);
}

/** The section of the route that holds t. */
export const sectionAt = (item, t) => (item.sections ?? []).findIndex(({ start, end }) => start <= t && t <= end);
