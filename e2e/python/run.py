"""Runs the tests of this folder and writes one line of JSON for each: its name and, if it failed, the error."""

import json
import sys
import unittest
from pathlib import Path


class Lines(unittest.TextTestResult):
    def _line(self, test, error=None):
        print(json.dumps({"name": test.id().removeprefix("tests."), "error": error}), flush=True)

    def addSuccess(self, test):
        self._line(test)

    def addError(self, test, err):
        self._line(test, self._exc_info_to_string(err, test))

    def addFailure(self, test, err):
        self._line(test, self._exc_info_to_string(err, test))

    def addSubTest(self, test, subtest, err):
        if err is not None:
            self._line(subtest, self._exc_info_to_string(err, test))


here = Path(__file__).parent
suite = unittest.defaultTestLoader.discover(str(here / "tests"), top_level_dir=str(here))
unittest.TextTestRunner(resultclass=Lines, stream=sys.stderr, verbosity=0).run(suite)
