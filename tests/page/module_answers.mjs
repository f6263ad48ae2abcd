// SPDX-License-Identifier: BSD-3-Clause

// What the package of npm answers to a query, and where it differs from bms-first-contact.  Runs in node and in a page.

/** All answers to a query, or the reason why there are none. */
export function itemOf(bms, query) {
  try {
    const { intervals, complete } = bms.intervals(query);
    return {
      answer: bms.firstContact(query),
      intervals,
      complete,
      approach: bms.firstApproach(query),
      trace: bms.sections(query),
      certificate: bms.certificate(query),
      intervalsCertificate: bms.intervalsCertificate(query),
    };
  } catch (error) {
    return { error: error.message };
  }
}

/** Where two values of JSON differ; -0 is not 0. */
function unequal(mine, theirs, place) {
  if (typeof mine !== 'object' || mine === null || typeof theirs !== 'object' || theirs === null)
    return Object.is(mine, theirs) ? [] : [`${place}: ${mine}, not ${theirs}`];
  const keys = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])];
  return keys.flatMap((key) => unequal(mine[key], theirs[key], `${place}.${key}`));
}

const heads = (sections) =>
  sections.map(({ start, middle, end, contact, switches }) => ({ start, middle, end, contact, switches }));

/** Places in which an item is not what the program says: its lines with intervals and certificate, trace, approach. */
export function differences(item, [said, traced, approached]) {
  if (said.error || item.error) return item.error === said.error ? [] : [`${item.error}, not ${said.error}`];
  const { id: _, intervals, intervals_status: incomplete, certificate, intervals_certificate: proof, ...answer } = said;
  const { id: __, ...approach } = approached;
  return [
    ...unequal(item.answer, answer, 'answer'),
    ...unequal(item.intervals, intervals, 'intervals'),
    ...unequal(item.complete, incomplete === undefined, 'complete'),
    ...unequal(item.approach, approach, 'approach'),
    ...unequal(heads(item.trace.sections), heads(traced.trace.sections), 'sections'),
    ...unequal(item.trace.agreement, traced.trace.agreement, 'agreement'),
    ...unequal(JSON.parse(item.certificate.text), certificate, 'certificate'),
    ...unequal(JSON.parse(item.intervalsCertificate.text), proof, 'intervals_certificate'),
  ];
}
