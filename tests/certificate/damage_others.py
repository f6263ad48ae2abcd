#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Damages certificates of first approaches or of contact intervals: damage_others.py approach|intervals QUERIES ANSWERS SEED

A damage changes one thing at random: a number, a sign, an axis, a piece, or the claim itself, in the answer as well.
Whatever the checker accepts has to be true: at random times, and next to the times of the undamaged answer, the boxes
are placed in exact arithmetic and projected onto all 15 axes.  Prints TAP lines.
"""
import copy
import json
import os
import random
import sys
from fractions import Fraction

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "..", "..", "tools"), os.path.join(HERE, "..", "support"), HERE]
sys.dont_write_bytecode = True
import check_certificate as checker  # noqa: E402 (found by the lines above)
import damage  # noqa: E402
import exact_boxes as boxes  # noqa: E402

TURNS = max(1, int(os.environ.get("BMS_SOAK", 1)))  # of every damage for every answer


# ---------------------------------------------------------------- what is true

def standing(bodies, t):
    """1 if the boxes are apart at t, 0 if they touch, -1 if they overlap."""
    (a, origin_a), (b, origin_b) = (boxes.pose(body, t) for body in bodies)
    axes = [boxes.cross(own[i - 2], own[i - 1]) for own in (a, b) for i in range(3)]
    axes += [boxes.cross(a[i], b[j]) for i in range(3) for j in range(3)]
    found = -1
    for n in axes:
        if not any(n):
            continue
        low_a, high_a = boxes.projection(bodies[0], a, origin_a, n)
        low_b, high_b = boxes.projection(bodies[1], b, origin_b, n)
        gap = max(low_b - high_a, low_a - high_b)
        found = max(found, (gap > 0) - (gap < 0))
    return found


def times_of(rng, query, ends):
    """Times of the interval: some at random, and some on both sides of each end."""
    t0, t1 = (Fraction(float(t)) for t in query["t"])
    near = [Fraction(end) + way * (t1 - t0) / 2 ** rng.randrange(3, 60) for end in ends for way in (-1, 1)]
    return [t for t in near + [t0 + (t1 - t0) * rng.randrange(1 << 30) / (1 << 30) for _ in range(4)] if t0 <= t <= t1]


def approach_is_true(rng, query, answer, original):
    if answer["status"] != original["status"]:
        return False
    ends = [original[key] for key in ("t_lower", "t_upper") if key in original]
    bodies = [boxes.exact_body(query[key]) for key in "ab"]
    until = Fraction(answer.get("t_lower", query["t"][1]))
    if any(standing(bodies, t) < 0 for t in times_of(rng, query, ends) if t < until):
        return False
    return not ends or (answer["t_lower"] <= ends[1] and ends[0] <= answer["t_upper"])


def intervals_are_true(rng, query, answer, original):
    ends = [end for x in original["intervals"] for key in ("enter", "exit") for end in x[key]]
    bodies = [boxes.exact_body(query[key]) for key in "ab"]
    for t in times_of(rng, query, ends):
        inside = any(Fraction(x["enter"][1]) <= t <= Fraction(x["exit"][0]) for x in answer["intervals"])
        outside = not any(Fraction(x["enter"][0]) <= t <= Fraction(x["exit"][1]) for x in answer["intervals"])
        stands = standing(bodies, t) if inside or outside else 0
        if (inside and stands > 0) or (outside and stands <= 0):
            return False
    return True


# ---------------------------------------------------------------- damages: True if they apply

def leaves(value, path=()):
    """The paths to all strings in a certificate."""
    if type(value) is str:
        yield path
    for key, x in value.items() if type(value) is dict else enumerate(value) if type(value) is list else ():
        yield from leaves(x, path + (key,))


def parent_of(value, path):
    for key in path[:-1]:
        value = value[key]
    return value


def change_leaf(rng, proof, wanted, change):
    paths = [path for path in leaves(proof) if wanted(path, parent_of(proof, path)[path[-1]])]
    if not paths:
        return False
    path = rng.choice(paths)
    parent = parent_of(proof, path)
    parent[path[-1]] = change(parent[path[-1]])
    return True


def any_number(rng, _, proof):
    """A number moved by a part of itself."""
    return change_leaf(rng, proof, lambda _, x: "0x" in x,
                       lambda x: damage.moved(x, rng.choice([1, -1]) * Fraction(1, 2 ** rng.randrange(1, 60))))


def any_sign(rng, _, proof):
    """A sign of a radius turned, or made 0."""
    def turned(x):
        k = rng.randrange(6)
        return x[:k] + damage.other(rng, "-0+", x[k]) + x[k + 1:]
    return change_leaf(rng, proof, lambda _, x: len(x) == 6 and not x.strip("-0+"), turned)


def any_side(rng, _, proof):
    """Another side."""
    return change_leaf(rng, proof, lambda path, _: path[-1] == "side", lambda x: damage.other(rng, "+-", x))


def any_axis(rng, _, proof):
    """Another axis."""
    return change_leaf(rng, proof, lambda path, _: path[-1] == "axis", lambda x: damage.other(rng, checker.AXES, x))


def lists(value):
    if type(value) is list and value:
        yield value
    for x in value.values() if type(value) is dict else value if type(value) is list else ():
        yield from lists(x)


def any_item(rng, _, proof):
    """An item of a list left out, or two exchanged."""
    chosen = rng.choice(list(lists(proof)))
    if len(chosen) > 1 and rng.random() < 0.5:
        k = rng.randrange(len(chosen) - 1)
        chosen[k:k + 2] = chosen[k + 1], chosen[k]
    else:
        del chosen[rng.randrange(len(chosen))]
    return True


def any_half(rng, _, proof):
    """One half of a crossing in the place of the other."""
    crossings = [x for items in lists(proof) for x in items if type(x) is dict and "root" in x]
    if not crossings:
        return False
    x = rng.choice(crossings)
    x["before"] = x["after"]
    return True


def moved_time(rng, t, query):
    return t + rng.choice([1, -1]) * (query["t"][1] - query["t"][0]) * 2.0 ** -rng.randrange(1, 60)


def bounds(rng, answer, proof, query):
    """The bounds of the claim moved or widened, in answer and certificate."""
    if "t_lower" not in answer:
        return False
    for key in rng.choice([["t_lower"], ["t_upper"], ["t_lower", "t_upper"]]):
        answer[key] = moved_time(rng, answer[key], query)
        proof[key] = damage.moved(damage.hexadecimal(answer[key]), 0)
    answer["t"] = min(max(answer["t"], answer["t_lower"]), answer["t_upper"])
    return True


def status(rng, answer, proof, _):
    """Another status, in answer and certificate."""
    answer["status"] = proof["status"] = damage.other(rng, ["contact", "touching", "overlapping"], answer["status"])
    return True


def interval_ends(rng, answer, proof, query):
    """The end of an interval moved."""
    if not answer["intervals"]:
        return False
    ends = rng.choice(answer["intervals"])[rng.choice(["enter", "exit"])]
    k = rng.randrange(2)
    ends[k] = moved_time(rng, ends[k], query)
    return True


def fewer_intervals(rng, answer, proof, _):
    """An interval left out, with its proof."""
    if not answer["intervals"]:
        return False
    k = rng.randrange(len(answer["intervals"]))
    del answer["intervals"][k], proof["intervals"][k]
    return True


PROOF = [any_number, any_sign, any_side, any_axis, any_item, any_half]
CLAIM = {"approach": [bounds, status], "intervals": [interval_ends, fewer_intervals]}
TRUE = {"approach": approach_is_true, "intervals": intervals_are_true}
KEY = {"approach": "certificate", "intervals": "intervals_certificate"}


# ---------------------------------------------------------------- the test

def accepted(query, answer, approach):
    try:
        checker.check(checker.parse(json.dumps(query)), checker.parse(json.dumps(answer)), approach)
        return True
    except (checker.Refused, checker.Unanswered):
        return False


def try_damage(rng, question, change, pairs):
    done = passed = wrong = 0
    for query, original in pairs:
        for _ in range(TURNS):
            answer = copy.deepcopy(original)
            given = (rng, answer, answer[KEY[question]]) + ((query,) if change in CLAIM[question] else ())
            if not change(*given) or answer == original:
                continue
            done += 1
            if accepted(query, answer, question == "approach"):
                passed += 1
                wrong += not TRUE[question](rng, query, answer, original)
    return done, passed, wrong


def main(question, queries, answers, seed):
    rng = random.Random(int(seed))
    with open(queries, encoding="utf-8") as first, open(answers, encoding="utf-8") as second:
        pairs = [(json.loads(q), json.loads(a)) for q, a in zip(first, second)]
    pairs = [(q, a) for q, a in pairs if KEY[question] in a]
    untrue = sum(not TRUE[question](rng, q, a, a) for q, a in pairs)
    print(f"{'ok' if pairs and untrue == 0 else 'not ok'} - certificates of {question} prove what is true")
    for change in PROOF + CLAIM[question]:
        done, passed, wrong = try_damage(rng, question, change, pairs)
        print(f"# {change.__doc__} {done} times, {done - passed} refused, {wrong} accepted and not true")
        some = passed < done or change is any_half  # an axis that slides blocks on both sides
        verdict = "ok" if done > 0 and some and wrong == 0 else "not ok"
        print(f"{verdict} - what is accepted of damaged certificates of {question} is true: {change.__name__}")


if __name__ == "__main__":
    main(*sys.argv[1:])
