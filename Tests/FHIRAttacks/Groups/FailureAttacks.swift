/// Temporary files that cannot be created or written, and inputs without anything to judge. n counts records.
extension Attack {
  static let failures: [Attack] = [
    comparing(
      "no-folder", "records that cannot be compared", #"TMPDIR=/nonexistent "$F" --memory 1M in.ndjson"#, exits: [2]
    ).hiding("Valid"),
    comparing(
      "file-size", "a limit of the size of files, which ends a process by a signal",
      #"ulimit -f 1; "$F" --memory 1M --quiet in.ndjson 2>&1 | cat >../said; cat ../said"#, exits: [0]
    ).saying("the file would become larger than is allowed"),
    comparing(
      "file-size-exit", "the exit code of a run at that limit",
      #"ulimit -f 1; "$F" --memory 1M --quiet in.ndjson >/dev/null 2>&1"#, exits: [2]
    ),
    // If the user may write to /, only the name is refused, so the test examines the system calls; otherwise creation
    // fails.
    comparing(
      "empty-folder", "TMPDIR that is empty, which is not the root",
      """
      if command -v strace >/dev/null; then
        TMPDIR= strace -f -e trace=openat -o ../calls "$F" --memory 1M --quiet in.ndjson; code=$?
        grep '"/fhircheck' ../calls; exit $code
      fi
      TMPDIR= "$F" --memory 1M --quiet in.ndjson
      """, exits: [0]
    ).hiding("/fhircheck"),
    nothing("folder-of-xml", "a folder of XML only", #"<Patient xmlns="http://hl7.org/fhir"/>"#, "a.xml"),
    nothing(
      "other-release", "records of R5 only",
      #"{"resourceType":"Patient","meta":{"profile":["http://hl7.org/fhir/5.0/StructureDefinition/Patient"]},"id":"bad id!!"}"#,
      "a.json"),
    nothing("empty-array", "an array of no records", "[]", "a.json"),
    Attack("failures/empty-folder-judged", "a folder without a file", size: 1, run: #""$F" in"#, exits: [2]) {
      _, folder in
      folder.folder("in")
    }.hiding("Valid").still,
    Attack(
      "failures/tar", "a compressed tar archive that is cut", size: 1,
      run: #"tar cf in.tar a.json; head -c 700 in.tar | gzip > in.tgz; "$F" in.tgz"#, exits: [1]
    ) { _, folder in try folder.write("a.json", sound) }
    .hiding("Valid").still,
    Attack(
      "failures/mixed", "a folder of which a part cannot be judged", size: 1, run: #""$F" in"#, exits: [0, 1, 2]
    ) { _, folder in
      folder.folder("in")
      try folder.write("in/a.json", sound)
      try folder.write("in/a.xml", #"<Patient xmlns="http://hl7.org/fhir"/>"#)
    }.saying("1 of 2 files judged").still,
  ]

  private static func comparing(_ name: String, _ target: String, _ script: String, exits: Set<Int32>) -> Attack {
    Attack("failures/" + name, target, size: 50_000, run: script, exits: exits) { n, folder in
      try folder.write("in.ndjson") { file in
        for index in 0..<n { file.put(#"{"resourceType":"Patient","id":"\#(index)"}\#n"#) }
      }
    }.atLeast(30_000).still
  }

  /// A folder without anything to judge must not count as valid.
  private static func nothing(_ name: String, _ target: String, _ text: String, _ file: String) -> Attack {
    Attack("failures/" + name, target, size: 1, run: #""$F" in"#, exits: [2]) { _, folder in
      folder.folder("in")
      try folder.write("in/" + file, text)
    }.hiding("Valid").still
  }
}
