/// Definitions designed to take very long: n of them, and a record that claims the profile.
extension Attack {
  static let definitions: [Attack] = [
    defining("slices", "a profile with n slices", size: 4_500, exits: [0], slices),
    defining("too-many-slices", "a profile with more slices than any has", size: 25_000, exits: [1], slices)
      .atLeast(20_000).saying("expected at most 20000 elements, found more"),
    defining("profiles", "profiles with 4,500 slices each", size: 20, exits: [1]) { n, file in
      for number in 0..<n { slices(4_500, file, name: number == 0 ? "p" : "p\(number)") }
    }.atLeast(10).saying("found more than fit").still,
    defining("slices-of-slices", "slices in slices in slices", size: 250, exits: [0, 1]) { n, file in
      var name = "a"
      var elements = [#"{"path":"Patient.identifier","slicing":{"discriminator":[{"type":"value","path":"system"}]}}"#]
      for _ in 0..<n {
        let slicing = #"{"discriminator":[{"type":"exists","path":"use"}]}"#
        elements.append(#"{"path":"Patient.identifier","sliceName":"\#(name)","slicing":\#(slicing)}"#)
        name += "/a"
      }
      put(file, "p", elements)
    },
    defining("circle", "profiles that refine one another in a circle", size: 40, exits: [0]) { n, file in
      for number in 0..<n {
        let (name, base) = (number == 0 ? "p" : "p\(number)", number == n - 1 ? "p" : "p\(number + 1)")
        put(file, name, [#"{"path":"Patient"}"#], base: base)
      }
    }.saying("expected an end of the bases, found a circle").still,
    defining("expressions", "constraints that look at all, and at all again", size: 10, exits: [0, 1]) { n, file in
      let all = "descendants().where(descendants().where(descendants().exists()).exists()).exists()"
      let constraints = (0..<n).map {
        #"{"key":"k\#($0)","severity":"error","human":"h","expression":"%resource.\#(all)"}"#
      }
      put(file, "p", [#"{"path":"Patient.identifier","constraint":[\#(constraints.joined(separator: ","))]}"#])
    }.still,
    defining("questions", "constraints that ask for the profile that they are of", size: 5, exits: [0, 1]) {
      n, file in
      let asked = "descendants().all(conformsTo('http://example.org/p'))"
      let constraints = (0..<n).map { #"{"key":"k\#($0)","severity":"error","human":"h","expression":"\#(asked)"}"# }
      put(file, "p", [#"{"path":"Patient","constraint":[\#(constraints.joined(separator: ","))]}"#])
    }.still,
  ]

  /// An attack by the definitions that `make` writes, one on each line.
  private static func defining(
    _ name: String, _ target: String, size: Int, exits: Set<Int32>,
    _ make: @escaping @Sendable (_ n: Int, _ file: borrowing FileWriter) -> Void
  ) -> Attack {
    Attack(
      "definitions/\(name)", target, size: size,
      run:
        #""$F" --fhir-version r4 --no-identity --format concise --max-issues 100 --definitions d.ndjson record.json"#,
      exits: exits
    ) { n, folder in
      try folder.write("d.ndjson") { make(n, $0) }
      let identifiers = (0..<2_000).map { #"{"system":"http://example.org/\#($0)","use":"usual"}"# }
      try folder.write(
        "record.json",
        #"{"resourceType":"Patient","meta":{"profile":["http://example.org/p"]},"identifier":["#
          + identifiers.joined(separator: ",") + "]}")
    }
  }

  private static func slices(_ count: Int, _ file: borrowing FileWriter) { slices(count, file, name: "p") }

  private static func slices(_ count: Int, _ file: borrowing FileWriter, name: String) {
    var elements = [#"{"path":"Patient.identifier","slicing":{"discriminator":[{"type":"value","path":"system"}]}}"#]
    for number in 0..<count {
      elements.append(#"{"path":"Patient.identifier","sliceName":"s\#(number)"}"#)
      elements.append(#"{"path":"Patient.identifier.system","fixedUri":"http://example.org/\#(number)"}"#)
    }
    put(file, name, elements)
  }

  private static func put(_ file: borrowing FileWriter, _ name: String, _ elements: [String], base: String? = nil) {
    let base = base.map { "http://example.org/\($0)" } ?? "http://hl7.org/fhir/StructureDefinition/Patient"
    file.put(
      #"{"resourceType":"StructureDefinition","url":"http://example.org/\#(name)","fhirVersion":"4.0.1","#
        + #""type":"Patient","baseDefinition":"\#(base)","derivation":"constraint","#
        + #""differential":{"element":[\#(elements.joined(separator: ","))]}}"# + "\n")
  }
}
