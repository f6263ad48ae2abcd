# SPDX-License-Identifier: BSD-3-Clause
"""The examples of doc/python.md run, one after the other in one folder, and print what the page says."""

import contextlib
import glob
import io
import os
import re
import shutil
import sys
import tempfile
import unittest

import numpy as np

SOURCE = os.path.abspath(os.environ.get('srcdir', '.'))


def examples():
    """Returns the blocks of Python of the page, and the output that follows each."""
    with open(os.path.join(SOURCE, 'doc/python.md'), encoding='utf-8') as page:
        return re.findall(r'```python\n(.*?)```\n(?:\n```text\n(.*?)```\n)?', page.read(), flags=re.DOTALL)


def runs(code, expected, names):
    """Runs a block, which knows the names of those before it; returns None, or what is wrong."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(compile(code, 'doc/python.md', 'exec'), names)
    return None if said.getvalue() == expected else 'printed:\n' + said.getvalue()


class Documents(unittest.TestCase):
    def test_the_examples_of_the_page_print_what_it_says(self):
        import bms

        folder, before = tempfile.mkdtemp(), os.getcwd()
        for name in os.listdir(os.path.join(SOURCE, 'examples/arm')):
            if name.endswith(('.urdf', '.yaml')):
                shutil.copy(os.path.join(SOURCE, 'examples/arm', name), folder)
        shutil.copy(os.path.join(SOURCE, 'tests/data/motion_bench_maker/bookshelf_small.yaml'), folder)
        os.chdir(folder)
        count, names = 0, {'__name__': '__main__'}
        try:
            for code, expected in examples():
                needs = (
                    re.search('[Rr]obot', code) and not hasattr(bms, 'Robot'),
                    'matplotlib' in code and not has_matplotlib(),
                    'import ode' in code and not has_ode(),
                )
                if any(needs):
                    print('# left out: an example that needs libbms-robot, the plugin or matplotlib')
                    continue
                self.assertIsNone(runs(code, expected, names))
                count += 1
        finally:
            os.chdir(before)
            shutil.rmtree(folder)
        self.assertGreater(count, 0)
        if 'plan' in names:
            self.solves_all_scenes(bms, names['plan'])

    def solves_all_scenes(self, bms, plan):
        """The page's planner solves the scenes of MotionBenchMaker with both arms; its ways are free in C, too."""
        for urdf in ('panda_spheres', 'ur5_spheres'):
            for scene in sorted(glob.glob(os.path.join(SOURCE, 'tests/data/motion_bench_maker/*.yaml'))):
                robot = bms.Robot.from_urdf(os.path.join(SOURCE, 'examples/arm', urdf + '.urdf'), scene)
                generator = np.random.default_rng(1)
                ends = robot.random(generator, 4000)
                ends = ends[robot.edges_are_free(ends, ends, threads=2)]
                self.assertGreater(len(ends), 1, (urdf, scene))
                way = plan(robot, ends[0], ends[1], generator)
                self.assertIsNotNone(way, (urdf, scene))
                self.assertEqual(robot.way_contact(way).status, bms.Status.SEPARATED)


def has_ode():
    """Whether the package was built with the plugin."""
    try:
        import bms.ode
    except ImportError:
        return False
    return bms.ode is not None


def has_matplotlib():
    """Whether there is matplotlib; then it draws into files."""
    try:
        import matplotlib
    except ImportError:
        return False
    matplotlib.use('Agg')
    return True


if __name__ == '__main__':
    sys.exit(unittest.main())
