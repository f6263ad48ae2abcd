#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Compares derivatives of bms-first-contact with implicit differentiation in rational numbers: implicit.py QUERIES ANSWERS

The gap along the axis of the answer's pair is a function g of the time and of the numbers p of the query, which is
computed from the projections of all vertices, exactly.  Its derivatives are differences over a step of 2^-3000, so that
they are exact to far more digits than doubles have, and dt/dp = - (dg/dp) / (dg/dt).  Prints TAP lines.
"""
import json
import os
import sys
from fractions import Fraction

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
sys.dont_write_bytecode = True
from exact_boxes import at, cross, dot, exact, exact_body, pose, projection  # noqa: E402 (found by the line above)

STEP = Fraction(1, 2 ** 3000)
# Allowed errors, as parts of the greatest term: doubles at t, which is a rounding away from the contact; and as many
# roundings of what cancels in the motions at that time.
DIGITS, ROUNDINGS = 1e-9, 64


def vector(columns, axis):
    """The direction of an axis, not of unit length."""
    kind, i, j = axis
    if kind == "EE":
        return cross(columns[0][i], columns[1][j])
    own = columns[kind == "OV"]
    return cross(own[(i + 1) % 3], own[(i + 2) % 3])


def gap(query, t, axis, normal):
    """The gap along an axis, on the side to which the normal of the answer points."""
    bodies = [query["a"], query["b"]]
    columns, origins = zip(*(pose(body, t) for body in bodies))
    n = vector(columns, axis)
    if dot(n, normal) < 0:
        n = [-x for x in n]
    (_, end), (start, _) = (projection(*terms, n) for terms in zip(bodies, columns, origins))
    return start - end


def axis_of(pair):
    def direction(edge):  # "X-Y'" is at right angles to the axis that it does not name
        return "XYZ".index(next(k for k in "XYZ" if k not in edge))
    if pair["kind"] == "EE":
        return "EE", direction(pair["a"]), direction(pair["b"])
    return pair["kind"], "XYZ".index((pair["a"] if pair["kind"] == "VO" else pair["b"])[0]), 0


def numbers(x, path=()):
    """The places of all numbers in a tree of lists and objects."""
    if isinstance(x, (list, dict)):
        for key in (range(len(x)) if isinstance(x, list) else x):
            yield from numbers(x[key], path + (key,))
    else:
        yield path


def place(x, path):
    for key in path:
        x = x[key]
    return x


def cancellation(body, t):
    """How much greater the terms of the motion at a time are than what they are for."""
    def terms(p):
        return sum(abs(c * t ** k) for k, c in enumerate(p))
    size = max(max(abs(x) for x in body["min"] + body["max"]), Fraction(1, 2 ** 60))
    skew = 1.0
    if "matrix" in body:
        turn, place = [p for row in body["matrix"][:3] for p in row[:3]], [row[3] for row in body["matrix"][:3]]
        unit = max(abs(at(p, t)) for p in turn)
        u, v, w = pose(body, t)[0]
        skew = float(dot(u, u) * dot(v, v) * dot(w, w) / dot(cross(u, v), w) ** 2) ** 0.5
    else:
        turn, place, unit = body["quaternion"], body["position"], 1
    return skew * float(max(max(map(terms, turn)) / max(abs(at(p, t)) for p in turn), max(map(terms, place)) / (unit * size)))


def sine(query, t, axis):
    """The sine of the angle between two edges, 1 for a face."""
    kind, i, j = axis
    u, v = pose(query["a"], t)[0][i], pose(query["b"], t)[0][j]
    n = cross(u, v)
    return float(dot(n, n) / (dot(u, u) * dot(v, v))) ** 0.5 if kind == "EE" else 1.0


def judge(query, answer):
    """The greatest error of a derivative, as a part of the greatest term, and what is allowed."""
    query = {key: exact_body(query[key]) for key in "ab"}
    t, axis, derivative = Fraction(answer["t"]), axis_of(answer["pair"]), answer["derivative"]
    normal = exact(answer["normal"])
    before = gap(query, t, axis, normal)
    slope = (gap(query, t + STEP, axis, normal) - before) / STEP
    worst = greatest = 0
    for path in numbers(query):
        if "matrix" in path and path[2] == 3 and path[3] < 3:
            continue  # the last row's zeros
        holder, key = place(query, path[:-1]), path[-1]
        kept = holder[key]
        step = -STEP if key in range(3) and path[1] == "min" else STEP  # outwards, which counts for flat boxes
        holder[key] = kept + step
        expected = -((gap(query, t, axis, normal) - before) / step) / slope
        holder[key] = kept
        found = place(derivative, path)
        worst = max(worst, abs(float(expected) - found) * max(abs(float(kept)), 1e-3))
        greatest = max(greatest, abs(float(expected)) * max(abs(float(kept)), 1e-3))
    allowed = DIGITS + ROUNDINGS * 2.0 ** -53 * sum(cancellation(query[key], t) for key in "ab") / sine(query, t, axis)
    return (worst / greatest if greatest > 0 else 0), allowed


def main(queries, answers):
    count = 0
    worst = 0
    with open(queries, encoding="utf-8") as first, open(answers, encoding="utf-8") as second:
        for question, reply in zip(first, second):
            query, answer = json.loads(question), json.loads(reply)
            if answer.get("status") != "contact" or answer["derivative"]["status"] != "exists":
                continue
            error, allowed = judge(query, answer)
            count += 1
            worst = max(worst, error / allowed)
            if error > allowed:
                print(f"# {query.get('id')}: off by {error:.2g}, allowed {allowed:.2g}")
    print(f"# {count} contacts, off by at most {worst:.2g} of what is allowed")
    print(f"{'ok' if count > 0 and worst <= 1 else 'not ok'} - derivatives are those of implicit differentiation")


if __name__ == "__main__":
    main(*sys.argv[1:])
