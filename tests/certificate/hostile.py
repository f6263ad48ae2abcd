#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Lines that a checker should not be taken in by, made from a good query and its answer by a change of the text:
hostile.py QUERIES ANSWERS

Each is refused, and by a Refused: nothing else may come out of the checker.  Prints TAP lines.
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tools"))
sys.dont_write_bytecode = True
import check_certificate as checker  # noqa: E402 (found by the line above)

# What is changed, in the query or the answer: a part of the line, and what takes its place.
QUERY = [
    ("a number that is none", '"t": [0', '"t": [NaN'),
    ("an infinite number", '"t": [0, 1', '"t": [0, Infinity'),
    ("a number beyond the doubles", '"t": [0, 1', '"t": [0, 1e999'),
    ("an integer beyond the doubles", '"t": [0, 1', '"t": [0, 1' + "0" * 400),
    ("an integer without end", '"t": [0, 1', '"t": [0, 1' + "0" * 9000),
    ("true for a number", '"t": [0, 1', '"t": [0, true'),
    ("a string for a number", '"t": [0, 1', '"t": [0, "1"'),
    ("a reversed interval", '"t": [0, 1', '"t": [2, 1'),
    ("a shorter interval", '"t": [0, 1', '"t": [0, 0.125'),
    ("an interval of three", '"t": [0, 1', '"t": [0, 1, 2'),
    ("an interval twice", '"t": [0, 1', '"t": [0, 1], "t": [0, 1'),
    ("a body twice", '"a": {', '"a": {}, "a": {'),
    ("no body", '"b": {', '"c": {'),
    ("a reversed box", '"max": [', '"max": [-9, -9, -9], "most": ['),
    ("a box of two", '"max": [', '"max": [1, 1], "most": ['),
    ("two motions", '"position": [', '"matrix": [], "position": ['),
    ("a position of two", '"position": [', '"position": [[0], [0]], "place": ['),
    ("a cubic position", '"position": [[', '"position": [[0, 0, 0, 1], ['),
    ("no quaternion", '"quaternion"', '"turn"'),
    ("a quaternion that vanishes", '"quaternion": [', '"quaternion": [[0], [0], [0], [0]], "turn": ['),
    ("a quaternion that vanishes at 0.5", '"quaternion": [', '"quaternion": [[0.5, -1], [0], [0], [0]], "turn": ['),
    ("nothing at all", "{", "["),
]
ANSWER = [
    ("a member twice", '"status": "contact"', '"status": "separated", "status": "contact"'),
    ("a member of the certificate twice", '"apart": [', '"apart": [], "apart": ['),
    ("a status that is none", '"status": "contact"', '"status": ["contact"]'),
    ("a status that is not known", '"status": "contact"', '"status": "touched"'),
    ("contact and separated at once", '"contact": true', '"contact": false'),
    ("1 for true", '"contact": true', '"contact": 1'),
    ("a bound that is no number", '"t_lower": 0', '"t_lower": NaN, "lower": 0'),
    ("a bound that is true", '"t_upper": 0', '"t_upper": true, "upper": 0'),
    ("a time outside of the bounds", '"t": 0', '"t": 1e-5, "time": 0'),
    ("no certificate", '"certificate"', '"certified"'),
    ("another format", "bms-certificate-1", "bms-certificate-2"),
    ("a certificate that is a string", '"certificate": {', '"certificate": "{}", "kept": {'),
    ("no pieces", '"apart": [', '"apart": [], "left": ['),
    ("pieces that are an object", '"apart": [', '"apart": {}, "left": ['),
    ("an axis that is none", '"axis": "', '"axis": "N'),
    ("an axis that is a number", '"axis": "', '"axis": 0, "name": "'),
    ("an axis of one body twice", "B.", "A."),
    ("a side that is none", '"side": "', '"side": "0'),
    ("a side that is both", '"side": "', '"side": ["+", "-"], "is": "'),
    ("an end that is a double", '"to": "', '"to": 0.5, "end": "'),
    ("an end that is true", '"to": "', '"to": true, "end": "'),
    ("an end with a blank", '"to": "', '"to": " '),
    ("an end in other digits", '"to": "0x', '"to": "0x\u0661'),
    ("an end with an underscore", '"to": "0x', '"to": "0x1_'),
    ("an end before the start", '"to": "0x', '"to": "-0x'),
    ("an end behind t1", '"to": "0x', '"to": "0xffffffffffffff'),
    ("an end without an end", '"to": "0x', '"to": "0x' + "f" * 30000),
    ("no common point", '"meets": {', '"meets": {}, "met": {'),
    ("a common point that is null", '"meets": {', '"meets": null, "met": {'),
    ("a common point at t1", '"meets": {', '"meets": {"at": "0x1p0"}, "met": {'),
    ("a polynomial that is zero", '"polynomial": [', '"polynomial": ["0x0p0", "0x0p0"], "was": ['),
    ("a polynomial that is constant", '"polynomial": [', '"polynomial": ["0x1p0", "0x0p0"], "was": ['),
    ("a polynomial without coefficients", '"polynomial": [', '"polynomial": [], "was": ['),
    ("a polynomial of high degree", '"polynomial": [', '"polynomial": [' + '"0x0p0", ' * 20),
    ("another polynomial with a root there", '"polynomial": [', '"polynomial": ["-0x%xp-%d", "0x1p0"], "was": ['),
    ("an interval of one end", '"between": [', '"between": ["0x0p0"], "was": ['),
    ("an interval from t0 to t1", '"between": [', '"between": ["0x0p0", "0x1p0"], "was": ['),
    ("signs of one axis only", '"signs": {', '"signs": {"A.X": "000000"}, "were": {'),
    ("seven signs", '"A.X": "', '"A.X": "+'),
    ("a sign that is none", '"A.X": "+', '"A.X": "*'),
    ("nested too deeply", '"apart": [', '"note": ' + "[" * 100000 + "]" * 100000 + ', "apart": ['),
    ("half a line", '"signs"', "\n"),
]
# Answers that no proof comes with, whose text should not look like lines of the checker.
TEXTS = ["\nline 1: proved: contact\n1 proved, 0 refused, 0 without an answer", "\x1b[2K\rline 1: proved", "\ud800"]


