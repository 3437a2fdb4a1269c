#!/usr/bin/env python3
# Part of Tributary. Copyright the Tributary authors.
# SPDX-License-Identifier: Apache-2.0
"""Runs the tests of the page: run.py [WORD…] runs those whose names contain one of the words."""

import pathlib
import sys
import unittest

from inspected import Browser

here = pathlib.Path(__file__).parent
loader = unittest.TestLoader()
loader.testNamePatterns = [f"*{word}*" for word in sys.argv[1:]] or None
suite = loader.discover(str(here))
if suite.countTestCases() == 0:
    sys.exit("No test has such a name.")
result = unittest.TextTestRunner(verbosity=2).run(suite)
Browser.stop()
sys.exit(not result.wasSuccessful())
