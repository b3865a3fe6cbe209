"""How files are found, divided and distributed."""

import json
import subprocess
import tempfile
import unittest
from pathlib import Path

from fhircheck_spark.files import Unit, group, holds_lines, list_files, plan
from fhircheck_spark.stream import write_frames

from .support import FHIRCHECK, patient


class FilesTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_the_order_is_that_of_the_command(self):
        for name in ("b/a.json", "b.json", "b0/x/é.json", "b0/x/z.json", "a.json", "B.json", ".c/d.json", "b/.e.json"):
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(patient(name.replace("/", "-")))
        columns = [FHIRCHECK, "records", "--columns", "file", str(self.folder)]
        told = subprocess.run(columns, capture_output=True, text=True, check=True).stdout.split()[1:]
        self.assertEqual([name for name, _ in list_files([str(self.folder)])], told)
        self.assertEqual(len(told), 6)

    def test_what_is_named_twice_is_read_once(self):
        path = self.folder / "a.json"
        path.write_text("{}")
        self.assertEqual(list_files([str(path), str(self.folder), str(path)]), [(str(path), 2)])

    def test_links_are_followed_once(self):
        (self.folder / "a").mkdir()
        (self.folder / "a" / "a.json").write_text("{}")
        (self.folder / "a" / "loop").symlink_to(self.folder)
        (self.folder / "b").symlink_to(self.folder / "a")
        (self.folder / "gone").symlink_to("nowhere")
        self.assertEqual(
            list_files([str(self.folder)]), [(f"{self.folder}/a/a.json", 2), (f"{self.folder}/gone", 0)]
        )

    def test_what_is_not_there_is_said(self):
        with self.assertRaises(FileNotFoundError):
            list_files([str(self.folder / "nothing")])

    def test_lines_are_told_by_their_beginning(self):
        self.assertTrue(holds_lines(b'\xef\xbb\xbf\n{"a":1}\r\n\n{"b"'))
        for head in (b'{"a":1}', b'{\n "a":1}\n', b"[1]\n{}", b'{"a":1}\n', b'{"a":1}\n[]', b"<a>\n{}", b""):
            self.assertFalse(holds_lines(head), head)

    def test_every_line_is_in_one_part(self):
        path = self.folder / "a.ndjson"
        text = b"".join(b'{"n":%d}%s\n' % (number, b" " * (number * 7 % 40)) for number in range(300)) + b'{"end":1}'
        path.write_bytes(text)
        for part_bytes in (1, 2, 7, 100, 1000, 3001, len(text) // 2):
            units = plan(str(path), len(text), part_bytes)
            self.assertEqual(len(units), len(text) // part_bytes)
            with tempfile.TemporaryFile() as stream:
                parts, unreadable = write_frames(units, stream)
                self.assertEqual((len(parts), unreadable), (len(units), []))
                self.assertEqual(sum(part["lineEnds"] for part in parts), text.count(b"\n"))
                stream.seek(0)
                self.assertEqual(b"".join(own for _, own in frames(stream)), text)

    def test_small_files_and_others_stay_whole(self):
        path = self.folder / "a.json"
        for text in ("{}\n{}\n", '{\n"a": 1}' + " " * 100):
            path.write_text(text)
            self.assertEqual(plan(str(path), len(text), 10), [Unit(str(path), 0, len(text))])
        self.assertEqual(plan(str(self.folder / "gone"), 100, 10), [Unit(str(self.folder / "gone"), 0, 100)])

    def test_partitions_are_filled_in_order(self):
        units = [Unit(f"{number}", 0, size) for number, size in enumerate((5, 5, 1, 20, 3))]
        self.assertEqual([[unit.size for unit in held] for held in group(units, 10)], [[5, 5], [1], [20], [3]])
        self.assertEqual(group([], 10), [])

    def test_an_export_stays_together(self):
        names = ["a.json", "e/clinical-records/1.json", "e/clinical-records/2.json", "e/x/y.csv", "e/e.xml", "f.json"]
        held = group([Unit(f"r/{name}", 0, 10) for name in names], 10)
        self.assertEqual([len(units) for units in held], [1, 4, 1])


def frames(stream):
    """The headers and the bytes of the files in a stream."""
    while line := stream.readline():
        header = json.loads(line)
        stream.read(header.get("lead", 0))
        yield header, stream.read(header["bytes"])
        assert stream.read(1) == b"\n"


if __name__ == "__main__":
    unittest.main()
