#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Damages certificates and looks whether the checker refuses them: damage.py QUERIES ANSWERS SEED

Every damage is done to every answer that it applies to.  Damages of the first kind leave no proof, and have to be
refused.  Those of the second kind may leave one (another axis may separate the boxes as well): where the checker accepts
such a piece, the vertices of both boxes are projected onto the piece's axis at random times of it, and have to be apart.
Prints TAP lines.
"""
import copy
import json
import os
import random
import sys
from fractions import Fraction

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "..", "..", "tools"), os.path.join(HERE, "..", "support")]
sys.dont_write_bytecode = True
import check_certificate as checker  # noqa: E402 (found by the lines above)
import exact_boxes as boxes  # noqa: E402


def other(rng, choices, present):
    return rng.choice([x for x in choices if x != present])


def moved(text, by):
    """A dyadic number and a part of itself, or one that is not zero."""
    x = checker.dyadic(text)
    x += Fraction(by) * (abs(x) or 1)
    power = 0
    while x.denominator > 1:
        x, power = x * 2, power - 1
    return f"{'-' if x < 0 else ''}0x{abs(int(x)):x}p{power}"


# ---------------------------------------------------------------- damages that leave no proof: True if they apply

def side(rng, answer, proof):
    """Another side of a piece."""
    if not proof["apart"]:
        return False
    piece = rng.choice(proof["apart"])
    piece["side"] = other(rng, "+-", piece["side"])
    return True


def last_piece(_, answer, proof):
    """The last piece left out."""
    return bool(proof["apart"]) and bool(proof["apart"].pop())


def last_end(_, answer, proof):
    """The end of the last piece moved back."""
    if not proof["apart"]:
        return False
    proof["apart"][-1]["to"] = moved(proof["apart"][-1]["to"], -Fraction(1, 2 ** 60))
    return True


def order(_, answer, proof):
    """The first two pieces in another order."""
    if len(proof["apart"]) < 2:
        return False
    proof["apart"][:2] = proof["apart"][1::-1]
    return True


def regular_end(rng, answer, proof):
    """A piece over which a motion is regular left out."""
    proof["regular"][rng.choice("ab")].pop()
    return True


def bound(rng, answer, proof):
    """A bound of the claim moved, in the certificate."""
    key = rng.choice(["t_lower", "t_upper"])
    if key not in proof:
        return False
    proof[key] = moved(proof[key], rng.choice([1, -1]) * Fraction(1, 2 ** 60))
    return True


def later(_, answer, proof):
    """Both bounds moved behind the contact, in answer and certificate."""
    if answer["status"] != "contact":
        return False
    behind = answer["t_upper"] + 1e-3 * (abs(answer["t_upper"]) or 1)
    answer.update(t=behind, t_lower=behind, t_upper=behind)
    proof.update(t_lower=moved(hexadecimal(behind), 0), t_upper=moved(hexadecimal(behind), 0))
    return True


def earlier(_, answer, proof):
    """t_upper moved before the contact, in answer and certificate."""
    if answer["status"] != "contact" or not answer["t_lower"] < answer["t_upper"]:
        return False
    answer.update(t=answer["t_lower"], t_upper=answer["t_lower"])
    proof["t_upper"] = proof["t_lower"]
    return True


def hexadecimal(x):
    numerator, denominator = x.as_integer_ratio()
    return f"{'-' if x < 0 else ''}0x{abs(numerator):x}p{1 - denominator.bit_length()}"


def separated(_, answer, proof):
    """A contact called a separation."""
    if answer["status"] == "separated":
        return False
    for x in (answer, proof):
        x["status"] = "separated"
    answer["contact"] = False
    for key in ("meets", "t_lower", "t_upper"):
        del proof[key]
    return True


def separated_at(rng, answer, proof):
    """A time of contact added to a separation."""
    if answer["status"] != "separated":
        return False
    answer[rng.choice(["t", "t_lower", "t_upper"])] = 0.5
    return True


def status(rng, answer, proof):
    """Another status with a contact."""
    if answer["status"] == "separated":
        return False
    answer["status"] = proof["status"] = other(rng, ["contact", "touching", "overlapping"], answer["status"])
    return True


def coefficient(rng, answer, proof):
    """A coefficient of the root's polynomial changed."""
    p = proof.get("meets", {}).get("polynomial")
    if not p:
        return False
    k = rng.randrange(len(p))
    p[k] = moved(p[k], Fraction(1, 2 ** rng.randrange(1, 60)))
    return True


def isolation(_, answer, proof):
    """The interval of the root moved beside it."""
    between = proof.get("meets", {}).get("between")
    if not between:
        return False
    between[0] = between[1]
    between[1] = proof["t_upper"]
    return True


