#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Usage: bms-check-certificate [--approach] QUERIES ANSWERS

Checks the certificates of bms-first-contact: reads a query and its answer from
each line of two files and prints whether the answer's certificate proves its
status, t_lower and t_upper: those of a first contact, or with --approach of a
first approach.  Contact intervals that come with a certificate are checked,
too.  Everything is computed exactly from the doubles of the query; nothing of
the answer is believed.  doc/certificates.md has the format and the argument.

Exit status: 0 if every answer is proved, 1 if one is not, 2 if the files
cannot be read or nothing can be written.

Examples
  bms-first-contact --certificate queries.jsonl > answers.jsonl
  bms-check-certificate queries.jsonl answers.jsonl
"""
import errno
import json
import math
import os
import re
import sys
from fractions import Fraction

AXES = [f"A.{k}" for k in "XYZ"] + [f"B.{k}" for k in "XYZ"] + [f"A.{i}xB.{j}" for i in "XYZ" for j in "XYZ"]
DYADIC = re.compile(r"(-?)0x([0-9a-f]{1,20000})p(-?[0-9]{1,5})", re.ASCII)


class Unanswered(Exception):
    """A query has an error in place of an answer; the text names it."""


class Refused(Exception):
    """A query, an answer or a certificate is not what it should be; the text names the fault."""


def require(condition, reason):
    if not condition:
        raise Refused(reason)


# ---------------------------------------------------------------- JSON

def unique_members(pairs):
    require(len({key for key, _ in pairs}) == len(pairs), "an object has a member twice")
    return dict(pairs)


def refuse_constant(name):
    raise Refused(f"{name} is no number")


def parse(line):
    require(not any("\udc80" <= x <= "\udcff" for x in line), "not UTF-8")
    try:
        value = json.loads(line.rstrip("\n"), object_pairs_hook=unique_members, parse_constant=refuse_constant)
    except json.JSONDecodeError as error:
        raise Refused(f"not JSON: {error.msg}, in column {error.colno}") from error
    except (ValueError, RecursionError) as error:
        raise Refused(f"not JSON: {error}") from error
    require(type(value) is dict, "a line is no object")
    return value


def number(x):
    """The exact value of the double that a JSON number stands for."""
    require(type(x) in (int, float), "something is no number")
    try:
        return Fraction(float(x))
    except OverflowError as error:
        raise Refused("a number is no finite double") from error


def dyadic(text):
    """An integer times a power of 2: "0x1fp-4"."""
    match = DYADIC.fullmatch(text) if type(text) is str else None
    require(match, "something is no dyadic number")
    sign, digits, exponent = match.groups()
    return (-1 if sign else 1) * int(digits, 16) * Fraction(2) ** int(exponent)


def members(value, names, what):
    require(type(value) is dict and set(value) == set(names), f"{what} does not have the members that it should")
    return [value[name] for name in names]


def items(value, least, most, what):
    require(type(value) is list and least <= len(value) <= most, f"{what} is no list of the right length")
    return value


# ---------------------------------------------------------------- polynomials: lists of integers, lowest degree first

def add(p, q):
    n = max(len(p), len(q))
    return [(p[k] if k < len(p) else 0) + (q[k] if k < len(q) else 0) for k in range(n)]


def times(p, q):
    product = [0] * max(len(p) + len(q) - 1, 0)
    for i, x in enumerate(p):
        for j, y in enumerate(q if x else []):
            product[i + j] += x * y
    return product


def minus(p):
    return [-x for x in p]


def trimmed(p):
    p = list(p)
    while p and p[-1] == 0:
        p.pop()
    return p


def integral(p):
    """A positive multiple of a polynomial that is not zero with integers that have no common factor."""
    denominator = math.lcm(*(x.denominator for x in p))
    p = [int(x * denominator) for x in p]
    return [x // math.gcd(*p) for x in p]


def quotient(p, q):
    """p / q, or None if q, whose integers have no common factor, does not divide p (Gauss's lemma)."""
    rest, result = trimmed(p), []
    while len(rest) >= len(q):
        digit, remainder = divmod(rest[-1], q[-1])
        if remainder:
            return None
        for k, y in enumerate(q):
            rest[len(rest) - len(q) + k] -= digit * y
        result.insert(0, digit)
        rest.pop()
    return None if any(rest) else result


def value(p, t, n):
    """p(t), times the n-th power of the denominator of t."""
    return sum(x * t.numerator ** k * t.denominator ** (n - k) for k, x in enumerate(p))


def bernstein(p, low, high, n):
    """The Bernstein coefficients over [low, high] of degree n, times positive numbers that depend on low, high, n and
    their places only: what is asked for is the signs of sums of them."""
    unit = max(low.denominator, high.denominator)
    place, power, shifted = [int(low * unit), int((high - low) * unit)], 1, []
    for k in range(n, -1, -1):  # p(low + (high - low) s) by Horner's scheme
        shifted = add(times(shifted, place), [p[k] * power if k < len(p) else 0])
        power *= unit
    return [sum(math.comb(n - i, k - i) * x for i, x in enumerate(shifted[:k + 1])) for k in range(n + 1)]


# ---------------------------------------------------------------- the query

def polynomial(coefficients, degree):
    p = trimmed(number(x) for x in items(coefficients, 0, 1000, "a polynomial"))
    require(len(p) <= degree + 1, "a polynomial has too high a degree")
    return p


def shifted(p, origin):
    """The polynomial of t that p is of t - origin."""
    q = []
    for c in reversed(p):
        q = add(times(q, [-origin, 1]), [c])
    return trimmed(q)


def cross(u, v):
    return [add(times(u[i - 2], v[i - 1]), minus(times(u[i - 1], v[i - 2]))) for i in range(3)]


def dot(u, v):
    return add(add(times(u[0], v[0]), times(u[1], v[1])), times(u[2], v[2]))


class Body:
    """A point x of the box stands at (column x + origin) / scale.  All doubles are taken times `unit`, which makes them
    integers: lengths are in half units, scale and columns times the same factor."""

    def __init__(self, body, unit):
        self.half = [int(unit * (y - x)) for x, y in zip(body["min"], body["max"])]
        middle = [int(unit * (x + y)) for x, y in zip(body["min"], body["max"])]
        self.rigid = "position" in body
        move = self.move_rigidly if self.rigid else self.move_by_matrix
        move(body, lambda p: [int(unit * x) for x in p], [2 * unit])
        self.centre = [add(p, dot([column[r] for column in self.column], [[m] for m in middle]))
                       for r, p in enumerate(self.origin)]

    def move_by_matrix(self, body, whole, length):
        row = [[whole(p) for p in line] for line in body["matrix"]]
        self.column = [[row[r][i] for r in range(3)] for i in range(3)]
        self.origin, self.scale = [times(row[r][3], length) for r in range(3)], row[3][3]

    def move_rigidly(self, body, whole, length):
        w, *q = (whole(p) for p in body["quaternion"])
        square = dot(q, q)
        self.scale = add(times(w, w), square)
        self.column = []
        for i in range(3):  # (w, q) e_i (w, -q) = (w^2 - |q|^2) e_i + 2 (q . e_i) q + 2 w (q x e_i)
            axis = [[int(k == i)] for k in range(3)]
            across = cross(q, axis)
            self.column.append([add(times(add(times(w, w), minus(square)), axis[r]),
                                    times([2], add(times(q[i], q[r]), times(w, across[r])))) for r in range(3)])
        self.origin = [times(self.scale, times([2], whole(p))) for p in body["position"]]

    def normal(self, i):
        return cross(self.column[(i + 1) % 3], self.column[(i + 2) % 3])


def read_body(body, start):
    """The members of a body that count, with exact numbers; times count from `start`."""
    require(type(body) is dict and ("matrix" in body) != ("position" in body), "a body has no motion, or two")
    box = {key: [number(x) for x in items(body.get(key), 3, 3, key)] for key in ("min", "max")}
    require(all(x <= y for x, y in zip(box["min"], box["max"])), "min is above max")
    origin = number(body.get("origin", 0)) - start

    def moved(p, degree):
        return shifted(polynomial(p, degree), origin)

    if "position" in body:
        return box | {"position": [moved(p, 2) for p in items(body["position"], 3, 3, "a position")],
                      "quaternion": [moved(p, 1) for p in items(body.get("quaternion"), 4, 4, "a quaternion")]}
    row = [[moved(p, 2) for p in items(r, 4, 4, "a row")] for r in items(body["matrix"], 4, 4, "a matrix")]
    require("quaternion" not in body and not any(row[3][:3]), "a matrix has no last row [0, 0, 0, w]")
    return box | {"matrix": row}


def denominators(x):
    if type(x) is Fraction:
        return x.denominator
    return max((denominators(y) for y in (x.values() if type(x) is dict else x)), default=1)


class Query:
    def __init__(self, query):
        self.t0, self.t1 = (number(t) for t in items(query.get("t"), 2, 2, "t"))
        require(self.t0 <= self.t1, "the interval is reversed")
        start = number(query.get("origin", 0))
        bodies = [read_body(query.get(key), start) for key in ("a", "b")]
        self.a, self.b = (Body(body, denominators(bodies)) for body in bodies)
        self.gaps = {}

    def gap(self, axis):
        """The normal, the distance and the six radii along an axis, and a degree above theirs: |distance| - sum |radius|
        is the gap.  Factors that are positive wherever the motions are regular are divided out."""
        if axis not in self.gaps:
            a, b, k = self.a, self.b, AXES.index(axis)
            both = a.rigid and b.rigid
            if k < 6:
                own = a if k < 3 else b
                normal, factors = own.normal(k % 3), [own.scale] * (own.rigid + both)
            else:
                normal = cross(a.column[(k - 6) // 3], b.column[(k - 6) % 3])
                factors = [a.scale, b.scale] * both
            away = [add(times(a.scale, b.centre[r]), minus(times(b.scale, a.centre[r]))) for r in range(3)]
            terms = [dot(normal, away)]
            for own, other in ((a, b), (b, a)):
                terms += [times(times(dot(normal, own.column[i]), other.scale), [own.half[i]]) for i in range(3)]
            for factor in factors:
                terms = [quotient(p, integral(trimmed(factor))) for p in terms]
                require(None not in terms, "a rigid body is not rigid")
            terms = [trimmed(p) for p in terms]
            self.gaps[axis] = normal, terms[0], terms[1:], max(map(len, terms))
        return self.gaps[axis]

    def gap_at(self, axis, t):
        _, distance, radii, n = self.gap(axis)
        return abs(value(distance, t, n)) - sum(abs(value(r, t, n)) for r in radii)


# ---------------------------------------------------------------- the certificate

def check_regular(query, body, ends):
    """Between t0, the ends and t1 the scale is positive and the determinant of the columns keeps its sign."""
    low, determinant = query.t0, [] if body.rigid else [dot(body.column[0], body.normal(0))]
    for high in [dyadic(x) for x in items(ends, 1, 10 ** 6, "regular")]:
        require(low <= high <= query.t1, "a regular piece does not follow the one before it")
        for k, p in enumerate([body.scale] + determinant):
            b = bernstein(p, low, high, max(len(p) - 1, 0))
            require(all(x > 0 for x in b) or (k == 1 and all(x < 0 for x in b)), "a motion is not shown to be regular")
        low = high
    require(low == query.t1, "the motion is not shown to be regular up to t1")


def check_apart(query, pieces, low, open_start, closed_end):
    """The gaps of the pieces are positive from `low` on, which is excepted if open_start.  Returns the end of the last
    piece, which is included only where it is closed_end."""
    for piece in items(pieces, 0, 10 ** 6, "apart"):
        high, bound = lower_bound(query, piece, low)
        require(bound[0] > 0 or open_start, "a gap is not shown to be positive")
        require(min(bound) >= 0 < max(bound), "a gap is not shown to be positive")
        require(high != closed_end or bound[-1] > 0, "a gap is not shown to be positive at t1")
        low, open_start = high, False
    return low


def lower_bound(query, piece, low):
    """The end of a piece, and Bernstein coefficients of a lower bound of its gap."""
    axis, side, end = members(piece, ("axis", "side", "to"), "a piece")
    high = dyadic(end)
    require(axis in AXES and side in ("+", "-"), "a piece has no axis, or no side")
    require(low <= high <= query.t1, "a piece does not follow the one before it")
    _, distance, radii, length = query.gap(axis)
    n = max(length - 1, 0)
    bound = bernstein(distance if side == "+" else minus(distance), low, high, n)
    for radius in radii:
        bound = [x - abs(y) for x, y in zip(bound, bernstein(radius, low, high, n))]
    return high, bound


def signed(query, axis, text):
    """The distance along an axis, and the radii with signs."""
    require(type(text) is str and re.fullmatch("[-0+]{6}", text), "an axis does not have six signs")
    _, distance, radii, _ = query.gap(axis)
    return distance, [times([{"-": -1, "0": 0, "+": 1}[sign]], r) for sign, r in zip(text, radii)]


def upper_bounds(query, signs):
    """For each axis two polynomials, the greater of which is an upper bound of the gap."""
    for axis, text in zip(AXES, members(signs, AXES, "signs")):
        distance, radii = signed(query, axis, text)
        total = []
        for radius in radii:
            total = add(total, radius)
        yield axis, [trimmed(add(side, minus(total))) for side in (distance, minus(distance))]


def check_inside(query, signs, low, high, overlap):
    """No gap is positive from low to high; if `overlap`, all are negative in between, except along zero vectors."""
    for axis, bounds in upper_bounds(query, signs):
        if overlap and is_null(query, axis):
            continue
        for bound in bounds:
            shown = all(x <= 0 for x in bernstein(bound, low, high, max(len(bound) - 1, 0)))
            require(shown and (bound or not overlap), f"the gap along {axis} is not shown not to be positive")


def polynomial_of(coefficients):
    """A polynomial that is not constant, as integers without a common factor."""
    root = trimmed(dyadic(x) for x in items(coefficients, 2, 11, "a polynomial"))
    require(len(root) > 1, "a polynomial is constant")
    return integral(root)


def check_inside_at(query, coefficients, before, after, low, high):
    """No gap is positive from low to high: by some signs where the polynomial is not negative, by others elsewhere."""
    root = polynomial_of(coefficients)
    halves = [[minus(p) for _, bounds in upper_bounds(query, signs) for p in bounds] for signs in (before, after)]
    require(any(all(nowhere_negative(p, root, turn * way, low, high) for turn, half in zip((1, -1), halves) for p in half)
                for way in (1, -1)), "a gap is not shown not to be positive next to a root")


def is_null(query, axis):
    """True if an axis is the zero vector for ever."""
    return not any(trimmed(p) for p in query.gap(axis)[0])


def check_root(query, meets, lower, upper):
    """At a root of the polynomial, by the sign change between lower and upper, no gap is positive."""
    coefficients, between, signs = members(meets, ("polynomial", "between", "signs"), "meets")
    p = polynomial_of(coefficients)
    low, high = (dyadic(x) for x in items(between, 2, 2, "between"))
    require(lower <= low < high <= upper, "the root is not between t_lower and t_upper")
    require(value(p, low, 10) * value(p, high, 10) < 0, "the polynomial has no sign change")
    for axis, bounds in upper_bounds(query, signs):
        for bound in bounds:
            shown = all(x <= 0 for x in bernstein(bound, low, high, max(len(bound) - 1, 0)))
            require(shown or quotient(bound, p) is not None, f"the gap along {axis} is not shown not to be positive")


def check_meets(query, meets, lower, upper):
    """At some time between lower and upper no gap is positive."""
    if type(meets) is dict and "polynomial" in meets:
        return check_root(query, meets, lower, upper)
    t, = (dyadic(x) for x in members(meets, ("at",), "meets"))
    require(lower <= t <= upper, "the time of contact is not between t_lower and t_upper")
    require(in_contact_at(query, t), "a gap is positive at the time of contact")


def in_contact_at(query, t):
    return all(query.gap_at(axis, t) <= 0 for axis in AXES)


def nowhere_negative(p, root, way, low, high):
    """True if p is not negative at all times of [low, high] at which way * root is not."""
    p, turn = trimmed(p), 1
    while p and (rest := quotient(p, root)) is not None:
        p, turn = rest, turn * way
    return all(turn * x >= 0 for x in bernstein(p, low, high, max(len(p) - 1, 0)))


def check_half(query, half, root, way, low, high):
    """True if a gap is not negative at all times of [low, high] at which way * root is not."""
    axis, side, text = members(half, ("axis", "side", "signs"), "half of a crossing")
    require(axis in AXES and side in ("+", "-"), "half of a crossing has no axis, or no side")
    distance, radii = signed(query, axis, text)
    whole = all(sign != "0" or not radius for sign, radius in zip(text, query.gap(axis)[2]))
    require(whole, "half of a crossing leaves a radius out")
    bound = distance if side == "+" else minus(distance)
    for radius in radii:
        bound = add(bound, minus(radius))
    return not is_null(query, axis) and all(nowhere_negative(p, root, way, low, high) for p in [bound, *radii])


def check_blocked(query, pieces):
    """At all times of the pieces but finitely many, a gap along an axis that is not zero is not negative."""
    low = query.t0
    for piece in items(pieces, 0, 10 ** 6, "blocked"):
        if type(piece) is dict and "root" in piece:
            coefficients, before, after, end = members(piece, ("root", "before", "after", "to"), "a crossing")
            root, high = polynomial_of(coefficients), dyadic(end)
            require(low <= high <= query.t1, "a crossing does not follow the piece before it")
            require(any(check_half(query, before, root, way, low, high) and
                        check_half(query, after, root, -way, low, high) for way in (1, -1)),
                    "no axis is shown to block next to a root")
        else:
            high, bound = lower_bound(query, piece, low)
            require(min(bound) >= 0 and not is_null(query, piece["axis"]), "an axis is not shown to block")
        low = high
    return low


def check_overlap(query, overlaps, upper):
    """The boxes overlap at times no later than `upper`, or right after it."""
    if type(overlaps) is dict and "until" in overlaps:
        end, signs = members(overlaps, ("until", "signs"), "overlaps")
        high = dyadic(end)
        require(upper < high <= query.t1, "no time after t_upper")
        return check_inside(query, signs, upper, high, True)
    t, = (dyadic(x) for x in members(overlaps, ("at",), "overlaps"))
    require(query.t0 <= t <= upper and overlap_at(query, t), "the boxes do not overlap by t_upper")


def overlap_at(query, t):
    """True if the gaps along all axes that are not the zero vector are negative."""
    return all(query.gap_at(axis, t) < 0 or not any(value(p, t, len(p)) for p in query.gap(axis)[0]) for axis in AXES)


STYLES = {False: ("bms-certificate-1", "apart", "meets"), True: ("bms-approach-certificate-1", "blocked", "overlaps")}


def check_first(query, answer, approach):
    """Returns the status that is proved."""
    require("certificate" in answer, "the answer has no certificate")
    certificate, status = answer["certificate"], answer.get("status")
    style, pieces, event = STYLES[approach]
    claim = {"contact": (event, "t_lower", "t_upper"), "touching": (event, "t_lower", "t_upper"),
             "overlapping": (event, "t_lower", "t_upper"), "separated": ()}.get(status if type(status) is str else "")
    require(type(certificate) is dict and certificate.get("status") == status and claim is not None,
            f"not proved: {ascii(certificate.get('reason') if type(certificate) is dict else None)}")
    require(certificate.get("format") == style, "the format is not known, or of another question")
    _, regular, pieces, _, *proof = members(certificate, ("format", "regular", pieces, "status") + claim, "it")
    require(answer.get("contact") is (status != "separated"), "contact and status contradict each other")
    check_bodies(query, regular)
    if approach:
        until = check_blocked(query, pieces)
    else:
        until = check_apart(query, pieces, query.t0, False, query.t1 if status == "separated" else None)
    if status == "separated":
        require(until == query.t1, "the boxes are not shown to be apart up to t1")
        require(pieces or (approach and not overlap_at(query, query.t0)), "nothing is shown of t0")
        require(not {"t", "t_lower", "t_upper"} & set(answer), "a separation has a time of contact")
        return status
    lower, upper = dyadic(proof[1]), dyadic(proof[2])
    require([lower, upper] == [number(answer.get(key)) for key in ("t_lower", "t_upper")], "the bounds are others")
    require(query.t0 <= lower <= number(answer.get("t")) <= upper <= query.t1, "the bounds are out of order")
    if status != "contact":
        require(lower == upper == query.t0, "the bounds are not t0")
        require(overlap_at(query, lower) is (status == "overlapping"), "touching and overlapping are mixed up")
    if approach:
        require(status != "contact" or lower <= until > query.t0, "the boxes are not shown not to overlap up to t_lower")
        check_overlap(query, proof[0], upper)
    else:
        require(until == lower, "the boxes are not shown to be apart up to t_lower, and no further")
        check_meets(query, proof[0], lower, upper)
        apart = pieces or any(query.gap_at(axis, lower) > 0 for axis in AXES)
        require(status != "contact" or apart, "the boxes are not apart at t0")
    return status


def check_bodies(query, regular):
    for body, ends in zip((query.a, query.b), members(regular, ("a", "b"), "regular")):
        check_regular(query, body, ends)


def check_interval(query, interval, proof, last):
    """The boxes are apart from `last`, or t0, to the interval, and in contact in it.  Returns its end."""
    times = [[number(t) for t in items(x, 2, 2, "an end of an interval")]
             for x in members(interval, ("enter", "exit"), "an interval")]
    (lower, entered), (leaving, upper) = times
    require(query.t0 <= lower <= min(entered, leaving) and max(entered, leaving) <= upper <= query.t1,
            "the ends of an interval are out of order")
    lasts = entered < leaving
    pieces, inside = members(proof, ("apart", "inside" if lasts else "meets"), "the proof of an interval")
    check_gap_between(query, pieces, last, lower)
    if not lasts:
        check_meets(query, inside, *((leaving, entered) if leaving < entered else (lower, upper)))
        require(leaving < entered or in_contact_at(query, entered), "the boxes are not in contact at enter_upper")
        return upper
    for piece in items(inside, 1, 10 ** 6, "inside"):
        event = type(piece) is dict and "root" in piece
        *root, end = members(piece, ("root", "before", "after", "to") if event else ("signs", "to"), "a piece inside")
        high = dyadic(end)
        require(entered < high <= leaving, "a piece inside does not follow the one before it")
        if event:
            check_inside_at(query, *root, entered, high)
        else:
            check_inside(query, root[0], entered, high, False)
        entered = high
    require(entered == leaving, "the boxes are not shown to be in contact up to exit_lower")
    return upper


def check_gap_between(query, pieces, last, end):
    """The boxes are apart between the end of the last interval (none: from t0 on) and the next (None: up to t1)."""
    start, limit = query.t0 if last is None else last, query.t1 if end is None else end
    until = check_apart(query, pieces, start, last is not None, limit if end is None else None)
    needed = start < limit or (last is None and end is None)
    require(until == limit and pieces if needed else not pieces, "the boxes are not shown to be apart between contacts")


def check_intervals(query, answer):
    """Returns how many contact intervals are proved."""
    certificate, found = answer["intervals_certificate"], items(answer.get("intervals"), 0, 10 ** 5, "intervals")
    require("intervals_status" not in answer and type(certificate) is dict, "not all intervals are known")
    style, regular, proofs, pieces, status = members(
        certificate, ("format", "regular", "intervals", "apart", "status"), "the certificate of the intervals")
    require(style == "bms-intervals-certificate-1", "the format is not known")
    require(status == ("contact" if found else "separated"), "intervals and status contradict each other")
    check_bodies(query, regular)
    last = None
    for interval, proof in zip(found, items(proofs, len(found), len(found), "the proofs of the intervals")):
        last = check_interval(query, interval, proof, last)
    for before, after in zip(found, found[1:]):
        leaving, (lower, entered) = number(before["exit"][0]), map(number, after["enter"])
        require(leaving <= lower and leaving < entered, "the intervals are out of order")
    check_gap_between(query, pieces, last, None)
    return len(found)


def check(query, answer, approach=False):
    """Returns what is proved."""
    require(json.dumps(query.get("id")) == json.dumps(answer.get("id")), "the answer is to another query")
    if "error" in answer:
        raise Unanswered(ascii(answer["error"]))
    query = Query(query)
    proved = ("first approach: " if approach else "") + check_first(query, answer, approach)
    if "intervals_certificate" in answer:
        proved += f", {check_intervals(query, answer)} intervals"
    return proved


def read_lines(name, encoding):
    """The lines of a file, which end at line feeds only: a carriage return is a blank of JSON.  Bytes that are not UTF-8
    become surrogates, which parse() refuses, so that only their line is lost."""
    with open(name, encoding=encoding, errors="surrogateescape", newline="\n") as file:
        return file.readlines()


def check_lines(questions, replies, approach):
    """Prints a line for each answer and a summary; returns whether all are proved."""
    proved = refused = unanswered = 0
    for line in range(max(len(questions), len(replies))):
        try:
            require(line < len(questions) and line < len(replies), "a query without an answer, or the other way round")
            print(f"line {line + 1}: proved: {check(parse(questions[line]), parse(replies[line]), approach)}")
            proved += 1
        except Unanswered as reason:
            print(f"line {line + 1}: no answer: {reason}")
            unanswered += 1
        except Refused as reason:
            print(f"line {line + 1}: REFUSED: {reason}")
            refused += 1
    print(f"{proved} proved, {refused} refused, {unanswered} without an answer", flush=True)
    return refused == unanswered == 0


def trouble(what, error):
    """Reports what failed, and ends the program: nothing that is left in a buffer is written when it ends."""
    print(f"bms-check-certificate: {what}: {error.strerror}", file=sys.stderr, flush=True)
    os._exit(2)


def main(arguments):
    if arguments in (["-h"], ["--help"]):
        print(__doc__, end="")
        return 0
    approach = arguments[:1] == ["--approach"]
    arguments = arguments[approach:]
    if len(arguments) != 2:
        print("bms-check-certificate: expected two files, QUERIES and ANSWERS (see --help)", file=sys.stderr)
        return 2
    try:
        questions, replies = read_lines(arguments[0], "utf-8-sig"), read_lines(arguments[1], "utf-8")
    except OSError as error:
        trouble(f"{error.filename}: cannot be read" if error.filename else "cannot read", error)
    if sys.stdout is None:
        trouble("cannot write", OSError(errno.EBADF, os.strerror(errno.EBADF)))
    try:
        return 0 if check_lines(questions, replies, approach) else 1
    except OSError as error:
        trouble("cannot write", error)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
