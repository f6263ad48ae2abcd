# SPDX-License-Identifier: BSD-3-Clause
"""Boxes of queries at one time, in rational numbers: by plain formulas, for tests that judge what solvers say."""
from fractions import Fraction


def exact(x):
    """The exact values of the doubles in lists of lists of numbers."""
    return [exact(y) for y in x] if isinstance(x, list) else Fraction(float(x))


def exact_body(body):
    return {key: exact(value) for key, value in body.items()}


def at(p, t):
    return sum((c * t ** k for k, c in enumerate(p)), Fraction(0))


def cross(u, v):
    return [u[i - 2] * v[i - 1] - u[i - 1] * v[i - 2] for i in range(3)]


def dot(u, v):
    return sum(x * y for x, y in zip(u, v))


def pose(body, t):
    """The columns and the origin of an exact body at a time."""
    if "matrix" in body:
        m = [[at(p, t) for p in row] for row in body["matrix"]]
        return [[m[r][i] / m[3][3] for r in range(3)] for i in range(3)], [m[r][3] / m[3][3] for r in range(3)]
    w, *v = (at(p, t) for p in body["quaternion"])
    n = w * w + dot(v, v)
    columns = []
    for i in range(3):
        e = [Fraction(k == i) for k in range(3)]
        across = cross(v, e)
        columns.append([((w * w - dot(v, v)) * e[r] + 2 * v[i] * v[r] + 2 * w * across[r]) / n for r in range(3)])
    return columns, [at(p, t) for p in body["position"]]


def projection(body, columns, origin, n):
    """The least and the greatest n . x over the vertices; of a reversed box as if its ends were in order."""
    low = high = dot(n, origin)
    for k in range(3):
        x, y = body["min"][k] * dot(n, columns[k]), body["max"][k] * dot(n, columns[k])
        low, high = low + min(x, y), high + max(x, y)
    return low, high
