# SPDX-License-Identifier: BSD-3-Clause
"""Builds the package bms against the installed libbms, and libbms-robot and ode-qmbox if they are installed."""

import os
import sys

from setuptools import setup

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import build_bms  # noqa: E402  (its folder is not on the path of an isolated build)

VERSION = build_bms.pkg_config('--modversion', 'bms')
if VERSION is None:
    sys.exit('pkg-config finds no bms: install libbms (libbms-dev) first, or set PKG_CONFIG_PATH')

setup(
    name='bms',
    version=VERSION,
    description='When do moving boxes, shapes and robot arms first touch? Exactly.',
    license='BSD-3-Clause',
    packages=['bms'],
    package_data={'bms': ['py.typed']},
    python_requires='>=3.9',
    setup_requires=['cffi >= 1.15'],
    install_requires=['cffi >= 1.15', 'numpy >= 1.19'],
    cffi_modules=['build_bms.py:solver'] 
    + (['build_bms.py:robots'] if build_bms.has_robots() else [])
    + (['build_bms.py:ode'] if build_bms.has_ode() else []),
    zip_safe=False,
)
