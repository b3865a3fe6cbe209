/// Records that contain many others: each is searched for in its container.
extension Attack {
  static let contained: [Attack] = ["dstu2", "r4"].flatMap { release in
    [
      containing("contained", "n contained resources, each referred to", release, exits: [0]) { n, file in
        for index in 0..<n { file.put(#"{"resourceType":"Patient","id":"c\#(index)"},"#) }
        file.put(#"{"resourceType":"Patient","id":"last"}],"link":["#)
        for index in 0..<n { file.put(##"{"other":{"reference":"#c\##(index)"},"type":"seealso"},"##) }
        file.put(##"{"other":{"reference":"#last"},"type":"seealso"}]"##)
      },
      containing(
        "contained-apart", "as many, and resources that are not contained between the references to them", release,
        exits: [0, 1]
      ) { n, file in
        for index in 0..<n { file.put(#"{"resourceType":"Patient","id":"c\#(index)"},"#) }
        file.put(#"{"resourceType":"Parameters","id":"p","parameter":["#)
        for index in 0..<n {
          file.put(##"{"name":"r","valueReference":{"reference":"#c\##(index)"}},"##)
          file.put(#"{"name":"q","resource":{"resourceType":"Patient","id":"y"}},"#)
        }
        file.put(##"{"name":"r"}]}],"link":[{"other":{"reference":"#p"},"type":"seealso"}]"##)
      },
      containing("contained-unreferred", "n contained resources, none referred to", release, exits: [0, 1]) { n, file in
        for index in 0..<n { file.put(#"{"resourceType":"Patient","id":"c\#(index)"},"#) }
        file.put(last)
      },
      containing("contained-nested", "n contained resources that contain one each", release, exits: [1]) { n, file in
        for index in 0..<n {
          file.put(#"{"resourceType":"Patient","id":"c\#(index)","contained":["#)
          file.put(#"{"resourceType":"Patient","id":"d\#(index)"}]},"#)
        }
        file.put(last)
      },
    ]
  }

  /// The last contained resource, and a reference to it.
  private static let last =
    ##"{"resourceType":"Patient","id":"last"}],"link":[{"other":{"reference":"#last"},"type":"seealso"}]"##

  /// - Parameter contained: writes what `contained` and `link` have.
  private static func containing(
    _ name: String, _ target: String, _ release: String, exits: Set<Int32>,
    _ contained: @escaping @Sendable (Int, borrowing FileWriter) -> Void
  ) -> Attack {
    Attack(
      "growth/\(name)-\(release)", target, size: 2_000,
      run: #""$F" --quiet --fhir-version \#(release) in.json"#, exits: exits
    ) { n, folder in
      try folder.write("in.json") { file in
        file.put(#"{"resourceType":"Patient","id":"r","contained":["#)
        contained(n, file)
        file.put("}")
      }
    }
  }
}
