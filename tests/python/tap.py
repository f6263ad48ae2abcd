# SPDX-License-Identifier: BSD-3-Clause
"""Runs the test_*.py beside it by unittest and prints TAP."""

import os
import sys
import traceback
import unittest


class Tap(unittest.TestResult):
    """Prints a line for each test."""

    def __init__(self):
        super().__init__()
        self.count = 0

    def line(self, good, test, after=''):
        self.count += 1
        name = test.id().rsplit('.', 2)[-1].replace('test_', '', 1).replace('_', ' ')
        print('%s %d - %s%s' % ('ok' if good else 'not ok', self.count, name, after), flush=True)

    def tell(self, error):
        for text in traceback.format_exception(*error):
            print('\n'.join('# ' + line for line in text.rstrip().split('\n')))

    def addSuccess(self, test):
        self.line(True, test)

    def addError(self, test, err):
        super().addError(test, err)
        self.tell(err)
        self.line(False, test)

    addFailure = addError

    def addSkip(self, test, reason):
        self.line(True, test, ' # SKIP ' + reason)


suite = unittest.defaultTestLoader.discover(os.path.dirname(os.path.abspath(__file__)))
print('1..%d' % suite.countTestCases())
result = Tap()
suite.run(result)
sys.exit(bool(result.errors))
