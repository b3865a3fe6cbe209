/// Standard output that is full, closed or not read. No output may be lost silently or written elsewhere.
extension Attack {
  static let streams: [Attack] = [
    full("rules", "rules"), full("explain", "explain json/comment"), full("help", "--help"),
    full("version", "--version"),
    full("check", "a.json"), full("summary", "summary a.json"), full("path", "path id a.json"),
    Attack(
      "streams/closed", "standard output that is closed, and a file that gets its place", size: 40_000,
      run: #""$F" --format jsonl - <in.ndjson >&-"#, exits: [2]
    ) { n, folder in
      try folder.write("in.ndjson") { file in
        for index in 0..<n { file.put(#"{"resourceType":"Patient","id":"p\#(index)","k":"\#(filler)"}\#n"#) }
      }
    }.saying("standard output: is closed").still,
    Attack(
      "streams/all-closed", "three streams that are closed", size: 1, run: #""$F" a.json <&- >&- 2>&-"#, exits: [2]
    ) { _, folder in try folder.write("a.json", sound) }.still,
    Attack(
      "streams/no-input", "standard input that is closed", size: 1, run: #""$F" - <&-"#, exits: [2]
    ) { _, _ in }.saying("standard input: is closed").still,
    Attack(
      "streams/head", "a reader that goes before the first error", size: 160_000,
      run: """
        { "$F" --jobs 1 --format jsonl in.ndjson b.json missing.json 2>/dev/null; echo $? >code; } | head -1
        exit $(cat code)
        """, exits: [1, 2]
    ) { n, folder in
      try folder.write("in.ndjson") { file in
        for index in 0..<n {
          file.put(
            #"{"resourceType":"Patient","id":"a\#(index)","text":{"status":"generated","div":"<div>x</div>"}}\#n"#)
        }
      }
      try folder.write("b.json", #"{"resourceType":"Patient","id":"b","gender":"zzz"}"#)
    }.still,
  ]

  private static let filler = String(repeating: "x", count: 200)

  /// A command whose output goes to a full device.
  private static func full(_ name: String, _ arguments: String) -> Attack {
    Attack(
      "streams/full-" + name, "output on a full device", size: 1, run: #""$F" \#(arguments) >/dev/full"#, exits: [2]
    ) { _, folder in try folder.write("a.json", sound) }
    .saying("standard output: no space left on the device").still
  }
}
