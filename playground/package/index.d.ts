// SPDX-License-Identifier: BSD-3-Clause

/** Coefficients, lowest degree first. */
export type Polynomial = readonly number[];
export type Vector = [number, number, number];

/** A box in its own frame. */
export interface Box {
  readonly min: readonly [number, number, number];
  readonly max: readonly [number, number, number];
}

/** A quadratic position and a linear quaternion (w, x, y, z) of any length but zero. */
export interface RigidMotion {
  readonly position: readonly [Polynomial, Polynomial, Polynomial];
  readonly quaternion: readonly [Polynomial, Polynomial, Polynomial, Polynomial];
  /** The polynomials are of t less this number; 0 if it is missing. */
  readonly origin?: number;
}

export type MatrixRow = readonly [Polynomial, Polynomial, Polynomial, Polynomial];

/** A homogeneous matrix of quadratics; the last row is [0, 0, 0, w]. */
export interface MatrixMotion {
  readonly matrix: readonly [MatrixRow, MatrixRow, MatrixRow, MatrixRow];
  readonly origin?: number;
}

/** What a line of bms-first-contact holds. */
export interface Query {
  /** The closed interval of time. */
  readonly t: readonly [number, number];
  readonly a: Box & (RigidMotion | MatrixMotion);
  readonly b: Box & (RigidMotion | MatrixMotion);
  /** Times count from this number; 0 if it is missing. */
  readonly origin?: number;
}

/** Two features that meet: X to Z' are faces, XYZ' vertices, X-Y' edges. */
export interface Pair {
  kind: 'VO' | 'OV' | 'EE' | 'none';
  a: string;
  b: string;
}

export interface Contact {
  contact: true;
  status: 'contact' | 'touching' | 'overlapping';
  /** The double nearest to the time of the first contact. */
  t: number;
  /** The exact time is in [t_lower, t_upper]. */
  t_lower: number;
  t_upper: number;
  pair: Pair;
  /** Unit, from a to b. */
  normal: Vector;
  point: Vector;
  /** The contact patch, if it has more than one point. */
  points?: Vector[];
  /** How fast the gap closes, in length per t. */
  approach_speed: number;
}

/** The boxes share no point on the interval. */
export interface Separated {
  contact: false;
  status: 'separated';
}

/** The boxes are apart before t_lower; unknown after it. */
export interface Unresolved {
  contact: null;
  status: 'unresolved';
  t_lower: number;
}

export type Answer = Contact | Separated | Unresolved;

/** A stretch of time in contact; both ends are enclosed. */
export interface Interval {
  enter: [number, number];
  exit: [number, number];
}

/** A homogeneous section of the route. */
export interface Section {
  start: number;
  middle: number;
  end: number;
  /** The first contact is in this section. */
  contact: boolean;
  /** The octant equations with a root at the start. */
  switches: { a: string; b: string; edge?: 'a' | 'b' }[];
}

export interface Separation {
  /** Positive if the boxes are apart, else minus the depth. */
  gap: number;
  pair: Pair;
  normal: Vector;
}

export interface Pose {
  readonly position: readonly [number, number, number];
  readonly quaternion: readonly [number, number, number, number];
}

/** All methods throw a TypeError if the query lacks a member, and a RangeError if it has no answer. */
export interface Library {
  readonly version: string;
  /** The first t at which the boxes share a point. */
  firstContact(query: Query): Answer;
  /** The first t from which on they overlap. */
  firstApproach(query: Query): Answer;
  /** All stretches of contact; `complete` is false if more may follow the last. */
  intervals(query: Query): { intervals: Interval[]; complete: boolean };
  /** The sections of the route, and whether their walk agrees with firstContact(). */
  sections(query: Query): { sections: Section[]; agreement: 'agree' | 'undecided' | 'contradict' };
  /** A proof of firstContact() for bms-check-certificate, as JSON without the query. */
  certificate(query: Query): { status: Answer['status']; text: string };
  /** A proof of intervals() in the same way; unresolved if there may be more, or the proof is too long. */
  intervalsCertificate(query: Query): { status: Answer['status']; text: string };
  /** The separating-axis test at t, in doubles. */
  separation(query: Query, t: number): Separation;
  separations(query: Query, times: readonly number[]): Separation[];
  /** From one pose at t0 to another at t1 on the shorter way; t0 < t1. */
  motionBetween(
    t0: number,
    pose0: Pose,
    t1: number,
    pose1: Pose,
  ): {
    position: [Vector, Vector, Vector];
    quaternion: [number, number][];
    origin?: number;
  };
}

/** Compiles the module, and rejects if its arithmetic is not that of IEEE 754. */
export function load(): Promise<Library>;
