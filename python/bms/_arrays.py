# SPDX-License-Identifier: BSD-3-Clause
"""Arrays of NumPy as the library's arrays, and back: dtypes of its structs, pointers, threads."""

import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Callable, Sequence, Tuple

import numpy as np

from ._solver import ffi, lib

FEWEST_IN_A_THREAD = 64  # a thread starts in some ten microseconds, the time of as many queries
MOST_THREADS = 256


class Error(ValueError):
    """Base class of the package's errors."""


class InvalidQuery(Error):
    """The query has no answer; the text has the library's reason.  ``index`` is where it is among several."""

    def __init__(self, text: str, index: Tuple[int, ...] = ()):
        super().__init__(text if index == () else 'query %s: %s' % (', '.join(map(str, index)), text))
        self.index = index


# ------------------------------------------------------------------ structs

PRIMITIVE = {'double': np.float64, 'int': np.int32, '_Bool': np.bool_, 'size_t': np.uintp, 'long': np.int_}


def dtype_of(ctype: Any) -> np.dtype:
    """Returns the dtype of a C type: struct members lie where the compiler has put them, unions over each other."""
    if isinstance(ctype, str):
        ctype = ffi.typeof(ctype)
    if ctype.kind == 'array':
        item = dtype_of(ctype.item)
        return (
            np.dtype((item, (ctype.length,)))
            if item.subdtype is None
            else np.dtype((item.subdtype[0], (ctype.length,) + item.subdtype[1]))
        )
    if ctype.kind == 'enum':
        return np.dtype(np.int32)
    if ctype.kind == 'primitive':
        return np.dtype(PRIMITIVE[ctype.cname])
    if ctype.kind == 'pointer':
        return np.dtype(np.uintp)
    members = {name: (dtype_of(field.type), field.offset) for name, field in flat_fields(ctype, 0)}
    return np.dtype(
        {
            'names': list(members),
            'formats': [one[0] for one in members.values()],
            'offsets': [one[1] for one in members.values()],
            'itemsize': ffi.sizeof(ctype),
        }
    )


class Place:
    """A member of a struct: its type, and how far it is from the beginning."""

    def __init__(self, ctype: Any, offset: int):
        self.type = ctype
        self.offset = offset


def flat_fields(ctype: Any, start: int):
    """Yields the members of a struct, those of unnamed ones among them."""
    for name, field in ctype.fields:
        if name == '':
            yield from flat_fields(field.type, start + field.offset)
        else:
            yield name, Place(field.type, start + field.offset)


# ------------------------------------------------------------------ arguments


def numbers(value: Any, tail: Sequence[int], name: str) -> np.ndarray:
    """Returns an argument as float64 with these last dimensions; no copy is made if it is so already."""
    array = np.asarray(value)
    if array.dtype.kind not in 'fiub':
        raise TypeError('%s: expected real numbers, not %s' % (name, array.dtype))
    array = array.astype(np.float64, copy=False)
    if array.shape[array.ndim - len(tail) :] != tuple(tail):
        raise ValueError('%s: expected shape (..., %s), not %s' % (name, ', '.join(map(str, tail)), array.shape))
    return array


def numbers_of(value: Any, shape: Sequence[int], name: str) -> np.ndarray:
    """Returns an argument as float64 of this very shape."""
    array = numbers(value, shape, name)
    if array.ndim != len(shape):
        raise ValueError('%s: expected shape %s, not %s' % (name, tuple(shape), array.shape))
    return array


def has_members(found: np.dtype, wanted: np.dtype) -> bool:
    """Returns whether a dtype has the members of another one, wherever they lie."""
    if found.names is None or wanted.names is None:
        return found == wanted
    return found.names == wanted.names and all(has_members(found[name], wanted[name]) for name in wanted.names)


def records(value: Any, dtype: np.dtype, name: str) -> np.ndarray:
    """Returns an argument that has to be an array of this struct."""
    array = np.asarray(value)
    if array.dtype != dtype and has_members(array.dtype, dtype):  # NumPy packs the members of arrays that it joins
        packed, array = array, np.zeros(array.shape, dtype)
        array[...] = packed
    if array.dtype != dtype:
        raise TypeError('%s: expected an array that a function of bms has made, not %s' % (name, array.dtype))
    return array


