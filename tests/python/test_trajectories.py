# SPDX-License-Identifier: BSD-3-Clause
"""Trajectories in Python: polynomials beside Hermite's, contacts beside ways, files and texts that are refused."""

import os
import shutil
import subprocess
import tempfile
import unittest

import numpy as np

import bms

if not hasattr(bms, 'Robot'):
    raise unittest.SkipTest('libbms-robot is not built')

SOURCE = os.environ.get('srcdir', '.')
UR5 = os.path.join(SOURCE, 'examples/arm/ur5_boxes.urdf')
CELL = os.path.join(SOURCE, 'examples/arm/cell.yaml')
DESK = [os.path.join(SOURCE, 'examples/arm', name) for name in ('desk_arm.urdf', 'desk_arm.srdf', 'desk.yaml')]
PLANNED = os.path.join(SOURCE, 'examples/arm/desk_planned.yaml')
ROUNDS = max(2, 24 // int(os.environ.get('BMS_REDUCE', '1')))
NAMES = ['shoulder_pan_joint', 'elbow_joint']
TEXT = """joint_names: [%s]
points:
- {positions: [0, 0], velocities: [0, 0], time_from_start: {sec: 0, nanosec: 0}}
- {positions: [1, -1], velocities: [0, 0], time_from_start: {sec: 2, nanosec: 0}}
""" % ', '.join(
    NAMES
)


class Trajectories(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.robot = bms.Robot.from_urdf(UR5, CELL)

    def test_points_with_rates_are_joined_by_cubics(self):
        way = self.robot.trajectory(('swing.yaml', TEXT))
        self.assertEqual(way.names, self.robot.all.names)
        self.assertEqual(way.times.tolist(), [0, 2])
        self.assertIsNone(way.note)
        t = np.linspace(0, 2, 33)
        s = t / 2
        pan, elbow = (way.names.index(name) for name in NAMES)
        np.testing.assert_allclose(way.at(t)[:, pan], 3 * s**2 - 2 * s**3, atol=1e-12)
        np.testing.assert_allclose(way.at(t)[:, elbow], -3 * s**2 + 2 * s**3, atol=1e-12)
        rests = np.delete(way.at(t), [pan, elbow], axis=1)
        np.testing.assert_array_equal(rests, np.broadcast_to(rests[0], rests.shape))
        with self.assertRaisesRegex(ValueError, 'from 0 to 2'):
            way.at(3)

    def test_contacts_are_those_of_the_way_and_not_after_samples(self):
        generator, met = np.random.default_rng(11), 0
        for i in range(ROUNDS):
            q = self.robot.random(generator, 4)
            q = q[:1] + 0.3 * (q - q[:1])
            rates = generator.uniform(-0.2, 0.2, q.shape) if i % 2 else None
            way = self.robot.trajectory(points=q, rates=rates, spline=i % 4 == 0)
            contact = way.contact()
            self.assertEqual(bool(contact), bool(self.robot.way_contact(q, rates=rates, spline=i % 4 == 0)))
            samples = np.linspace(way.times[0], way.times[-1], 60)
            hits = [t for t, one in zip(samples, way.at(samples)) if not self.robot.is_free(one, 1e-9)]
            if hits and self.robot.edge_contact(*[way.at(hits[0])] * 2).slack <= 0:
                self.assertTrue(contact and contact.t <= hits[0] + 1e-9)
            if not contact:
                self.assertGreater(way.clearance().upper, 0)
            met += bool(contact)
        self.assertTrue(ROUNDS < 20 or 0 < met < ROUNDS)

    def test_blends_follow_lines_between_parabolas(self):
        q = np.zeros((3, 6))
        q[1:, 0] = 1, 0.5
        way = self.robot.trajectory(points=q, blend=0.5)
        self.assertEqual(len(way.times), 4)
        t = np.linspace(0, 2, 65)
        value = way.at(t)[:, 0]
        outside = np.abs(t - 1) >= 0.25
        np.testing.assert_allclose(value[outside], np.where(t < 1, t, 1.5 - 0.5 * t)[outside], atol=1e-12)
        rate = np.diff(value) / np.diff(t)
        self.assertLess(np.abs(np.diff(rate)).max(), 1.5 / 0.5 * (t[1] - t[0]) + 1e-9)

    def test_files_are_read_as_the_program_reads_them(self):
        robot = bms.Robot.from_urdf(*DESK)
        way = robot.trajectory(PLANNED)
        self.assertGreater(len(way.times), 2)
        way.check_limits()
        contact = way.contact()
        program = shutil.which('bms-arm-sweep')
        if program is not None:
            done = subprocess.run(
                [program, *DESK, '--trajectory', PLANNED],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                check=False,
            )
            self.assertEqual(done.returncode, int(bool(contact)), done.stderr)

    @unittest.skipIf(shutil.which('bms-arm-sweep') is None, 'bms-arm-sweep is not built')
    def test_a_page_shows_a_trajectory(self):
        way = self.robot.trajectory(points=[[0.47, -0.9, 0.4, -1.1, -1.66, -0.8], [2.77, -1, 0.4, -1, -1.66, -0.8]])
        page = way.show()
        self.assertIn('sheet', page.html)
        self.assertIn('%.6f' % way.contact().t, page.html)

    def test_the_short_way_takes_turns_off(self):
        arm = (
            'turn.urdf',
            '<robot name="r"><link name="a"/><link name="b"/><joint name="j" type="continuous">'
            '<parent link="a"/><child link="b"/></joint></robot>',
        )
        robot = bms.Robot.from_urdf(arm)
        self.assertAlmostEqual(robot.trajectory(points=[[0], [6]]).at(1)[0], 6)
        self.assertAlmostEqual(robot.trajectory(points=[[0], [6]], shortest=True).at(1)[0], 6 - 2 * np.pi)

    def test_what_is_wrong_raises_a_sentence(self):
        missing = "bad.yaml:1: joint_names: the robot has no moving joint 'none'"
        with self.assertRaisesRegex(bms.RobotError, missing) as caught:
            self.robot.trajectory(('bad.yaml', 'joint_names: [none]\npoints: [{positions: [0], time_from_start: 0}]\n'))
        self.assertEqual((caught.exception.file, caught.exception.line), ('bad.yaml', 1))
        with self.assertRaisesRegex(bms.RobotError, 'leaves its limits'):
            self.robot.trajectory(points=[[0] * 6, [100] * 6]).check_limits()
        q = np.zeros((3, 6))
        for wrong, reason in (
            (dict(), 'a source or points'),
            (dict(points=q[:1]), 'two or more'),
            (dict(points=q[:, :5]), r'expected shape'),
            (dict(points=q * np.nan), 'finite'),
            (dict(points=q, times=[0, 1, 1]), 'point 2: t: is not after'),
            (dict(points=q, times=[0, np.nan, 2]), 'point 1: t: is beyond'),
            (dict(points=q, accelerations=q), 'rates as well'),
            (dict(points=q, rates=q + np.inf), 'point 0: joint .* expected a number'),
            (dict(points=q, blend=-1), 'seconds'),
            (dict(points=q, blend=np.nan), 'seconds'),
        ):
            with self.subTest(reason), self.assertRaisesRegex(ValueError, reason):
                self.robot.trajectory(**wrong)
        with self.assertRaises(bms.RobotError):
            self.robot.trajectory(os.path.join(tempfile.gettempdir(), 'no such folder', 'a.yaml'))

    def test_a_trajectory_outlives_its_robot_and_closed_robots_raise(self):
        with bms.Robot.from_urdf(UR5) as robot:
            way = robot.trajectory(points=np.zeros((2, 6)))
        with self.assertRaisesRegex(ValueError, 'closed'):
            way.contact()
        self.assertEqual(len(way.times), 2)


if __name__ == '__main__':
    unittest.main()
