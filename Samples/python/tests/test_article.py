"""The article ``notebooks`` of the command, unchanged: what its lines print is what it shows."""

import contextlib
import io
import os
import re
import unittest

from .support import SAMPLES, Case

ARTICLE = SAMPLES.parent / "Sources/FHIRCheckCommand/FHIRCheckCommand.docc/notebooks.md"
BLOCK = re.compile(r"```python\n(.*?)```(?:\n\n```text\n(.*?)```)?", re.DOTALL)

try:
    import pandas
except ImportError:
    pandas = None


class ArticleTests(Case):
    def setUp(self):
        super().setUp()
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(SAMPLES)

    @unittest.skipUnless(pandas, "there is no pandas")
    def test_each_block_prints_what_is_shown(self):
        names = {}
        blocks = BLOCK.findall(ARTICLE.read_text(encoding="utf-8"))
        self.assertGreater(len(blocks), 6)
        for code, shown in blocks:
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                exec(code, names)
            self.assertEqual(printed.getvalue(), shown, code)


if __name__ == "__main__":
    unittest.main()
