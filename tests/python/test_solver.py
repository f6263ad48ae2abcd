# SPDX-License-Identifier: BSD-3-Clause
"""The solver's package: answers beside formulas and poses, arrays beside single queries, bad arguments."""

import multiprocessing
import os
import shutil
import threading
import time
import unittest
from fractions import Fraction

import numpy as np

import bms

ROUNDS = max(1, 200 // int(os.environ.get('BMS_REDUCE', '1')))
CUBE = bms.box_centred([1.0, 1.0, 1.0])
STILL = bms.motion_fixed([0, 0, 0])


def random_queries(generator, count):
    """Boxes of all sizes that tumble past each other."""
    a = bms.body(
        bms.box_centred(10.0 ** generator.uniform(-1, 0.5, (count, 3))),
        bms.motion_between(
            0,
            generator.uniform(-2, 2, (count, 3)),
            generator.normal(size=(count, 4)),
            1,
            generator.uniform(-2, 2, (count, 3)),
            generator.normal(size=(count, 4)),
        ),
    )
    b = bms.body(
        bms.box_centred(10.0 ** generator.uniform(-1, 0.5, (count, 3))),
        bms.motion_step(
            generator.uniform(-4, 4, (count, 3)),
            generator.normal(size=(count, 4)),
            generator.normal(size=(count, 3)),
            generator.normal(size=(count, 3)),
        ),
    )
    return bms.query(a, b, 0, 1)


class Motions(unittest.TestCase):
    def test_structs_are_those_of_the_headers(self):
        self.assertEqual(bms.motion_dtype.fields['matrix'][1], bms.motion_dtype.fields['rigid'][1])
        self.assertEqual(bms.query_dtype.fields['a'][0], bms.body_dtype)
        self.assertEqual(bms.contact_dtype['point'].shape, (8, 3))

    def test_a_still_motion_stands_at_its_pose(self):
        motion = bms.motion_fixed([1, 2, 3], [0, 0, 0, 2])
        pose = bms.motion_at(motion, [0.0, 7.0])
        self.assertEqual(pose.shape, (2, 3, 4))
        np.testing.assert_array_equal(pose[1], [[-1, 0, 0, 1], [0, -1, 0, 2], [0, 0, 1, 3]])

    def test_motions_between_poses_pass_through_both(self):
        generator = np.random.default_rng(1)
        for _ in range(ROUNDS):
            p, q = generator.normal(size=(2, 3)), generator.normal(size=(2, 4))
            motion = bms.motion_between(2, p[0], q[0], 5, p[1], q[1])
            for t, position, quaternion in ((2, p[0], q[0]), (5, p[1], q[1])):
                fixed = bms.motion_at(bms.motion_fixed(position, quaternion), 0)
                np.testing.assert_allclose(bms.motion_at(motion, t), fixed, atol=1e-12)

    def test_motions_of_matrices_and_revolute_ones_turn_as_sines_say(self):
        turn = bms.motion_revolute([1, 0, 0], [1, 0, 0, 0], [0, 0, 0], [0, 0, 1], 0, 0, 1, np.pi / 2)
        np.testing.assert_allclose(bms.motion_at(turn, 1)[:, 3], [0, 1, 0], atol=1e-15)
        matrix = np.zeros((4, 4, 3))
        matrix[range(4), range(4), 0] = 1
        matrix[0, 3] = 1, 2, 3
        self.assertEqual(bms.motion_at(bms.motion_matrix(matrix), 2.0)[0, 3], 1 + 4 + 12)
        self.assertEqual(bms.motion_at(bms.motion_matrix(matrix[..., 0]), 2.0)[0, 3], 1)


class Contacts(unittest.TestCase):
    def test_the_first_contact_of_cubes_is_exact(self):
        generator = np.random.default_rng(2)
        for _ in range(ROUNDS):
            x, v = generator.uniform(2, 9), -generator.uniform(1, 20)
            moving = bms.body(CUBE, bms.motion_step([x, 0.25, 0], velocity=[v, 0, 0]))
            c = bms.first_contact(bms.query(bms.body(CUBE, bms.motion_fixed([0, 0, 0])), moving, 0, 10))
            exact = (Fraction(x) - 1) / -Fraction(v)
            self.assertEqual(c.status, bms.Status.CONTACT)
            self.assertLessEqual(Fraction(float(c.t_lower)), exact)
            self.assertGreaterEqual(Fraction(float(c.t_upper)), exact)
            self.assertEqual(c.t, float(exact))
            np.testing.assert_array_equal(c.normal, [1, 0, 0])

    def test_batches_answer_as_single_queries_do_in_any_number_of_threads(self):
        queries = random_queries(np.random.default_rng(3), 40 * ROUNDS)
        alone = bms.first_contact(queries)
        self.assertGreater(len(set(alone.status)), 2)
        for threads in (0, 2, 5):
            self.assertEqual(bms.first_contact(queries, threads=threads).tobytes(), alone.tobytes())
        for i in range(0, len(queries), 97):
            one = bms.first_contact(queries[i])
            self.assertEqual(one.t, alone.t[i])
            self.assertEqual(one.pair, alone.pair[i])
        reshaped = bms.first_contact(queries.reshape(-1, 4))
        self.assertEqual(reshaped.shape, (10 * ROUNDS, 4))
        self.assertEqual(reshaped.tobytes(), alone.tobytes())
        every_other = bms.first_contact(queries[::2])
        np.testing.assert_array_equal(every_other.t, alone.t[::2])
        approach = [bms.first_approach(queries, threads=threads).tobytes() for threads in (1, 3)]
        self.assertEqual(*approach)

    def test_boxes_are_apart_before_and_touch_at_the_contact(self):
        queries = random_queries(np.random.default_rng(4), 5 * ROUNDS)
        contacts = bms.first_contact(queries)
        met = contacts.status == bms.Status.CONTACT
        self.assertGreater(met.sum(), 0)
        gap = bms.separation(queries['a'][met], queries['b'][met], contacts.t[met]).gap
        self.assertLess(np.abs(gap).max(), 1e-12)
        for part in (0.3, 0.9, 0.999):
            before = bms.separation(queries['a'][met], queries['b'][met], part * contacts.t[met]).gap
            self.assertGreater(before.min(), -1e-12)

    def test_against_half_space_near_and_intervals_agree_with_first_contact(self):
        queries = random_queries(np.random.default_rng(5), ROUNDS)
        contacts = bms.first_contact(queries)
        one = queries['a'][0]
        many = bms.first_contact_against(one, queries['b'], 0, 1)
        np.testing.assert_array_equal(many.t, bms.first_contact(bms.query(one, queries['b'], 0, 1)).t)
        near, apart = bms.first_contact_near(queries, 1e-9)
        self.assertTrue((near.t_lower <= contacts.t_upper + (contacts.status == bms.Status.SEPARATED) * 9).all())
        self.assertTrue((apart <= 1e-9).all())
        for query, contact in zip(queries, contacts):
            found = bms.contact_intervals(query)
            self.assertEqual(len(found) == 0, contact.status == bms.Status.SEPARATED)
            if contact.status == bms.Status.CONTACT:
                self.assertTrue(found[0, 0, 0] <= contact.t_upper and contact.t_lower <= found[0, 0, 1])
        falling = bms.body(CUBE, bms.motion_step([0, 0, 2.5], velocity=[0, 0, -1]))
        self.assertEqual(bms.first_contact_half_space([0, 0, 1], 0, falling, 0, 9).t, 2)
        low, high = bms.swept_bounds(falling, 0, 1)
        np.testing.assert_allclose([low, high], [[-0.5, -0.5, 1], [0.5, 0.5, 3]], atol=1e-12)

    def test_derivatives_tolerances_and_certificates_are_those_of_the_library(self):
        moving = bms.body(CUBE, bms.motion_step([3, 0.25, 0], velocity=[-4, 0, 0]))
        query = bms.query(bms.body(CUBE, bms.motion_fixed([0, 0, 0])), moving, 0, 1)
        contact, slopes = bms.derivative(query)
        self.assertEqual(contact.t, 0.5)
        self.assertEqual(slopes.below['b']['motion']['rigid']['position'][0, 0], 0.25)  # dt/dx = 1/4
        loose = bms.tolerance_like(query)
        loose['b']['motion']['rigid']['position'][0, 0] = 0.04
        status, within = bms.first_contact_within(query, loose)
        self.assertEqual(status, bms.Status.CONTACT)
        self.assertTrue(within.earliest <= 0.49 < 0.51 <= within.latest)
        self.assertIn('"status"', bms.certificate(query))

    def test_invalid_queries_raise_the_reason_and_their_place(self):
        query = bms.query(
            bms.body(CUBE, bms.motion_fixed([0, 0, 0])), bms.body(CUBE, bms.motion_fixed([0, 0, np.nan])), 0, 1
        )
        with self.assertRaisesRegex(bms.InvalidQuery, 'finite'):
            bms.first_contact(query)
        with self.assertRaises(bms.InvalidQuery) as caught:
            bms.first_contact(np.array([[query, query]]))
        self.assertEqual(caught.exception.index, (0, 0))
        self.assertEqual(bms.first_contact(query, invalid='keep').status, bms.Status.INVALID)
        self.assertEqual(bms.first_contact(np.zeros(0, bms.query_dtype)).shape, (0,))


class Pages(unittest.TestCase):
    @unittest.skipIf(shutil.which('bms-first-contact') is None, 'bms-first-contact is not built')
    def test_a_page_has_the_answers_of_the_queries(self):
        turning = bms.motion_revolute([3, 0, 0], [1, 0, 0, 0], [0, 0, 0], [0, 0, 1], 0, 0, 1, 1)
        still = bms.body(CUBE, bms.motion_fixed([0, 3, 0]))
        query = bms.query(still, bms.body(CUBE, [bms.motion_step([3, 3, 0], velocity=[-4, 0, 0]), turning]), 0, 1)
        page = bms.show(query)
        for t in bms.first_contact(query).t:
            self.assertIn(repr(float(t)), page.html)
        self.assertIn('srcdoc', page._repr_html_())


class Arguments(unittest.TestCase):
    def test_wrong_shapes_and_types_raise_a_sentence(self):
        body = bms.body(CUBE, bms.motion_fixed([0, 0, 0]))
        mesh, path = bms.Mesh(np.eye(3), [[0, 1, 2]]), bms.Path.from_motions(CUBE, [0, 1], [STILL])
        for call, error in (
            (lambda: bms.box_centred([1, 2]), ValueError),
            (lambda: bms.box_centred('abc'), TypeError),
            (lambda: bms.box_centred([1, 2, 3j]), TypeError),
            (lambda: bms.motion_fixed([0, 0, 0], [1, 0, 0]), ValueError),
            (lambda: bms.motion_between(1, [0, 0, 0], [1, 0, 0, 0], 1, [0, 0, 0], [1, 0, 0, 0]), ValueError),
            (lambda: bms.motion_fixed(np.zeros((2, 3)), np.ones((3, 4))), ValueError),
            (lambda: bms.motion_matrix(np.ones((4, 4))), ValueError),
            (lambda: bms.motion_at(body, 0), TypeError),
            (lambda: bms.body(body, CUBE), TypeError),
            (lambda: bms.first_contact(body), TypeError),
            (lambda: bms.first_contact(None), TypeError),
            (lambda: bms.first_contact(bms.query(body, body, 0, 1), threads=-1), ValueError),
            (lambda: bms.first_contact(bms.query(body, body, 0, 1), threads=1.5), TypeError),
            (lambda: bms.first_contact(bms.query(body, body, 0, 1), invalid='ignore'), ValueError),
            (lambda: bms.certificate(np.zeros(2, bms.query_dtype)), ValueError),
            (lambda: bms.Mesh(np.zeros((3, 3)), [[0, 1, 3]]), bms.Error),
            (lambda: bms.Mesh(np.zeros((3, 3)), [[0.0, 1, 2]]), TypeError),
            (lambda: bms.Mesh(np.full((3, 3), np.nan), [[0, 1, 2]]), bms.Error),
            (lambda: bms.Shape.hull(np.zeros((0, 3))), ValueError),
            (lambda: bms.Shape.box(np.ones((2, 3))), ValueError),
            (lambda: bms.Shape.half_space(np.ones((0, 3)), 1), ValueError),
            (lambda: mesh.encloses(np.zeros((2, 3))), ValueError),
            (lambda: bms.shape_first_contact(mesh, STILL, bms.Shape.sphere(1), STILL, 0, 1), TypeError),
            (lambda: bms.mesh_first_contact(bms.Shape.sphere(1), STILL, mesh, STILL, 0, 1), TypeError),
            (lambda: bms.mesh_first_contact(mesh, STILL, None, STILL, 0, 1), TypeError),
            (lambda: bms.Path(CUBE, []), TypeError),
            (lambda: bms.Path(CUBE, path.pieces[:0]), ValueError),
            (lambda: bms.Path(CUBE, path.pieces[0]), ValueError),
            (lambda: path.pieces['t0'].fill(9), ValueError),
        ):
            with self.assertRaises(error) as caught:
                call()
            self.assertGreater(len(str(caught.exception)), 10)

    def test_layouts_that_do_not_fit_are_copied(self):
        position = np.asfortranarray(np.arange(12, dtype=np.float32).reshape(4, 3))
        motions = bms.motion_fixed(position[::-2])
        np.testing.assert_array_equal(bms.motion_at(motions, 0)[:, :, 3], [[9, 10, 11], [3, 4, 5]])

    def test_pieces_of_a_path_are_copied_from_every_layout(self):
        motions = [bms.motion_step([3 - i, 0, 0], velocity=[-1, 0, 0]) for i in range(3)]
        path = bms.Path.from_motions(CUBE, [0, 1, 2, 3], motions)
        wide = np.zeros((3, 2), path.pieces.dtype)
        wide[:, 0] = path.pieces
        still = bms.Path.from_motions(CUBE, [0, 3], [STILL])
        again = bms.Path(CUBE, wide[:, 0])
        wide['t1'] = np.nan
        self.assertEqual(bms.path_first_contact(still, again).tobytes(), bms.path_first_contact(still, path).tobytes())


class Shapes(unittest.TestCase):
    def test_balls_meet_where_the_formula_says(self):
        generator = np.random.default_rng(6)
        ball = [bms.Shape.sphere(0.3), bms.Shape.sphere(0.2)]
        for _ in range(ROUNDS):
            x, v = generator.uniform(-2, 2, 3), generator.normal(size=3)
            c = bms.shape_first_contact(
                ball[0], bms.motion_fixed([0, 0, 0]), ball[1], bms.motion_step(x, velocity=v), 0, 4
            )
            a, b, d = v @ v, x @ v, x @ x - 0.25
            disc = b * b - a * d
            root = (-b - np.sqrt(disc)) / a if disc > 0 else np.inf
            if d > 1e-9 and not 0 < root < 4:
                self.assertEqual(c.status, bms.Status.SEPARATED)
            elif d > 1e-9 and disc > 1e-6:
                self.assertLess(abs(c.t - root), 1e-6)

    def test_hulls_and_meshes_of_a_cube_meet_as_the_cube_does(self):
        corners = np.array([[x, y, z] for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)])
        faces = [
            [0, 1, 3],
            [0, 3, 2],
            [4, 6, 7],
            [4, 7, 5],
            [0, 4, 5],
            [0, 5, 1],
            [2, 3, 7],
            [2, 7, 6],
            [0, 2, 6],
            [0, 6, 4],
            [1, 5, 7],
            [1, 7, 3],
        ]
        mesh, hull = bms.Mesh(corners, faces, solid=True), bms.Shape.hull(corners)
        self.assertEqual(mesh.open_edges, 0)
        self.assertTrue(mesh.encloses([0, 0, 0]) and not mesh.encloses([1, 0, 0]))
        still = bms.motion_fixed([0, 0, 0])
        moving = bms.motion_step(
            np.stack([np.linspace(1.5, 4, 200), np.full(200, 0.1), np.zeros(200)], 1), velocity=[-2, 0, 0]
        )
        exact = (np.linspace(1.5, 4, 200) - 1) / 2
        for threads in (1, 3):
            np.testing.assert_allclose(
                bms.shape_first_contact(hull, still, hull, moving, 0, 9, threads=threads).t, exact, atol=1e-9
            )
            np.testing.assert_allclose(
                bms.mesh_first_contact(mesh, still, hull, moving, 0, 9, threads=threads).contact['t'], exact, atol=1e-9
            )
            np.testing.assert_allclose(
                bms.mesh_first_contact(mesh, still, mesh, moving, 0, 9, threads=threads).contact['t'], exact, atol=1e-9
            )

    def test_paths_meet_in_the_right_piece(self):
        still = bms.Path.from_motions(CUBE, [0, 2], [bms.motion_fixed([0, 0, 0])])
        way = bms.Path.from_motions(
            CUBE,
            [0, 1, 2],
            [bms.motion_fixed([3, 0, 0]), bms.motion_between(1, [3, 0, 0], [1, 0, 0, 0], 2, [0, 0, 0], [1, 0, 0, 0])],
        )
        c = bms.path_first_contact(still, way)
        self.assertEqual((c.status, c.piece_b), (bms.Status.CONTACT, 1))
        self.assertAlmostEqual(c.t, 1 + 2 / 3)
        lower, upper, _ = bms.path_clearance(still, way, 1e-6, 0, 1)
        self.assertTrue(lower <= 2 <= upper and upper - lower < 1e-5)
        spin = bms.Path.spin(CUBE, 0, [1.2, 0, 0], [1, 0, 0, 0], 1, [1.2, 0, 0], [0, 0, 0, 1], 1e-7)
        c = bms.path_first_contact(still, spin)
        # A corner of the turning square reaches x = 0.5 where cos(angle - 45 degrees) = 0.7 sqrt 2.
        self.assertAlmostEqual(c.t, (np.pi / 4 - np.arccos(0.7 * np.sqrt(2))) / np.pi, places=5)
        with self.assertRaises(ValueError):
            bms.path_clearance(still, way, 0)


def child_answer(seed):
    """What a child process answers."""
    return bms.first_contact(random_queries(np.random.default_rng(seed), 500), threads=2).tobytes()


class Threads(unittest.TestCase):
    def test_other_threads_run_during_a_batch(self):
        queries = random_queries(np.random.default_rng(7), 20000)
        done, counts = threading.Event(), []

        def count():
            n = 0
            while not done.is_set():
                n += 1
                time.sleep(0.0005)
            counts.append(n)

        for _ in range(5):
            done.clear()
            other = threading.Thread(target=count)
            other.start()
            bms.first_contact(np.tile(queries, 4))
            done.set()
            other.join()
        self.assertGreater(max(counts), 5)  # a call that kept the GIL would let it run once or twice

    def test_a_batch_runs_after_fork_and_in_multiprocessing(self):
        expected = child_answer(8)
        with multiprocessing.get_context('fork').Pool(2) as pool:
            self.assertEqual(pool.map(child_answer, [8, 8]), [expected, expected])
        child = os.fork()
        if child == 0:
            os._exit(child_answer(8) != expected)
        self.assertEqual(os.waitpid(child, 0)[1], 0)


if __name__ == '__main__':
    unittest.main()
