// SPDX-License-Identifier: BSD-3-Clause

// libbms for JavaScript: `const bms = await load()`, then bms.firstContact(query).  Queries and answers are those of the
// program bms-first-contact, line by line; the bits of all numbers are those of the library in C.
//
// bms_module.c has the other side: lists of doubles in the module's memory.

import { bytes } from './bms_wasm.js';

const STATUSES = ['separated', 'contact', 'touching', 'overlapping', 'unresolved', 'invalid'];
const [SEPARATED, , , , UNRESOLVED, INVALID] = STATUSES.keys();
const KINDS = [null, 'VO', 'OV', 'EE'];
const AGREEMENTS = ['agree', 'undecided', 'contradict'];
const MATRIX = 0;
const RIGID = 1;
const MATRIX_NUMBERS = 36 + 3;
const BODY_NUMBERS = 8 + MATRIX_NUMBERS;
const QUERY_NUMBERS = 3 + 2 * BODY_NUMBERS;
const ANSWER_NUMBERS = 14 + 3 * 8;
const CAPACITY = 1024; // intervals: no pair of motions has as many
const TEXT_SIZE = 512;
const PAGE = 65536; // bytes of WebAssembly's unit of memory

/* ------------------------------------------------------------------ queries to numbers */

function refuse(place, reason) {
  throw new TypeError(`${place}: ${reason}`);
}

function numberAt(value, place) {
  return typeof value === 'number' ? value : refuse(place, 'expected a number in the range of a double');
}

function listAt(value, count, place, what) {
  return Array.isArray(value) && value.length === count ? value : refuse(place, `expected a list of ${count} ${what}`);
}

const numbersAt = (value, count, place) =>
  listAt(value, count, place, 'numbers').map((x, k) => numberAt(x, `${place}[${k}]`));

/** degree + 1 coefficients; more are legal where they are zero. */
function polynomialAt(value, degree, place) {
  if (!Array.isArray(value)) refuse(place, 'expected a list of coefficients');
  const all = value.map((x, k) => numberAt(x, `${place}[${k}]`));
  if (all.slice(degree + 1).some((x) => x !== 0)) refuse(place, `the degree is above ${degree}`);
  return Array.from({ length: degree + 1 }, (_, k) => all[k] ?? 0);
}

const polynomialsAt = (value, count, degree, place) =>
  listAt(value, count, place, 'polynomials').flatMap((x, k) => polynomialAt(x, degree, `${place}[${k}]`));

function matrixAt(value, place) {
  const rows = listAt(value, 4, place, 'rows').map((row, k) => polynomialsAt(row, 4, 2, `${place}[${k}]`));
  if (rows[3].slice(0, 9).some((x) => x !== 0)) refuse(place, 'the last row is not [0, 0, 0, w]');
  return [...rows.slice(0, 3).flat(), ...rows[3].slice(9)];
}

function motionAt(body, place) {
  const rigid = body.position !== undefined || body.quaternion !== undefined;
  if (body.matrix !== undefined && rigid) refuse(place, 'has two motions, a matrix and a position or quaternion');
  if (body.matrix !== undefined) return [MATRIX, ...matrixAt(body.matrix, `${place}.matrix`)];
  if (!rigid) refuse(place, 'has no motion: expected a matrix, or a position and a quaternion');
  return [
    RIGID,
    ...polynomialsAt(body.position, 3, 2, `${place}.position`),
    ...polynomialsAt(body.quaternion, 4, 1, `${place}.quaternion`),
  ];
}

function bodyAt(body, place) {
  if (typeof body !== 'object' || body === null) refuse(place, 'expected an object');
  const box = [...numbersAt(body.min, 3, `${place}.min`), ...numbersAt(body.max, 3, `${place}.max`)];
  return [...box, numberAt(body.origin ?? 0, `${place}.origin`), ...motionAt(body, place)];
}

/** The numbers of a query, as bms_module.c has them. */
function numbersOf(query) {
  if (typeof query !== 'object' || query === null) refuse('query', 'a query is an object');
  const numbers = new Float64Array(QUERY_NUMBERS);
  numbers.set([...numbersAt(query.t, 2, 't'), numberAt(query.origin ?? 0, 'origin')]);
  numbers.set(bodyAt(query.a, 'a'), 3);
  numbers.set(bodyAt(query.b, 'b'), 3 + BODY_NUMBERS);
  return numbers;
}

/* The usual query without texts for complaints, which cost ten times as much as the answer: true if it is one. */

