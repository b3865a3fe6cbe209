/// Threads that compete, and archives that are larger than they look.
extension Attack {
  static let threads: [Attack] = [
    Attack(
      "threads/jobs", "n small files, and more threads than processors", size: 2_000,
      run: #""$F" --quiet --jobs 64 --no-identity in"#, exits: [0]
    ) { n, folder in
      folder.folder("in")
      for index in 0..<n { try folder.write("in/\(index).json", #"{"resourceType":"Patient","id":"\#(index)"}"#) }
    }.within(2, of: #""$F" --quiet --jobs 2 --no-identity in"#),
    zip("bomb", "n entries of which each is within the limit of a file, and all together are not", ""),
    zip("bomb-without-directory", "the same, of which the directory is missing", "truncate -s -1000 in.zip; "),
  ]

  /// An archive of entries with nearly the highest ratio of deflate.
  private static func zip(_ name: String, _ target: String, _ script: String) -> Attack {
    Attack("zip/" + name, target, size: 10_000, run: script + #""$F" --quiet in.zip"#, exits: [1]) { n, folder in
      try folder.write("in.zip") { file in
        let bomb = ZipBomb(#"{"resourceType":"Patient","id":"a""# + String(repeating: " ", count: 999_000) + "}")
        bomb.write(n, to: file) { "\($0).json" }
      }
    }.saying("files that were not opened").atLeast(110)
  }
}
