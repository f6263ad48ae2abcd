# SPDX-License-Identifier: BSD-3-Clause
"""Robots in Python: answers beside kinematics and gaps of balls computed here, edits, threads, bad arguments."""

import gc
import multiprocessing
import os
import random
import shutil
import signal
import threading
import unittest

import numpy as np

import bms

if not hasattr(bms, 'Robot'):
    raise unittest.SkipTest('libbms-robot is not built')

SOURCE = os.environ.get('srcdir', '.')
PANDA = os.path.join(SOURCE, 'examples/arm/panda_spheres.urdf')
UR5 = os.path.join(SOURCE, 'examples/arm/ur5_boxes.urdf')
CELL = os.path.join(SOURCE, 'examples/arm/cell.yaml')
ROUNDS = max(1, 60 // int(os.environ.get('BMS_REDUCE', '1')))

ARM = """<robot name="arm">
<link name="base"/>
<link name="upper"><collision><origin xyz="0.5 0 0"/><geometry><sphere radius="0.1"/></geometry></collision></link>
<link name="fore"><collision><origin xyz="0.5 0 0"/><geometry><sphere radius="0.1"/></geometry></collision></link>
<link name="tip"><collision><geometry><sphere radius="0.05"/></geometry></collision></link>
<joint name="shoulder" type="continuous"><parent link="base"/><child link="upper"/><axis xyz="0 0 1"/></joint>
<joint name="elbow" type="revolute"><parent link="upper"/><child link="fore"/><origin xyz="1 0 0"/><axis xyz="0 0 1"/>
<limit lower="-2" upper="2" effort="1" velocity="1"/></joint>
<joint name="wrist" type="prismatic"><parent link="fore"/><child link="tip"/><origin xyz="1 0 0"/><axis xyz="1 0 0"/>
<limit lower="0" upper="0.5" effort="1" velocity="1"/><mimic joint="elbow" multiplier="0.1" offset="0.2"/></joint>
</robot>
"""
SRDF = """<robot name="arm">
<group name="whole"><joint name="shoulder"/><joint name="elbow"/></group>
<group name="fore"><joint name="elbow"/></group>
<group_state name="bent" group="fore"><joint name="elbow" value="1.5"/></group_state>
<disable_collisions link1="upper" link2="fore" reason="adjacent"/>
<disable_collisions link1="fore" link2="tip" reason="adjacent"/>
</robot>
"""


def load_arm(*more):
    return bms.Robot.from_urdf(('arm.urdf', ARM), *more, environment=False)


class Names(unittest.TestCase):
    def test_names_and_numbers_are_those_of_the_files(self):
        robot = load_arm(('arm.srdf', SRDF))
        self.assertEqual(robot.links, ['base', 'upper', 'fore', 'tip'])
        self.assertEqual(robot.all.names, ['shoulder', 'elbow'])
        self.assertEqual((robot.groups, robot.states), (['whole', 'fore'], [('fore', 'bent')]))
        wrist = robot.joints[2]
        self.assertEqual((wrist.name, wrist.kind, wrist.source, wrist.multiplier), ('wrist', 'prismatic', 'elbow', 0.1))
        np.testing.assert_array_equal(robot.all.lower, [-np.inf, -2])
        fore = robot.group('fore')
        self.assertEqual(fore.state('bent'), [1.5])
        self.assertEqual(fore.state('fore/bent'), [1.5])
        self.assertEqual(robot.group(joints=['elbow', 'shoulder']).names, ['elbow', 'shoulder'])
        self.assertTrue(robot.is_within_limits([9, 1]) and not robot.is_within_limits([0, 2.5]))
        self.assertEqual(robot.pair('upper', 'fore'), bms.PairReason.SRDF)
        self.assertIn('SRDF', robot.pair_text('upper', 'fore'))
        self.assertEqual(load_arm().pair('upper', 'fore'), bms.PairReason.NEIGHBOUR)
        np.testing.assert_allclose(robot.nearest_turns([3, 0], [-3, 1]), [2 * np.pi - 3, 1])
        q = robot.random(np.random.default_rng(1), 50)
        self.assertTrue(q.shape == (50, 2) and all(map(robot.is_within_limits, q)))

    def test_links_stand_where_the_formulas_say(self):
        robot = load_arm()
        q = np.random.default_rng(2).uniform(-2, 2, (ROUNDS, 2))
        pose = robot.link_poses(q)
        angle, reach = q.sum(1), 1.2 + 0.1 * q[:, 1]
        tip = np.stack([np.cos(q[:, 0]) + reach * np.cos(angle), np.sin(q[:, 0]) + reach * np.sin(angle)], 1)
        np.testing.assert_allclose(pose[:, 3, :2, 3], tip, atol=1e-14)
        np.testing.assert_allclose(pose[:, 3, 0, 0], np.cos(angle), atol=1e-14)
        np.testing.assert_array_equal(robot.link_poses(q[0]), pose[0])
        fore = robot.group(joints=['elbow'])
        fore.set_rest('shoulder', q[0, 0])
        np.testing.assert_allclose(fore.link_poses(q[0, 1:]), pose[0], atol=1e-15)

    def test_faults_have_the_file_and_the_line(self):
        with self.assertRaises(bms.RobotError) as caught:
            load_arm(('arm.srdf', '<robot name="arm">\n\n<nothing/>\n</robot>'))
        fault = caught.exception
        self.assertEqual((fault.file, fault.line), ('arm.srdf', 3))
        self.assertTrue(str(fault).startswith('arm.srdf:3: ' + fault.reason))
        with self.assertRaises(bms.RobotError) as caught:
            bms.Robot.from_urdf('/no/such/file.urdf')
        self.assertEqual((caught.exception.file, caught.exception.line), ('/no/such/file.urdf', None))


def ball_gap(robot, q, balls):
    """The least gap of the links' balls and balls in the world {name: (centre, radius)}, and of tip and upper."""
    pose = robot.link_poses(q)
    own = [(pose[1] @ [0.5, 0, 0, 1], 0.1), (pose[2] @ [0.5, 0, 0, 1], 0.1), (pose[3] @ [0, 0, 0, 1], 0.05)]
    gap = min(
        (np.linalg.norm(c[:3] - at) - r - radius for c, r in own for at, radius in balls.values()), default=np.inf
    )
    return min(gap, np.linalg.norm(own[0][0] - own[2][0]) - 0.15)


class Edges(unittest.TestCase):
    def test_edges_are_right_whatever_is_added_moved_and_removed(self):
        generator, robot, balls, free = np.random.default_rng(3), load_arm(('arm.srdf', SRDF)), {}, 0
        for _ in range(4 * ROUNDS):
            name, at = 'ball %d' % generator.integers(5), np.append(generator.uniform(-2.5, 2.5, 2), 0)
            if name not in balls:
                balls[name] = at, generator.uniform(0.05, 0.3)
                robot.add_sphere(name, balls[name][1], at)
            elif generator.random() < 0.5:
                robot.move(name, at)
                balls[name] = at, balls[name][1]
            else:
                robot.remove(name)
                del balls[name]
            q0, q1 = robot.random(generator, 2)
            samples = [ball_gap(robot, q0 + s * (q1 - q0), balls) for s in np.linspace(0, 1, 40)]
            is_free = robot.edge_is_free(q0, q1)
            if is_free:
                self.assertGreater(min(samples), -1e-12)
            contact = robot.edge_contact(q0, q1)
            if min(samples) < -1e-9:
                self.assertLessEqual(contact.t, np.argmax(np.array(samples) < -1e-9) / 39)
            if contact.status == bms.Status.CONTACT:
                self.assertLess(ball_gap(robot, q0 + contact.t * (q1 - q0), balls), 1.01e-4)
                self.assertTrue({contact.a, contact.b} & set(robot.links))
            clearance = robot.clearance(q0)
            there = max(ball_gap(robot, q0, balls), 0)
            self.assertTrue(clearance.lower - 1e-12 <= there <= clearance.upper + 1e-12)
            free += is_free
        self.assertTrue(ROUNDS < 20 or 0 < free < 4 * ROUNDS)

    def test_arrays_answer_as_single_edges_do(self):
        robot = bms.Robot.from_urdf(UR5, CELL)
        q = robot.random(np.random.default_rng(4), 600)
        answers = robot.edges_are_free(q[:300], q[300:], threads=2)
        contacts = robot.edges_contacts(q[:300], q[300:], threads=0)
        clearances = robot.edges_clearances(q[:300], q[:300])
        self.assertEqual(answers.dtype, np.bool_)
        for i in range(0, 300, 7):
            self.assertEqual(robot.edge_is_free(q[i], q[300 + i]), answers[i])
            one = robot.edge_contact(q[i], q[300 + i])
            self.assertEqual(one.t, contacts.t[i])
            self.assertEqual(one.b, None if contacts.object[i, 1] < 0 else robot.objects[contacts.object[i, 1]])
            self.assertEqual(robot.clearance(q[i]).upper, clearances.upper[i])
        backwards = robot.edges_are_free(np.asfortranarray(q[:300])[::-1], q[300:][::-1])
        np.testing.assert_array_equal(backwards, answers[::-1])
        self.assertEqual(robot.edges_are_free(np.zeros((0, 6)), np.zeros((0, 6))).shape, (0,))

    def test_ways_meet_what_their_edges_meet(self):
        robot = bms.Robot.from_urdf(UR5, CELL)
        q = robot.random(np.random.default_rng(5), 5 * ROUNDS).reshape(ROUNDS, 5, 6)
        q = q[:, :1] + 0.2 * (q - q[:, :1])
        for way in q:
            contact = robot.way_contact(way)
            edges = [robot.edge_is_free(*pair) for pair in zip(way, way[1:])]
            if all(edges):
                self.assertFalse(contact)
            clearance = robot.way_clearance(way)
            if contact:
                self.assertLess(clearance.lower, 1e-3)
            else:
                self.assertGreater(clearance.upper, 0)
            robot.way_contact(way, times=[0, 1, 3, 4, 9], rates=np.zeros((5, 6)), accelerations=np.zeros((5, 6)))
            robot.way_contact(way, spline=True)

    def test_objects_are_attached_and_detached(self):
        robot = load_arm(('arm.srdf', SRDF))
        robot.add_box('tool', [0.05, 0.05, 0.05], [0, 5, 0])
        self.assertEqual(robot.object_link('tool'), 'world')
        robot.attach('tool', 'tip', [0.3, 0, 0], touch=['fore'])
        self.assertEqual(robot.object_link('tool'), 'tip')
        robot.add_boxes('wall', [[0, 2.4, 0], [0, 2.4, 0.1]], [2, 0.02, 0.1])
        contact = robot.edge_contact([0, 0], [np.pi / 2, 0])
        self.assertEqual({contact.a, contact.b}, {'wall', 'tool'})
        robot.detach('tool', [0, 5, 0])
        self.assertTrue(robot.edge_is_free([0, 0], [np.pi / 2, 0]))
        robot.remove('tool')
        self.assertIsNone(robot.object_link('tool'))

    def test_poses_are_taken_in_every_form(self):
        generator, robot = np.random.default_rng(6), load_arm()
        robot.add_box('bar', [0.6, 0.02, 0.02])
        for _ in range(ROUNDS):
            quaternion = generator.normal(size=4)
            position = np.append(generator.uniform(1, 2, 2), generator.uniform(-0.5, 0.5))
            matrix = np.eye(4)
            matrix[:3] = bms.motion_at(bms.motion_fixed(position, quaternion), 0)
            robot.move('bar', (position, quaternion))
            one = robot.clearance([0.5, 0.5]).upper
            robot.move('bar', matrix)
            self.assertAlmostEqual(one, robot.clearance([0.5, 0.5]).upper, places=9)


class Pages(unittest.TestCase):
    @unittest.skipIf(shutil.which('bms-arm-sweep') is None, 'bms-arm-sweep is not built')
    def test_a_page_shows_an_edge(self):
        robot = bms.Robot.from_urdf(UR5, CELL, margin=0.01)
        q0, q1 = [0.47, -0.9, 0.4, -1.1, -1.66, -0.8], [2.77, -1, 0.4, -1, -1.66, -0.8]
        page = robot.show(q0, q1)
        self.assertIn('sheet', page.html)
        self.assertIn('%.6f' % robot.edge_contact(q0, q1).t, page.html)
        robot.remove('sheet')
        with self.assertRaises(bms.RobotError):
            robot.show(q0, q1)


class Arguments(unittest.TestCase):
    def test_wrong_arguments_raise_a_sentence(self):
        robot = load_arm(('arm.srdf', SRDF))
        robot.add_sphere('ball', 0.1, [9, 9, 9])
        good = [0.0, 0.0]
        for call, error in (
            (lambda: robot.edge_is_free(good, [0, 0, 0]), ValueError),
            (lambda: robot.edge_is_free([0, np.nan], good), ValueError),
            (lambda: robot.edge_is_free(['a', 'b'], good), TypeError),
            (lambda: robot.edge_is_free(good, good, tolerance=0), ValueError),
            (lambda: robot.edge_is_free(good, good, tolerance=np.nan), ValueError),
            (lambda: robot.edge_is_free('straight', good), KeyError),
            (lambda: robot.edges_are_free([good], [good, good]), ValueError),
            (lambda: robot.edges_are_free(good, good), ValueError),
            (lambda: robot.edges_are_free([good], [good], threads='2'), TypeError),
            (lambda: robot.way_contact([good]), ValueError),
            (lambda: robot.way_contact([good, good], times=[1, 1]), ValueError),
            (lambda: robot.way_contact([good, good], rates=[good]), ValueError),
            (lambda: robot.way_contact([good, good], rates=np.zeros((0, 2, 2))), ValueError),
            (lambda: robot.way_contact([good, good], times=np.zeros((0, 2))), ValueError),
            (lambda: robot.trajectory(points=[good, good], rates=np.zeros((0, 2, 2))), ValueError),
            (lambda: robot.trajectory(points=[good, good]).times.fill(0), ValueError),
            (lambda: robot.all.lower.fill(0), ValueError),
            (lambda: robot.move('ball', (np.zeros((2, 3)), [1, 0, 0, 0])), ValueError),
            (lambda: robot.group('none'), bms.RobotError),
            (lambda: robot.group(joints=['wrist']), bms.RobotError),
            (lambda: robot.all.set_rest('wrist', 1), ValueError),
            (lambda: robot.move('ball', [np.inf, 0, 0]), ValueError),
            (lambda: robot.move('ball', np.ones((4, 4))), ValueError),
            (lambda: robot.move('none', None), KeyError),
            (lambda: robot.move('tip', None), bms.RobotError),
            (lambda: robot.add_sphere('ball', 1), bms.RobotError),
            (lambda: robot.add_sphere('bad', -1), bms.RobotError),
            (lambda: robot.add('bad', []), bms.RobotError),
            (lambda: robot.add('bad', [(3, None)]), TypeError),
            (lambda: robot.attach('ball', 'none'), KeyError),
            (lambda: robot.detach('ball'), bms.RobotError),
            (lambda: load_arm(('a\0b', '')), ValueError),
            (lambda: bms.Robot.from_urdf(('arm.urdf', ARM), margin=-1), bms.RobotError),
            (lambda: bms.Robot.from_urdf(('arm.urdf', ARM), frames={'a': 'nowhere'}), bms.RobotError),
        ):
            with self.assertRaises(error) as caught:
                call()
            self.assertGreater(len(str(caught.exception)), 10)
        self.assertTrue(robot.is_free(good))

    def test_lists_of_names_are_copies(self):
        robot = load_arm()
        robot.all.names.append('more')
        robot.all.joints.clear()
        self.assertEqual((robot.all.width, robot.all.names), (2, ['shoulder', 'elbow']))
        self.assertTrue(robot.is_free([0, 0]))
        way = robot.trajectory(points=[[0, 0], [1, 1]])
        way.names.clear()
        self.assertEqual(way.at(0.5).tolist(), [0.5, 0.5])

    def test_boxes_and_limits_are_read_from_every_layout(self):
        generator, robot = np.random.default_rng(10), load_arm()
        centres = generator.uniform(-3, 3, (20000, 3)).astype(np.float32)
        wide = np.zeros((20000, 6))
        wide[:, ::2] = centres
        for layout in (centres, centres[::-1], np.asfortranarray(centres), wide[:, ::2]):
            robot.add_boxes('cloud', layout, [0.001, 0.001, 0.001])
            sides = [robot.clearance(q).upper for q in ([0, 0], [1, 1], [-1, 0.5])]
            robot.remove('cloud')
            robot.add_boxes('cloud', np.array(layout, dtype=float, order='C'), np.full((20000, 3), 0.001))
            self.assertEqual([robot.clearance(q).upper for q in ([0, 0], [1, 1], [-1, 0.5])], sides)
            robot.remove('cloud')
        self.assertTrue(robot.is_within_limits(np.zeros((2, 2))[:, 0]))

    def test_closed_robots_raise(self):
        with load_arm() as robot:
            group = robot.group()
        for call in (
            lambda: robot.links,
            lambda: group.is_free([0, 0]),
            lambda: robot.edges_are_free([[0, 0]], [[0, 0]]),
            lambda: robot.add_sphere('ball', 1),
            lambda: group.link_poses([0, 0]),
            lambda: robot.group(),
        ):
            with self.assertRaisesRegex(ValueError, 'closed'):
                call()

    def test_everything_is_freed_in_any_order(self):
        for keep in range(3):
            robot = load_arm()
            parts = [robot, robot.all, robot.group(joints=['elbow'])]
            robot.add_mesh('mesh', np.eye(3), [[0, 1, 2]], solid=False, pose=[5, 5, 5])
            left = parts[keep]
            del robot, parts
            gc.collect()
            self.assertTrue(left.is_free([0] if keep == 2 else [0, 0]))

    def test_damaged_texts_give_a_robot_or_an_error(self):
        source, loaded = random.Random(7), 0
        for _ in range(3 * ROUNDS):
            text = list(ARM)
            for _ in range(source.randrange(1, 3)):
                text[source.randrange(len(text))] = chr(source.choice([source.randrange(1, 128), 0x20AC]))
            try:
                loaded += bms.Robot.from_urdf(('arm.urdf', ''.join(text))) is not None
            except bms.RobotError as error:
                self.assertTrue(str(error))
        self.assertTrue(ROUNDS < 20 or loaded > 0)


def child_answer(seed):
    robot = bms.Robot.from_urdf(PANDA)
    q = robot.random(np.random.default_rng(seed), 400)
    return robot.edges_are_free(q[:200], q[200:], threads=2).tobytes()


class Threads(unittest.TestCase):
    def test_threads_share_a_robot_while_another_edits_it(self):
        robot, stop, failed = bms.Robot.from_urdf(PANDA), threading.Event(), []
        robot.add_sphere('ball', 0.2, [5, 5, 5])
        q = robot.random(np.random.default_rng(8), 400)
        far = robot.edges_are_free(q[:200], q[200:])
        robot.move('ball', [0.4, 0, 0.4])
        near = robot.edges_are_free(q[:200], q[200:])
        self.assertTrue((far != near).any())

        def ask():
            while not stop.is_set():
                found = robot.edges_are_free(q[:200], q[200:], threads=2)
                if not ((found == far).all() or (found == near).all()):
                    failed.append('a mixture')
                robot.edge_is_free(q[0], q[1])
                robot.objects

        askers = [threading.Thread(target=ask) for _ in range(3)]
        for one in askers:
            one.start()
        for i in range(ROUNDS):
            robot.move('ball', [5, 5, 5] if i % 2 else [0.4, 0, 0.4])
            if i % 10 == 0:
                robot.add_sphere('other %d' % i, 0.1, [6, 6, 6])
        stop.set()
        for one in askers:
            one.join()
        self.assertEqual(failed, [])

    def in_a_child(self, call):
        """Calls in a child of fork(), for half a minute at most; returns 0 if it ended well."""
        child = os.fork()
        if child == 0:
            signal.alarm(30)
            try:
                call()
            finally:
                os._exit(1)
        return os.waitpid(child, 0)[1]

    def test_a_child_of_fork_does_not_wait_for_threads_that_it_has_not(self):
        robot, is_in, may_end = load_arm(), threading.Event(), threading.Event()

        def hold(lock):
            with lock():
                is_in.set()
                may_end.wait(60)

        def edits():
            robot.add_sphere('ball', 0.1, [5, 5, 5])
            os._exit(0 if robot.is_free([0, 0]) else 2)

        def is_refused():
            try:
                robot.is_free([0, 0])
            except RuntimeError as error:
                os._exit(0 if 'being edited' in str(error) else 3)

        for lock, call in ((robot._lock.query, edits), (robot._lock.edit, is_refused)):
            is_in.clear()
            may_end.clear()
            other = threading.Thread(target=hold, args=(lock,))
            other.start()
            is_in.wait(60)
            status = self.in_a_child(call)
            may_end.set()
            other.join()
            self.assertEqual(status, 0)
        self.assertTrue(robot.is_free([0, 0]))

    def test_an_interrupted_edit_lets_queries_run(self):
        robot = load_arm()

        def interrupt():
            raise KeyboardInterrupt

        with robot._lock.query():
            robot._lock._changed.wait, wait = interrupt, robot._lock._changed.wait
            with self.assertRaises(KeyboardInterrupt):
                robot.add_sphere('ball', 0.1)
            robot._lock._changed.wait = wait
        self.assertTrue(robot.is_free([0, 0]))

    def test_robots_work_after_fork_and_in_multiprocessing(self):
        expected = child_answer(9)
        with multiprocessing.get_context('fork').Pool(2) as pool:
            self.assertEqual(pool.map(child_answer, [9, 9]), [expected, expected])


if __name__ == '__main__':
    unittest.main()