function fillPolynomials(to, at, list, count, size) {
  if (!Array.isArray(list) || list.length !== count) return false;
  for (let i = 0; i < count; i++) {
    const polynomial = list[i];
    if (!Array.isArray(polynomial) || polynomial.length > size) return false;
    for (let k = 0; k < size; k++) {
      const x = k < polynomial.length ? polynomial[k] : 0;
      if (typeof x !== 'number') return false;
      to[at + size * i + k] = x;
    }
  }
  return true;
}

function fillBody(to, at, body) {
  if (typeof body !== 'object' || body === null || body.matrix !== undefined) return false;
  to[at + 6] = body.origin ?? 0;
  to[at + 7] = RIGID;
  return (
    fillPolynomials(to, at, [body.min, body.max], 2, 3) &&
    body.min.length === 3 &&
    body.max.length === 3 &&
    typeof (body.origin ?? 0) === 'number' &&
    fillPolynomials(to, at + 8, body.position, 3, 3) &&
    fillPolynomials(to, at + 17, body.quaternion, 4, 2)
  );
}

function fillQuery(to, query) {
  if (typeof query !== 'object' || query === null || query.origin !== undefined) return false;
  to[2] = 0;
  return (
    fillPolynomials(to, 0, [query.t], 1, 2) &&
    query.t.length === 2 &&
    fillBody(to, 3, query.a) &&
    fillBody(to, 3 + BODY_NUMBERS, query.b)
  );
}

/* ------------------------------------------------------------------ numbers to answers */

const AXIS = 'XYZ';
const faceName = (face) => AXIS[face >> 1] + (face & 1 ? "'" : '');
const vertexName = (vertex) => [0, 1, 2].map((i) => faceName(2 * i + ((vertex >> i) & 1))).join('');
function edgeName(edge) {
  const [low, high] = [0, 1, 2].filter((i) => i !== edge >> 2);
  return `${faceName(2 * low + (edge & 1))}-${faceName(2 * high + ((edge >> 1) & 1))}`;
}
const NAMES = { VO: [faceName, vertexName], OV: [vertexName, faceName], EE: [edgeName, edgeName] };

function pairOf([kind, a, b]) {
  const name = KINDS[kind];
  return name ? { kind: name, a: NAMES[name][0](a), b: NAMES[name][1](b) } : { kind: 'none', a: '', b: '' };
}

/** The times of an answer that has any, and what holds then. */
function contactOf(x) {
  const count = x[13];
  const points = Array.from({ length: count }, (_, k) => [...x.slice(14 + 3 * k, 17 + 3 * k)]);
  return {
    t: x[3],
    t_lower: x[4],
    t_upper: x[5],
    pair: pairOf(x.slice(6, 9)),
    normal: [...x.slice(9, 12)],
    point: [...x.slice(14, 17)],
    approach_speed: x[12],
    ...(count > 1 ? { points } : {}),
  };
}

function answerOf(x) {
  const status = STATUSES[x[0]];
  if (x[0] === SEPARATED) return { contact: false, status };
  if (x[0] === UNRESOLVED) return { contact: null, status, t_lower: x[4] };
  return { contact: true, status, ...contactOf(x) };
}

function switchesOf(equations, bits) {
  const all = Array.from({ length: equations }, (_, k) => k).filter((k) => (bits >>> k) & 1);
  return all.map((k) => ({
    a: AXIS[Math.floor(k / 3) % 3],
    b: AXIS[k % 3],
    ...(equations === 9 ? {} : { edge: k < 9 ? 'a' : 'b' }),
  }));
}

/* ------------------------------------------------------------------ the module */

class Library {
  constructor(module, imports) {
    this.exports = new WebAssembly.Instance(module, imports(this)).exports;
    this.exports._initialize();
    const base = Math.ceil(this.exports.__heap_base.value / 8) * 8;
    this.query = base;
    this.output = base + 8 * QUERY_NUMBERS;
    this.text = this.output + 8 * (2 + 4 * CAPACITY);
    const missing = this.text + TEXT_SIZE - this.exports.memory.buffer.byteLength;
    if (missing > 0) this.exports.memory.grow(Math.ceil(missing / PAGE));
    if (this.exports.query_numbers() !== QUERY_NUMBERS) throw new Error('the module is of another version');
    if (this.exports.self_test() !== 0) throw new Error('this WebAssembly does not round as IEEE 754 says');
    this.version = this.textAt(this.exports.version());
  }

  /** The numbers from an address on; the memory may have moved since the last call. */
  numbers(address, count) {
    return new Float64Array(this.exports.memory.buffer, address, count);
  }

