#!/usr/bin/env python3
# Part of Tributary. Copyright the Tributary authors.
# SPDX-License-Identifier: Apache-2.0
"""Runs the tests of a page: run.py [--in FOLDER] [WORD…] runs those whose names contain one of the words."""

import pathlib
import sys
import unittest

from browser import Browser

folder, words = pathlib.Path(__file__).parent, sys.argv[1:]
if words[:1] == ["--in"]:
    folder, words = pathlib.Path(words[1]), words[2:]
loader = unittest.TestLoader()
loader.testNamePatterns = [f"*{word}*" for word in words] or None
suite = loader.discover(str(folder))
if suite.countTestCases() == 0:
    sys.exit("No test has such a name.")
result = unittest.TextTestRunner(verbosity=2).run(suite)
Browser.stop()
sys.exit(not result.wasSuccessful())
