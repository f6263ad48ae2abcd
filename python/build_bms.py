# SPDX-License-Identifier: BSD-3-Clause
"""What cffi compiles: bms._solver on libbms, bms._robots on libbms-robot and bms._ode on ode-qmbox if they are installed.

The declarations are those of the installed headers, and the compiler checks them, so that structs cannot drift.  Those
of ODE, whose headers cffi cannot read, are in ode.cdef.
"""

import os
import re
import subprocess

import cffi

HERE = os.path.dirname(os.path.abspath(__file__))
SOLVER = [
    'bms.h',
    'bms_batch.h',
    'bms_certificate.h',
    'bms_derivative.h',
    'bms_path.h',
    'bms_shapes.h',
    'bms_mesh.h',
    'bms_tolerance.h',
    'bms_chain.h',
    'bms_scene.h',
]
ROBOTS = ['bms_robot.h']
ODE = ['qmbox.h']


def pkg_config(*arguments):
    """Returns what pkg-config prints, or None if it knows no such module."""
    command = [os.environ.get('PKG_CONFIG', 'pkg-config'), *arguments]
    found = subprocess.run(command, stdout=subprocess.PIPE, check=False, text=True)
    return found.stdout.strip() if found.returncode == 0 else None


def has_robots():
    """Returns whether libbms-robot is installed."""
    return pkg_config('--exists', 'bms-robot') is not None


def has_ode():
    """Returns whether the plugin is installed."""
    return pkg_config('--exists', 'ode-qmbox') is not None


def declarations(text):
    """Returns the types, functions and whole numbers of a header as cffi reads them."""
    text = re.sub(r'/\*.*?\*/', ' ', text, flags=re.DOTALL)
    numbers = re.findall(r'^#define ((?:BMS|QMBOX)_\w+) \(?(-?\d+)\)?\s*$', text, flags=re.MULTILINE)
    text = re.sub(r'^#ifdef __cplusplus\n(extern "C" {|})\n#endif\n', '', text, flags=re.MULTILINE)
    text = re.sub(r'^#.*\n', '', text, flags=re.MULTILINE)
    text = re.sub(r'\b(BMS|BMS_ROBOT|QMBOX)_API\b|\bBMS_EXTENSION\b', '', text)
    # cffi writes no C for pointers to constant rows: functions with them are left out, and members are not named.
    text = re.sub(r'const double \(\*\w+\)\[\w+\];(?=\s*})', '...;', text)
    text = re.sub(
        r'^(?!typedef)[\w ]+[ *]\w+\([^;{}]*const \w+ (\(\*\w+\)\[|\w+\[\d\]\[)[^;{}]*;', '', text, flags=re.MULTILINE
    )
    return ''.join('#define %s %s\n' % number for number in numbers) + text


def header(module, name):
    """Returns the declarations of an installed header."""
    folders = [flag[2:] for flag in (pkg_config('--cflags-only-I', module) or '').split()]
    folders.append(pkg_config('--variable=includedir', module) or '/usr/include')
    for folder in folders:
        path = os.path.join(folder, name)
        if os.path.exists(path):
            with open(path, encoding='utf-8') as file:
                return declarations(file.read())
    raise FileNotFoundError('%s of %s is not installed; install its -dev package' % (name, module))


def helpers(name):
    """Returns the text of loops in C and the declarations of its functions, which stand at the beginnings of lines."""
    with open(os.path.join(HERE, name), encoding='utf-8') as file:
        text = file.read()
    found = re.findall(r'^static ([^;{}]*?\))\s*{ */\* for Python \*/', text, flags=re.MULTILINE | re.DOTALL)
    return text, ''.join('%s;\n' % one for one in found)


def flags(module):
    """Returns the compiler's and the linker's flags of a module as distutils takes them."""
    split = {'include_dirs': [], 'library_dirs': [], 'libraries': []}
    keys = {'-I': 'include_dirs', '-L': 'library_dirs', '-l': 'libraries'}
    for flag in (pkg_config('--cflags', '--libs', module) or '').split():
        if flag[:2] in keys:
            split[keys[flag[:2]]].append(flag[2:])
    return split


def builder(module, name, headers, loops):
    """Returns an FFI that compiles these headers and loops."""
    ffi = cffi.FFI()
    text, functions = helpers(loops)
    own = headers if headers is not SOLVER else []
    if own:
        ffi.include(solver)
    if headers is ODE:
        with open(os.path.join(HERE, 'ode.cdef'), encoding='utf-8') as file:
            ffi.cdef(file.read())
    ffi.cdef(''.join(header(module, one) for one in headers) + functions)
    includes = ''.join('#include <%s>\n' % one for one in SOLVER + own)
    ffi.set_source(name, includes + text, extra_compile_args=['-std=c11', '-O2', '-ffp-contract=off'], **flags(module))
    return ffi


solver = builder('bms', 'bms._solver', SOLVER, 'loops.c')
robots = builder('bms-robot', 'bms._robots', ROBOTS, 'robot_loops.c') if has_robots() else None
ode = builder('ode-qmbox', 'bms._ode', ODE, 'ode_loops.c') if has_ode() else None