  textAt(address, length) {
    const all = new Uint8Array(this.exports.memory.buffer);
    return new TextDecoder().decode(
      all.slice(address, length === undefined ? all.indexOf(0, address) : address + length),
    );
  }

  /** Hands a query to the module; throws if it is none. */
  put(query) {
    const numbers = this.numbers(this.query, QUERY_NUMBERS);
    if (!fillQuery(numbers, query)) numbers.set(numbersOf(query));
  }

  /** The answer to a query that `name` of the module writes; throws a RangeError if the query is invalid. */
  answer(name, query) {
    this.put(query);
    this.exports[name](this.query, this.output);
    const x = this.numbers(this.output, ANSWER_NUMBERS);
    if (x[0] === INVALID) throw new RangeError(this.explanation());
    return answerOf(x);
  }

  explanation() {
    const length = this.exports.explain(this.query, this.text, TEXT_SIZE);
    return this.textAt(this.text, Math.min(length, TEXT_SIZE - 1));
  }

  firstContact(query) {
    return this.answer('first_contact', query);
  }

  firstApproach(query) {
    return this.answer('first_approach', query);
  }

  intervals(query) {
    this.put(query);
    this.exports.intervals(this.query, CAPACITY, this.output);
    const [status, count] = this.numbers(this.output, 2);
    if (status === INVALID) throw new RangeError(this.explanation());
    const x = this.numbers(this.output + 16, 4 * Math.min(count, CAPACITY));
    const intervals = Array.from({ length: x.length / 4 }, (_, k) => ({
      enter: [...x.slice(4 * k, 4 * k + 2)],
      exit: [...x.slice(4 * k + 2, 4 * k + 4)],
    }));
    return { intervals, complete: status !== UNRESOLVED && count <= CAPACITY };
  }

  sections(query) {
    this.put(query);
    this.found = [];
    const agreement = this.exports.sections(this.query);
    return { sections: this.found, agreement: AGREEMENTS[agreement] };
  }

  certificate(query) {
    return this.proof(query, () => this.exports.certificate(this.query));
  }

  intervalsCertificate(query) {
    return this.proof(query, () => this.exports.intervals_certificate(this.query, CAPACITY, this.output));
  }

  /** The document that `write` of the module hands over in pieces. */
  proof(query, write) {
    this.put(query);
    this.pieces = [];
    const status = write();
    if (status === INVALID) throw new RangeError(this.explanation());
    return { status: STATUSES[status], text: this.pieces.join('') };
  }

  separation(query, t) {
    this.put(query);
    return this.separationOfLast(t);
  }

  /** The separation at each of these times. */
  separations(query, times) {
    this.put(query);
    return times.map((t) => this.separationOfLast(t));
  }

  separationOfLast(t) {
    this.exports.separation(this.query, t, this.output);
    const x = this.numbers(this.output, 7);
    return { gap: x[0], pair: pairOf(x.slice(1, 4)), normal: [...x.slice(4, 7)] };
  }

  motionBetween(t0, pose0, t1, pose1) {
    const poses = [pose0, pose1].map(({ position, quaternion }, k) => [
      ...numbersAt(position, 3, `pose ${k}: position`),
      ...numbersAt(quaternion, 4, `pose ${k}: quaternion`),
    ]);
    if (!(t0 < t1)) refuse('t0', 'is not before t1');
    this.numbers(this.query, 14).set(poses.flat());
    this.exports.motion_between(t0, this.query, t1, this.query + 7 * 8, this.output);
    const x = this.numbers(this.output, 18);
    return {
      position: [0, 1, 2].map((i) => [...x.slice(3 * i, 3 * i + 3)]),
      quaternion: [0, 1, 2, 3].map((i) => [...x.slice(9 + 2 * i, 11 + 2 * i)]),
      ...(x[17] === 0 ? {} : { origin: x[17] }),
    };
  }
}

/* The C library's output to a terminal, which libbms does not use. */
const NO_OUTPUT = { fd_close: () => 0, fd_seek: () => 0, fd_write: () => 0 };

const importsFor = (library) => ({
  wasi_snapshot_preview1: NO_OUTPUT,
  bms: {
    section: (start, middle, end, equations, bits, contact) =>
      library.found.push({ start, middle, end, contact: contact !== 0, switches: switchesOf(equations, bits) }),
    piece: (address, length) => library.pieces.push(library.textAt(address, length)),
  },
});

/** Compiles the module and checks its arithmetic. */
export async function load() {
  return new Library(await WebAssembly.compile(await bytes()), importsFor);
}
