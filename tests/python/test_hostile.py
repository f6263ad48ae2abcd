# SPDX-License-Identifier: BSD-3-Clause
"""Whatever arguments are, functions answer in the right shape or raise with a sentence (hypothesis)."""

import atexit
import os
import shutil
import tempfile
import unittest

import numpy as np

# What hypothesis keeps would be in the folder that the test runs in.
STORE = tempfile.mkdtemp()
atexit.register(shutil.rmtree, STORE, ignore_errors=True)
os.environ['HYPOTHESIS_STORAGE_DIRECTORY'] = STORE

try:
    from hypothesis import HealthCheck, given, settings, strategies as st
    from hypothesis.extra import numpy as hnp
except ImportError as missing:
    raise unittest.SkipTest('no python3-hypothesis') from missing

import bms

SOURCE = os.environ.get('srcdir', '.')
UR5 = os.path.join(SOURCE, 'examples/arm/ur5_boxes.urdf')
CELL = os.path.join(SOURCE, 'examples/arm/cell.yaml')
EXAMPLES = max(20, 120 // int(os.environ.get('BMS_REDUCE', '1')))

# The same examples in each run: a failure that comes once a week is nobody's.
settings.register_profile(
    'fixed',
    max_examples=EXAMPLES,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)
settings.load_profile('fixed')

floats = st.one_of(
    st.floats(-3, 3), st.floats(), st.sampled_from([0.0, -0.0, 5e-324, 1e-200, 1e200, np.inf, -np.inf, np.nan])
)
dtypes = st.sampled_from([np.float64, np.float32, np.int64, np.int8, np.bool_, np.dtype('>f8'), np.complex128, object])


def layouts(array):
    """The same numbers: contiguous, in Fortran's order, reversed twice, or every second of more."""
    wide = np.empty(array.shape + (2,), array.dtype)
    wide[..., 0] = array
    return [array, np.asfortranarray(array), array[..., ::-1].copy()[..., ::-1], wide[..., 0]]


@st.composite
def arrays(draw, last):
    """An array whose last axis may be of this length: of any dtype, layout and numbers."""
    shape = draw(st.lists(st.integers(0, 3), max_size=2))
    shape = tuple(shape) + ((last,) if draw(st.integers(0, 5)) else (draw(st.integers(0, 7)),))
    values = draw(hnp.arrays(np.float64, shape, elements=floats if draw(st.booleans()) else st.floats(-2, 2)))
    with np.errstate(all='ignore'):
        array = values.astype(draw(dtypes)) if np.isfinite(values).all() and (np.abs(values) < 100).all() else values
    return draw(st.sampled_from(layouts(array)))


class Answers(unittest.TestCase):
    def answers(self, call, *raised):
        """Calls; returns the answer, or None if it raised with a sentence."""
        try:
            return call()
        except (ValueError, TypeError, bms.Error) + raised as error:
            self.assertGreater(len(str(error)), 8)
            return None


class HostileQueries(Answers):
    @given(arrays(3), arrays(3), arrays(4), floats, floats)
    def test_queries(self, position, velocity, quaternion, start, end):
        def call():
            cube = bms.box_centred([1, 1, 1])
            motion = bms.motion_step(position, quaternion=quaternion, velocity=velocity)
            return bms.first_contact(
                bms.query(bms.body(cube, bms.motion_fixed([0, 0, 0])), bms.body(cube, motion), start, end)
            )

        found = self.answers(call)
        if found is None:
            return
        shape = np.broadcast_shapes(position.shape[:-1], velocity.shape[:-1], quaternion.shape[:-1])
        self.assertEqual(np.shape(found), shape)
        for status, t in zip(np.ravel(found.status), np.ravel(found.t)):
            self.assertIn(bms.Status(status), bms.Status)
            self.assertTrue(status == bms.Status.SEPARATED or start <= t <= end)

    @given(arrays(3), arrays(3), floats)
    def test_boxes_and_hulls(self, low, high, radius):
        box = self.answers(lambda: bms.box(low, high))
        self.assertTrue(box is None or np.shape(box) == np.broadcast_shapes(low.shape[:-1], high.shape[:-1]))
        shape = self.answers(lambda: bms.Shape.hull(low, radius=radius))
        if shape is None:
            return
        still, moving = bms.motion_fixed([0, 0, 0]), bms.motion_step([3, 0, 0], velocity=[-4, 0, 0])
        self.answers(lambda: bms.shape_first_contact(shape, still, bms.Shape.sphere(0.5), moving, 0, 1))


@unittest.skipUnless(hasattr(bms, 'Robot'), 'libbms-robot is not built')
class HostileRobots(Answers):
    @classmethod
    def setUpClass(cls):
        cls.robot = bms.Robot.from_urdf(UR5, CELL)

    @given(arrays(6), arrays(6), st.one_of(st.just(1e-4), floats), st.sampled_from([1, 2, 0, -1, 1.5, None]))
    def test_edges(self, q0, q1, tolerance, threads):
        found = self.answers(lambda: self.robot.edges_are_free(q0, q1, tolerance=tolerance, threads=threads))
        if found is not None:
            self.assertEqual((found.dtype, found.ndim), (np.bool_, 1))
            contacts = self.robot.edges_contacts(q0, q1, tolerance=tolerance)
            self.assertTrue(((contacts.status == bms.Status.SEPARATED) >= found).all())
        one = self.answers(lambda: self.robot.edge_is_free(q0, q1, tolerance=tolerance))
        self.assertIn(one, (None, True, False))

    @given(arrays(6), st.one_of(st.none(), arrays(3)), st.one_of(st.none(), arrays(6)), floats)
    def test_trajectories(self, points, times, rates, blend):
        way = self.answers(lambda: self.robot.trajectory(points=points, times=times, rates=rates, blend=blend))
        if way is not None:
            self.assertTrue((np.diff(way.times) > 0).all())
            self.answers(way.contact)
            self.answers(way.check_limits)

    @given(st.one_of(arrays(7), arrays(3), st.none(), st.text(max_size=3)), st.text(max_size=8), floats)
    def test_edits(self, pose, name, size):
        before = list(self.robot.objects)
        if self.answers(lambda: self.robot.add_box(name, [size, 0.1, 0.1], pose=pose) or True, KeyError):
            self.answers(lambda: self.robot.attach(name, 'wrist_3_link', pose))
            self.robot.remove(name)
        self.assertEqual([one for one in self.robot.objects if one in before], before)
        self.assertTrue(self.robot.is_free(np.zeros(6)) in (True, False))

    @given(st.text(max_size=200), st.sampled_from(['a.urdf', 'a.yaml', 'b.srdf', '', 'x\0y']))
    def test_texts(self, text, name):
        for call in (
            lambda: bms.Robot.from_urdf((name, text)),
            lambda: bms.Robot.from_urdf(UR5, (name, text)),
            lambda: self.robot.trajectory((name, text)),
        ):
            self.answers(call)


if __name__ == '__main__':
    unittest.main()
