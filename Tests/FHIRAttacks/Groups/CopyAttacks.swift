/// Duplicate records, which must be compared. n counts records of a file, or files.
extension Attack {
  static let copies: [Attack] = [
    Attack(
      "copies/gzip", "41 compressed files with the same records", size: 1_000, run: #""$F" --quiet in"#, exits: [0]
    ) { n, folder in
      folder.folder("in")
      for index in 0..<41 { try folder.gzip("in/\(index).ndjson.gz") { file in lines(n) { file.put($0) } } }
    }.within(3, of: #""$F" --quiet --no-identity in"#),
    Attack(
      "copies/mixed", "plain and compressed files with the same records", size: 1_000, run: #""$F" --quiet in"#,
      exits: [0]
    ) { n, folder in
      folder.folder("in")
      for index in 0..<20 {
        try folder.gzip("in/\(index).ndjson.gz") { file in lines(n) { file.put($0) } }
        try folder.write("in/\(index).ndjson") { file in lines(n) { file.put($0) } }
      }
    }.within(3, of: #""$F" --quiet --no-identity in"#),
    Attack(
      "copies/plain", "n files with the same records", size: 150, run: #""$F" --quiet in"#, exits: [0]
    ) { n, folder in
      folder.folder("in")
      for index in 0..<n { try folder.write("in/\(index).ndjson") { file in lines(80) { file.put($0) } } }
    }.within(3, of: #""$F" --quiet --no-identity in"#),
  ]

  /// The records of a file, the same for every file.
  private static func lines(_ count: Int, _ put: (String) -> Void) {
    for index in 0..<count {
      let text = String(repeating: "\(index * 7919) ", count: 50)
      put(#"{"resourceType":"Patient","id":"p\#(index)","address":[{"text":"\#(text)x"}]}\#n"#)
    }
  }
}