def contiguous(array: np.ndarray) -> np.ndarray:
    """Returns an array whose elements follow each other, itself if they do."""
    return np.asarray(array, order='C')


def spread(arrays: Sequence[np.ndarray], tails: Sequence[int]) -> Tuple[Tuple[int, ...], list]:
    """Broadcasts arrays, each with so many last dimensions of its own; returns the shape and contiguous arrays."""
    shapes = [one.shape[: one.ndim - tail] for one, tail in zip(arrays, tails)]
    try:
        shape = np.broadcast_shapes(*shapes)
    except ValueError:
        raise ValueError('shapes do not go together: %s' % ', '.join(map(str, shapes))) from None
    whole = [contiguous(np.broadcast_to(one, shape + one.shape[one.ndim - tail :])) for one, tail in zip(arrays, tails)]
    return shape, whole


def pointer(array: np.ndarray, ctype: str, start: int = 0) -> Any:
    """Returns a pointer to element `start` of a contiguous array of structs or of rows of numbers."""
    step = array.strides[0] if array.ndim > 0 else 0
    return ffi.cast(ctype, array.__array_interface__['data'][0] + start * step)


def pointers(arrays: Sequence[np.ndarray], ctypes: Sequence[str], start: int = 0) -> list:
    """Returns pointers into arrays that are flat but for the dimensions of an element."""
    return [pointer(one, ctype, start) for one, ctype in zip(arrays, ctypes)]


def flat(array: np.ndarray, tail: int, shape: Tuple[int, ...]) -> np.ndarray:
    """Returns an array with its first dimensions, the broadcast shape, made one."""
    count = int(np.prod(shape, dtype=np.int64))
    return array.reshape((count,) + array.shape[array.ndim - tail :])


def answers(array: np.ndarray, shape: Tuple[int, ...]) -> Any:
    """Returns a flat array of structs as a record array of this shape, or as one record."""
    array = array.reshape(shape).view(np.recarray)
    return array[()] if shape == () else array


# ------------------------------------------------------------------ threads


def thread_count(threads: int) -> int:
    """Returns how many threads a call is to use; 0 stands for one per processor."""
    if isinstance(threads, bool) or not isinstance(threads, (int, np.integer)):
        raise TypeError('threads: expected a whole number, not %r' % (threads,))
    if threads < 0:
        raise ValueError('threads: expected 0 or more, not %d' % threads)
    return min(int(threads) or os.cpu_count() or 1, MOST_THREADS)


def share(count: int, threads: int, call: Callable[[int, int], None]) -> None:
    """Calls call(begin, end) for parts of range(count), in this many threads; the calls release the GIL."""
    parts = max(1, min(thread_count(threads), count // FEWEST_IN_A_THREAD))
    if parts == 1:
        if count > 0:
            call(0, count)
        return
    small = 4 * parts  # parts that end early wait less for those that do not
    edges = [count * i // small for i in range(small + 1)]
    with ThreadPoolExecutor(parts) as pool:
        for done in [pool.submit(call, begin, end) for begin, end in zip(edges, edges[1:]) if end > begin]:
            done.result()


# ------------------------------------------------------------------ reasons


def explain(contact: Any, query: Any = None) -> str:
    """Returns why a query is invalid, in the library's words."""
    text = ffi.new('char[]', 256)
    lib.bms_explain(ffi.NULL if query is None else query, contact, text, 256)
    return ffi.string(text).decode()


def raise_invalid(contacts: np.ndarray, shape: Tuple[int, ...], queries: Any = None) -> None:
    """Raises InvalidQuery for the first of these flat answers that is invalid; they begin as bms_contact."""
    invalid = np.flatnonzero(contacts['status'] == lib.BMS_INVALID)
    if invalid.size == 0:
        return
    first = int(invalid[0])
    own = ffi.new('bms_contact *')
    own.status = lib.BMS_INVALID
    own.reason = ffi.cast('bms_reason', int(contacts['reason'][first]))
    own.where = ffi.cast('bms_part', int(contacts['where'][first]))
    query = None if queries is None else pointer(queries, 'bms_query *', first)
    raise InvalidQuery(explain(own, query), tuple(int(i) for i in np.unravel_index(first, shape)) if shape else ())
