# SPDX-License-Identifier: BSD-3-Clause
"""Worlds of ODE in Python: beside plain ODE, falls and casts beside formulas, a world of ctypes, bad arguments."""

import ctypes
import ctypes.util
import gc
import os
import threading
import unittest

import numpy as np

try:
    from bms import ode
except ImportError as missing:
    raise unittest.SkipTest('the plugin is not built') from missing

import bms

STEP = 1 / 60
SOURCE = os.environ.get('srcdir', '.')


def shoot(world):
    """A bullet of 10 cm at 200 m/s, and a wall of 1 cm at x = 0."""
    world.add_box([0.01, 10, 10], name='wall')
    return world.add_box([0.1, 0.1, 0.1], [-2, 0, 0], density=1000, velocity=[200, 0, 0], name='bullet')


class Worlds(unittest.TestCase):
    def test_a_bullet_passes_the_wall_in_plain_ode_and_not_here(self):
        with ode.World(gravity=[0, 0, 0]) as plain, ode.World(gravity=[0, 0, 0]) as guarded:
            bullets = shoot(plain), shoot(guarded)
            stops = 0
            for _ in range(60):
                plain.step(STEP)
                report = guarded.simulate(STEP)
                self.assertEqual((report.unguarded, report.deep_pairs), (0, 0))
                self.assertAlmostEqual(report.advanced, STEP, 6)
                stops += report.stops
            self.assertGreater(bullets[0].position[0], 1)
            self.assertLess(bullets[1].position[0], 0)
            self.assertGreater(stops, 0)

    def test_nothing_falls_through_a_thin_floor_of_every_shape(self):
        generator = np.random.default_rng(2)
        with ode.World() as world:
            world.add_mesh([[-99, -99, 0], [99, -99, 0], [99, 99, 0], [-99, 99, 0]], [[0, 1, 2], [0, 2, 3]])
            world.add_plane([0, 0, 1], -5)
            bodies = []
            for i in range(12):
                pose = [*(0.4 * np.array([i % 4, i // 4])), 1 + 0.1 * i], generator.normal(size=4)
                fall = dict(density=500, velocity=[0, 0, -60])
                bodies.append(
                    (
                        lambda: world.add_box([0.1, 0.2, 0.1], pose, **fall),
                        lambda: world.add_sphere(0.1, pose, **fall),
                        lambda: world.add_capsule(0.05, 0.1, pose, **fall),
                        lambda: world.add_cylinder(0.1, 0.1, pose, **fall),
                    )[i % 4]()
                )
            unguarded = 0
            for _ in range(60):
                unguarded |= world.simulate(STEP).unguarded
            self.assertEqual(unguarded, 0)
            self.assertGreater(min(body.position[2] for body in bodies), 0)
            self.assertAlmostEqual(bodies[1].mass, 500 * 4 / 3 * np.pi * 0.1**3, 4)

    def test_the_frames_are_those_of_the_options(self):
        with ode.World() as world:
            ball = world.add_sphere(0.1, [0, 0, 10], density=1)
            world.simulate(0.1, parts=10)
            at = ball.position[2]
            self.assertAlmostEqual(at, 10 - 9.81 * 0.01**2 * 55, 5)  # 10 steps of Euler's method
            world.simulate(0.1, continuity=ode.Continuity.OFF)
            self.assertAlmostEqual(ball.velocity[2], -9.81 * 0.2, 4)
            ball.position, ball.velocity, ball.quaternion = [1, 2, 3], [0, 0, 1], [2, 0, 0, 0]
            ball.angular_velocity = [0, 0, 1]
            np.testing.assert_allclose([*ball.position, *ball.quaternion], [1, 2, 3, 1, 0, 0, 0])
            ball.push([0, 0, 9.81 * ball.mass + 1])
            world.simulate(0.1)
            self.assertAlmostEqual(ball.velocity[2], 1 + 0.1 / ball.mass, 4)
            speed = ball.velocity[2]
            ball.set_kinematic()
            world.simulate(0.1)
            self.assertEqual(ball.velocity[2], speed)  # gravity does nothing

    def test_first_contacts_and_casts_are_where_the_formula_says(self):
        with ode.World(gravity=[0, 0, 0]) as world:
            bullet = shoot(world)
            contact = world.first_contact(STEP)
            self.assertEqual({contact.a.name, contact.b.name}, {'wall', 'bullet'})
            self.assertAlmostEqual(contact.t, (2 - 0.05 - 0.005) / 200, 9)
            self.assertTrue(contact.t_lower <= contact.t <= contact.t_upper)
            self.assertAlmostEqual(abs(contact.normal[0]), 1, 9)
            bullet.velocity = [0, 0, 0]
            self.assertFalse(world.first_contact(STEP))
            motion = bms.motion_step([-2, 0, 0], velocity=[4, 0, 0])
            hits = world.cast(bullet, motion, 0, 1)
            self.assertEqual([hit.b.name for hit in hits], ['wall'])
            self.assertAlmostEqual(hits[0].t, 1.945 / 4, 9)
            near = world.cast(bullet, motion, 0, 1, distance=0.5)
            self.assertAlmostEqual(near[0].t, 1.445 / 4, 6)
            self.assertEqual(world.cast(bullet, motion, 0, 0.1), [])

    def test_overlaps_are_as_deep_as_the_boxes(self):
        with ode.World() as world:
            a = world.add_box([1, 1, 1], [0, 0, 0], name='a')
            b = world.add_box([1, 1, 1], [0.75, 0.1, 0], name='b')
            world.add_sphere(0.1, [5, 5, 5])
            (found,) = world.overlaps(b)
            self.assertEqual((found.a, found.b), (b, a))
            self.assertTrue(found.least <= 0.25 + 1e-9 <= found.depth + 2e-9)
            np.testing.assert_allclose(found.normal, [1, 0, 0], atol=1e-6)

    def test_the_program_decides_which_bodies_collide(self):
        asked = set()

        def collides(a, b):
            asked.add(frozenset((a.name, b.name)))
            return 'ghost' not in (a.name, b.name)

        with ode.World(collides=collides) as world:
            world.add_plane(name='floor')
            ghost = world.add_sphere(0.1, [0, 0, 0.2], density=1, name='ghost')
            ball = world.add_sphere(0.1, [1, 0, 0.2], density=1, name='ball')
            for _ in range(60):
                world.simulate(STEP)
            self.assertLess(ghost.position[2], -1)
            self.assertAlmostEqual(ball.position[2], 0.1, 2)
            self.assertIn(frozenset(('floor', 'ghost')), asked)

        def fails(a, b):
            raise KeyError('not today')

        with ode.World(collides=fails) as world:
            world.add_plane()
            world.add_sphere(0.1, [0, 0, 0.05], density=1)
            with self.assertRaisesRegex(KeyError, 'not today'):
                world.simulate(STEP)

    def test_what_decides_cannot_change_the_world(self):
        for change in (
            lambda world, body: world.close(),
            lambda world, body: world.add_sphere(1),
            lambda world, body: world.add_plane(),
            lambda world, body: world.add_mesh(np.eye(3), [[0, 1, 2]]),
            lambda world, body: body.remove(),
            lambda world, body: body.set_kinematic(),
            lambda world, body: setattr(body, 'position', [0, 0, 5]),
            lambda world, body: setattr(body, 'quaternion', [1, 1, 0, 0]),
            lambda world, body: world.simulate(STEP),
            lambda world, body: world.step(STEP),
            lambda world, body: world.first_contact(STEP),
            lambda world, body: world.overlaps(body),
            lambda world, body: world.cast(body),
        ):
            with ode.World(collides=lambda a, b: change(world, ball)) as world:
                world.add_plane()
                ball = world.add_sphere(0.1, [0, 0, 0.05], density=1)
                for call in (world.simulate, world.step):
                    with self.assertRaisesRegex(ValueError, 'in a frame'):
                        call(STEP)
                self.assertEqual(len(world.bodies), 2)

        def interrupts(a, b):
            raise KeyboardInterrupt

        with ode.World(collides=interrupts) as world:
            world.add_plane()
            world.add_sphere(0.1, [0, 0, 0.05], density=1)
            with self.assertRaises(KeyboardInterrupt):
                world.simulate(STEP)

    def test_a_second_thread_does_not_get_into_a_frame(self):
        is_in, may_end, raised = threading.Event(), threading.Event(), []

        def waits(a, b):
            is_in.set()
            may_end.wait(30)
            return True

        with ode.World(collides=waits) as world:
            world.add_plane()
            world.add_sphere(0.1, [0, 0, 0.05], density=1)
            other = threading.Thread(target=world.simulate, args=(STEP,))
            other.start()
            is_in.wait(30)
            for call in (lambda: world.simulate(STEP), world.close, lambda: world.add_sphere(1)):
                try:
                    call()
                except ValueError as error:
                    raised.append(str(error))
            may_end.set()
            other.join()
            self.assertEqual(len(raised), 3)

    def test_what_ode_would_end_the_program_for_raises(self):
        for change in (
            lambda ball: setattr(ball, 'velocity', [1e300, 0, 0]),
            lambda ball: setattr(ball, 'velocity', [0, -1e8, 0]),
            lambda ball: setattr(ball, 'angular_velocity', [0, 0, 1e300]),
            lambda ball: ball.push([1e300, 0, 0]),
            lambda ball: ball.push([0, 0, 0], [0, 1e300, 0]),
        ):
            with ode.World(gravity=[0, 0, 0]) as world:
                world.add_plane()
                ball = world.add_sphere(0.1, [0, 0, 1], density=1, name='ball')
                world.add_sphere(0.1, [5, 0, 1], density=1)
                change(ball)
                for call in (world.simulate, world.step, world.first_contact):
                    with self.assertRaisesRegex(ValueError, 'ball: is too far away or too fast'):
                        call(STEP)
                ball.remove()
                self.assertEqual(world.simulate(STEP).advanced, STEP)

    def test_worlds_of_ctypes_are_simulated(self):
        name = ctypes.util.find_library('ode')
        if name is None:
            self.skipTest('no libode to be found')
        library = ctypes.CDLL(name)
        real = ctypes.c_double if library.dCheckConfiguration(b'ODE_double_precision') else ctypes.c_float
        pointer = ctypes.c_void_p

        def function(name, result, *arguments):
            found = getattr(library, name)
            found.restype, found.argtypes = result, arguments
            return found

        world = pointer(function('dWorldCreate', pointer)())
        space = pointer(function('dHashSpaceCreate', pointer, pointer)(None))
        body = pointer(function('dBodyCreate', pointer, pointer)(world))
        sphere = function('dCreateSphere', pointer, pointer, real)(space, 0.5)
        function('dGeomSetBody', None, pointer, pointer)(sphere, body)
        function('dBodySetLinearVel', None, pointer, real, real, real)(body, 3, 0, 0)
        near = ctypes.CFUNCTYPE(None, pointer, pointer, pointer)(lambda *_: None)
        report = ode.simulate(world, space.value, 0.5, ctypes.cast(near, pointer))
        self.assertEqual((report.unguarded, report.advanced), (0, 0.5))
        at = function('dBodyGetPosition', ctypes.POINTER(real), pointer)(body)
        self.assertAlmostEqual(at[0], 1.5, 5)
        with self.assertRaisesRegex(TypeError, 'near callback'):
            ode.simulate(world, space, 0.5, None)
        function('dSpaceDestroy', None, pointer)(space)
        function('dWorldDestroy', None, pointer)(world)

    def test_wrong_arguments_raise_a_sentence(self):
        with ode.World() as world, ode.World() as other:
            other.add_sphere(1)
            ball = world.add_sphere(1, density=1)
            wall, plane = world.add_box([1, 1, 1], [5, 0, 0]), other.add_plane()
            for call, reason in (
                (lambda: world.add_box([1, 1]), r'expected'),
                (lambda: world.add_box([1, 1, 0]), 'from 1e-06'),
                (lambda: world.add_sphere(np.nan), 'from 1e-06'),
                (lambda: world.add_sphere(1e300, density=1), 'to 1e.06'),
                (lambda: world.add_sphere(1, [1e300, 0, 0]), 'within 1e.06'),
                (lambda: world.add_mesh(np.full((3, 3), 1e300), [[0, 1, 2]]), 'within 1e.06'),
                (lambda: world.add_sphere(1, density=1e-320), 'density'),
                (lambda: world.add_plane([0, 0, 1e-300], 1), 'plane within'),
                (lambda: plane.position, 'no pose'),
                (lambda: plane.quaternion, 'no pose'),
                (lambda: setattr(plane, 'position', [0, 0, 1]), 'no pose'),
                (lambda: world.add_sphere(1, [0, 0, np.inf]), 'finite'),
                (lambda: world.add_sphere(1, ([0, 0, 0], [0, 0, 0, 0])), 'zero'),
                (lambda: world.add_sphere(1, density=-1), 'density'),
                (lambda: world.add_mesh([[0, 0, 0]], [[0, 0, 1]]), 'numbers of vertices'),
                (lambda: world.add_plane([0, 0, 0]), 'normal'),
                (lambda: world.simulate(0), 'from 1e-06'),
                (lambda: world.simulate(1e-300), 'from 1e-06'),
                (lambda: world.step(STEP, parts=0), 'parts'),
                (lambda: world.simulate(STEP, parts=-1), 'parts'),
                (lambda: world.simulate(STEP, continuity=9), '9'),
                (lambda: setattr(ball, 'velocity', [1, 2, np.nan]), 'finite'),
                (lambda: wall.velocity, 'does not move'),
                (lambda: world.cast(ball, bms.motion_fixed(np.zeros((2, 3)))), 'one motion'),
                (lambda: world.overlaps(other.bodies[0]), 'another world'),
                (lambda: world.add_mesh(np.eye(3), [[0, 1, 2**32 + 2]]), 'numbers of vertices'),
                (lambda: world.cast(ball, most=0), 'most'),
                (lambda: ode.World(gravity=[0, 0]), 'expected'),
                (lambda: ode.World(bounce=2), 'bounce'),
                (lambda: ode.World(erp=np.nan), 'erp'),
            ):
                with self.subTest(reason), self.assertRaisesRegex(ValueError, reason):
                    call()
            for call in (
                lambda: world.add_mesh(np.eye(3), [[0, 1.5, 2]]),
                lambda: world.cast(ball, np.zeros(bms.motion_dtype.itemsize // 8)),
                lambda: world.add_sphere(1, ['a', 'b', 'c']),
                lambda: world.simulate(STEP, parts=1.5),
                lambda: world.cast(None),
                lambda: ode.World(collides=3),
            ):
                with self.assertRaises(TypeError):
                    call()
            with self.assertRaises(bms.Error):
                world.cast(ball, t0=1, t1=0)
            self.assertEqual(len(world.bodies), 2)
            ball.remove()
            with self.assertRaisesRegex(ValueError, 'removed'):
                ball.position
        for call in (world.add_plane, lambda: world.simulate(STEP), lambda: world.first_contact(1)):
            with self.assertRaisesRegex(ValueError, 'closed'):
                call()

    def test_everything_is_freed_in_any_order(self):
        for keep in range(2):
            world = ode.World()
            parts = [world, world.add_sphere(1, density=1)]
            left = parts[keep]
            del world, parts
            gc.collect()
            self.assertTrue(left)


if __name__ == '__main__':
    unittest.main()