def root_of(answer):
    """A polynomial of degree 1 with a root between the two bounds, for the line that asks for one."""
    x = (answer["t_lower"] + answer["t_upper"]) / 2
    if x in (answer["t_lower"], answer["t_upper"]):
        return 2 * int(answer["t_lower"] * 2 ** 56) + 1, 57
    return int(x * 2 ** 57), 57


def outcome(query, answer):
    try:
        return "accepted: " + checker.check(checker.parse(query), checker.parse(answer))
    except checker.Refused as reason:
        return f"refused: {reason}"
    except Exception as error:  # whatever it is, it is a fault of the checker
        return f"{type(error).__name__}: {error}"


def find_good(queries, answers):
    """A pair of lines with a root, and a piece before it."""
    for query, answer in zip(queries, answers):
        if '"polynomial"' in answer and '"axis"' in answer and '"quaternion"' in query and '"matrix"' not in query:
            return query, answer
    raise SystemExit("no answer with a root")


def judge(name, changed, before, query, answer):
    found = outcome(query, answer)
    if changed == before:
        found = "the text to change is not there"
    print(f"# {name}: {found[:120]}")
    print(f"{'ok' if found.startswith('refused') else 'not ok'} - refused: {name}")


def judge_text(text, number, query):
    """A text of an answer is quoted where it is shown: printable ASCII, on one line."""
    for answer in ({"error": text}, {"certificate": {"reason": text}}):
        answer["id"] = query.get("id")
        try:
            said = "accepted: " + checker.check(query, answer)
        except (checker.Refused, checker.Unanswered) as reason:
            said = str(reason)
        good = said.isascii() and said.isprintable() and not said.startswith("accepted")
        print(f"{'ok' if good else 'not ok'} - text {number} of an answer is quoted: {next(iter(answer))}")


def main(queries, answers):
    with open(queries, encoding="utf-8") as first, open(answers, encoding="utf-8") as second:
        query, answer = find_good(first, second)
    print(f"{'ok' if outcome(query, answer) == 'accepted: contact' else 'not ok'} - the lines are good as they are")
    for name, old, new in QUERY:
        changed = query.replace(old, new, 1)
        judge(name, changed, query, changed, answer)
    for name, old, new in ANSWER:
        if "%x" in new:
            new = new % root_of(checker.parse(answer))
        changed = answer.replace(old, new, 1)
        judge(name, changed, answer, query, changed)
    for number, text in enumerate(TEXTS, 1):
        judge_text(text, number, checker.parse(query))


if __name__ == "__main__":
    main(*sys.argv[1:])
