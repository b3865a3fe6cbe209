/// Inputs for which the time or the memory could grow faster than the input.
extension Attack {
  static let growth: [Attack] = [
    afterEntry("after-entry", "n KiB behind the entries of a Bundle", size: 3_072).saying("1 of 1 record"),
    afterEntry("after-entry-beyond", "the same, beyond what is kept of a record", size: 61_440)
      .saying("unreadable texts").atLeast(32_768).long,
    Attack(
      "growth/lines", "two files of n lines that are no records", size: 1_050_000,
      run: #""$F" --quiet --max-issues 1 --jobs 1 a.ndjson b.ndjson"#,
      exits: [1]
    ) { n, folder in
      for name in ["a", "b"] {
        try folder.write(name + ".ndjson") { file in
          file.put("{}\n")
          file.put("1\n", times: n)
        }
      }
    },
    longArray("long-array", "a record with an array of n numbers", size: 2_000_000).saying("1 of 1 record"),
    longArray("long-array-beyond", "the same, beyond what is kept of a record", size: 30_000_000)
      .saying("unreadable texts").atLeast(16_000_000).long,
    Attack(
      "growth/long-line", "a thousand issues in a line of n KiB", size: 2_048, run: #""$F" --color never in.json"#,
      exits: [1]
    ) { n, folder in
      try folder.write("in.json") { file in
        file.put(#"{"resourceType":"Patient","id":"a""#)
        for index in 0..<1_000 {
          file.put(#","k\#(index)":""#)
          file.put("\u{0301}\u{0316}", times: n >> 2)
          file.put(#"""#)
        }
        file.put("}")
      }
    }.writingAtMost(4 << 20),
    Attack(
      "growth/unknown-keys", "n elements that do not exist", size: 125_000, run: #""$F" --quiet in.json"#, exits: [1]
    ) { n, folder in
      try folder.write("in.json") { file in
        file.put(#"{"resourceType":"Patient","id":"a""#)
        for index in 0..<n { file.put(#","k\#(index)":1"#) }
        file.put("}")
      }
    },
    Attack(
      "growth/profiles", "n profiles, each of one record", size: 400_000, run: #""$F" --quiet --jobs 1 in.ndjson"#,
      exits: [0]
    ) { n, folder in
      try folder.write("in.ndjson") { file in
        for index in 0..<n {
          file.put(#"{"resourceType":"Patient","id":"a\#(index)","meta":{"profile":["http://x/\#(index)"]}}\#n"#)
        }
      }
    }.writingAtMost(1 << 20),
    Attack(
      "growth/sources", "n sources, each of one record", size: 100_000, run: #""$F" summary --format json in.json"#,
      exits: [0]
    ) { n, folder in
      try folder.write("in.json") { file in
        file.put(bundle)
        for index in 0..<n {
          file.put(#"\#(comma(index)){"fullUrl":"http://h\#(index)/Patient/a","resource":{"resourceType":"Patient","#)
          file.put(#""id":"a"}}"#)
        }
        file.put("]}")
      }
    }.writingAtMost(1 << 20),
    Attack(
      "growth/long-name", "n elements of a clinical document in one whose name has 16 n letters", size: 60_000,
      run: #""$F" --quiet a.xml"#, exits: [2]
    ) { n, folder in
      try folder.write("a.xml") { file in
        file.put(#"<ClinicalDocument xmlns="urn:hl7-org:v3"><"#)
        file.put("abcdefghijklmnop", times: n)
        file.put(">")
        file.put("<b/>", times: n)
        file.put("</")
        file.put("abcdefghijklmnop", times: n)
        file.put("></ClinicalDocument>")
      }
    },
    Attack(
      "growth/preflight-pairs", "n lists and n entitlements, each of which could go with each", size: 300,
      run: #""$F" preflight --quiet in"#, exits: [0, 1]
    ) { n, folder in
      folder.folder("in")
      for index in 0..<n {
        try folder.write("in/a\(index)-Info.plist", #"<plist version="1.0"><dict/></plist>"#)
        try folder.write("in/a\(index).entitlements", #"<plist version="1.0"><dict/></plist>"#)
      }
    },
    Attack(
      "growth/entries", "a Bundle of n entries that refer forward and back", size: 200_000,
      run: #""$F" --quiet --no-identity in.json"#, exits: [0]
    ) { n, folder in
      try folder.write("in.json") { file in
        file.put(bundle)
        for index in 0..<n {
          file.put(#"\#(comma(index)){"fullUrl":"http://a/Patient/\#(index)","resource":{"resourceType":"Patient","#)
          file.put(#""id":"\#(index)","link":[{"type":"refer","other":{"reference":"Patient/\#(n - 1 - index)"}}]}}"#)
        }
        file.put("]}")
      }
    }.hiding("existence of reference targets"),
  ]

  private static func afterEntry(_ name: String, _ target: String, size: Int) -> Attack {
    Attack("growth/" + name, target, size: size, run: #""$F" --quiet in.json"#, exits: [1]) { n, folder in
      try folder.write("in.json") { file in
        file.put(bundle + #"{"fullUrl":"http://a/Patient/a","resource":{"resourceType":"Patient","id":"a"}}"#)
        file.put(#"],"foo":[1"#)
        file.put(",1", times: n << 9)
        file.put("]}")
      }
    }
  }

  private static func longArray(_ name: String, _ target: String, size: Int) -> Attack {
    Attack("growth/" + name, target, size: size, run: #""$F" --quiet in.json"#, exits: [1]) { n, folder in
      try folder.write("in.json") { file in
        file.put(#"{"resourceType":"Patient","id":"a","x":[1"#)
        file.put(",1", times: n)
        file.put("]}")
      }
    }
  }

  private static let bundle = #"{"resourceType":"Bundle","type":"collection","entry":["#

  private static func comma(_ index: Int) -> String { index > 0 ? "," : "" }
}
