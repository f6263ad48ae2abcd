# SPDX-License-Identifier: BSD-3-Clause
"""Pages that show queries and moves of robots in any browser: bms-first-contact and bms-arm-sweep write them."""

import html
import json
import os
import shutil
import subprocess
import tempfile
from typing import Any, List, Optional

import numpy as np

from ._arrays import Error, contiguous, records
from ._solver import lib
from .solver import query_dtype


class Page:
    """A page: ``html``; in a notebook it shows itself."""

    def __init__(self, text: str):
        self.html = text

    def save(self, file: Any) -> None:
        """Writes the page to a file."""
        with open(file, 'w', encoding='utf-8') as out:
            out.write(self.html)

    def _repr_html_(self) -> str:
        return '<iframe width="100%%" height="600" srcdoc="%s"></iframe>' % html.escape(self.html, quote=True)


def _write_page(program: str, arguments: List[str], text: Optional[str]) -> Page:
    """Runs a program that writes a page with --html; its exit status shows contacts, or trouble."""
    path = shutil.which(program)
    if path is None:
        raise FileNotFoundError('%s is not installed (ode-qmbox-tools)' % program)
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, 'page.html')
        done = subprocess.run(
            [path, '--html', file, *arguments],
            input=text,
            text=True,
            check=False,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        if not os.path.exists(file):
            raise Error(done.stderr.strip() or '%s has written no page' % program)
        with open(file, encoding='utf-8') as page:
            return Page(page.read())


def _box(body: np.ndarray) -> dict:
    found = {'min': body['box']['min'].tolist(), 'max': body['box']['max'].tolist()}
    motion = body['motion']
    if motion['form'] == lib.BMS_MOTION_RIGID:
        found.update(position=motion['rigid']['position'].tolist(), quaternion=motion['rigid']['quaternion'].tolist())
    else:
        rows = motion['matrix']['entry'].tolist()
        found['matrix'] = rows + [[[0], [0], [0], motion['matrix']['weight'].tolist()]]
    return found


def show(query: Any) -> Page:
    """Returns a page of queries: the boxes move, with their gap and what they touch with, along a bar of time."""
    queries = contiguous(records(query, query_dtype, 'query')).reshape(-1)
    lines = [
        json.dumps({'id': i, 't': [float(one['t0']), float(one['t1'])], 'a': _box(one['a']), 'b': _box(one['b'])})
        for i, one in enumerate(queries)
    ]
    return _write_page('bms-first-contact', [], '\n'.join(lines) + '\n')


def show_edge(files: List[str], start: np.ndarray, end: np.ndarray, options: List[str]) -> Page:
    """Returns a page of an edge of a robot of files."""
    way = ['--from=' + ','.join(map(repr, start.tolist())), '--to=' + ','.join(map(repr, end.tolist()))]
    return _write_page('bms-arm-sweep', options + way + files, None)


def show_way(
    files: List[str], names: List[str], times: np.ndarray, polynomials: np.ndarray, options: List[str]
) -> Page:
    """Returns a page of a trajectory of a robot of files: its polynomials, which the program follows as they are."""
    segments = [
        {'duration': float(duration), 'coefficients': rows.tolist()}
        for duration, rows in zip(np.diff(times), polynomials)
    ]
    text = json.dumps({'joint_names': names, 'segments': segments})
    return _write_page('bms-arm-sweep', options + ['--trajectory', '-'] + files, text)