def signs(rng, answer, proof):
    """All signs along an axis turned."""
    rows = proof.get("meets", {}).get("signs")
    axes = [axis for axis in rows or {} if rows[axis] != "000000"]
    if not axes:
        return False
    axis = rng.choice(axes)
    rows[axis] = rows[axis].translate(str.maketrans("+-", "-+"))
    return True


def time(_, answer, proof):
    """The time of a common point moved beyond the bounds, which are some ulps apart."""
    if "at" not in proof.get("meets", {}):
        return False
    proof["meets"]["at"] = moved(proof["meets"]["at"], Fraction(1, 2 ** 50))
    return True


def members(rng, answer, proof):
    """A member left out, or one too many."""
    key = rng.choice([*proof, None])
    if key is None:
        proof["note"] = 0
    else:
        del proof[key]
    return True


# ---------------------------------------------------------------- damages that may leave a proof

def axis(rng, answer, proof):
    """Another axis of a piece."""
    if not proof["apart"]:
        return False
    piece = rng.choice(proof["apart"])
    piece["axis"] = other(rng, checker.AXES, piece["axis"])
    return True


def inner_piece(rng, answer, proof):
    """A piece but the last left out."""
    if len(proof["apart"]) < 2:
        return False
    del proof["apart"][rng.randrange(len(proof["apart"]) - 1)]
    return True


def inner_end(rng, answer, proof):
    """The end of a piece but the last moved."""
    if len(proof["apart"]) < 2:
        return False
    piece = proof["apart"][rng.randrange(len(proof["apart"]) - 1)]
    piece["to"] = moved(piece["to"], rng.choice([1, -1]) * Fraction(1, 2 ** rng.randrange(1, 50)))
    return True


FATAL = [side, last_piece, last_end, order, regular_end, bound, later, earlier, separated, separated_at, status,
         coefficient, isolation, signs, time, members]
PERHAPS = [axis, inner_piece, inner_end]


# ---------------------------------------------------------------- what is still right

def apart(query, name, t):
    """True if the projections of the boxes onto an axis have no point in common."""
    bodies = [boxes.exact_body(query[key]) for key in "ab"]
    (a, origin_a), (b, origin_b) = (boxes.pose(body, t) for body in bodies)
    k = checker.AXES.index(name)
    if k < 6:
        own = a if k < 3 else b
        n = boxes.cross(own[(k + 1) % 3], own[(k + 2) % 3])
    else:
        n = boxes.cross(a[(k - 6) // 3], b[(k - 6) % 3])
    low_a, high_a = boxes.projection(bodies[0], a, origin_a, n)
    low_b, high_b = boxes.projection(bodies[1], b, origin_b, n)
    return high_a < low_b or high_b < low_a


def holds(rng, query, proof):
    """True if the boxes are apart at some random times of every piece, along its axis."""
    low = Fraction(float(query["t"][0]))
    for piece in proof["apart"]:
        high = checker.dyadic(piece["to"])
        times = [low + (high - low) * rng.randrange(1 << 30) / (1 << 30) for _ in range(3)]
        if not all(apart(query, piece["axis"], t) for t in times if t < high):
            return False
        low = high
    return True


# ---------------------------------------------------------------- the test

def accepted(query, answer):
    try:
        checker.check(checker.parse(json.dumps(query)), checker.parse(json.dumps(answer)))
        return True
    except (checker.Refused, checker.Unanswered):
        return False


def try_damage(rng, damage, pairs):
    """How often the damage was done, accepted, and accepted although something untrue is claimed."""
    done = passed = wrong = 0
    for query, answer in pairs:
        answer = copy.deepcopy(answer)
        if not damage(rng, answer, answer["certificate"]):
            continue
        done += 1
        if accepted(query, answer):
            passed += 1
            wrong += damage in FATAL or not holds(rng, query, answer["certificate"])
    return done, passed, wrong


def main(queries, answers, seed):
    rng = random.Random(int(seed))
    with open(queries, encoding="utf-8") as first, open(answers, encoding="utf-8") as second:
        pairs = [(json.loads(q), json.loads(a)) for q, a in zip(first, second)]
    pairs = [(q, a) for q, a in pairs if a.get("certificate", {}).get("status") == a.get("status")]
    for damage in FATAL + PERHAPS:
        done, passed, wrong = try_damage(rng, damage, pairs)
        print(f"# {damage.__doc__} {done} times, {done - passed} refused")
        verdict = "ok" if done > 0 and wrong == 0 else "not ok"
        print(f"{verdict} - damaged certificates are refused, or still right: {damage.__name__}")


if __name__ == "__main__":
    main(*sys.argv[1:])
