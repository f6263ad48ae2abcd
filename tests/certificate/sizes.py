#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Prints how long answers with certificates are, and how many pieces they have: sizes.py ANSWERS"""
import json
import statistics
import sys


def figures(name, values):
    print(f"# {name}: median {statistics.median_low(values)}, greatest {max(values)}")


with open(sys.argv[1], encoding="utf-8") as answers:
    lines = [line for line in answers if '"certificate"' in line]
figures("bytes of an answer", [len(line) for line in lines])
figures("pieces apart", [len(json.loads(line)["certificate"]["apart"]) for line in lines])
