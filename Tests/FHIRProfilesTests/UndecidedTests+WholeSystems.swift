import FHIRProfiles
import FHIRSupport
import Testing

/// Slices told by a value set that includes a whole system of which nothing tells the codes.
extension UndecidedTests {
  /// A set of a system of which nothing tells the codes, and what waits for it.
  private static let whole = "http://example.org/ValueSet/whole"
  private static let wholeSystem = [valueSet("whole", #"{ "system": "http://example.org/s" }"#)]
  private static let wholeWaits: [ByteText: Int] = ["value set http://example.org/ValueSet/whole": 1]

  static let wholeSystems = [
    Case(
      "a slice of a whole system that must not be there", slices(#""max": "0""#, set: whole), categories("x"),
      waits: wholeWaits, others: wholeSystem),
    Case(
      "a slice of a whole system that must be there", slices(#""min": 1"#, set: whole), categories("x"),
      waits: wholeWaits, others: wholeSystem),
    Case(
      "a closed slicing of a whole system", slices(#""min": 0"#, rules: "closed", set: whole), categories("x"),
      waits: wholeWaits, others: wholeSystem),
    Case(
      "a demand of a slice of a whole system",
      """
      { "path": "Observation.category",
        "slicing": { "discriminator": [{ "type": "value", "path": "$this" }], "rules": "open" } },
      { "id": "Observation.category:a", "path": "Observation.category", "sliceName": "a",
        "binding": { "strength": "required", "valueSet": "\(whole)" } },
      { "id": "Observation.category:a.text", "path": "Observation.category.text", "min": 1 }
      """, categories("x"), waits: wholeWaits, others: wholeSystem),
    Case(
      "a slice in a slice of a whole system",
      """
      { "path": "Observation.category",
        "slicing": { "discriminator": [{ "type": "value", "path": "$this" }], "rules": "open" } },
      { "id": "Observation.category:a", "path": "Observation.category", "sliceName": "a",
        "binding": { "strength": "required", "valueSet": "\(whole)" },
        "slicing": { "discriminator": [{ "type": "value", "path": "text" }], "rules": "open" } },
      { "id": "Observation.category:a/b", "path": "Observation.category", "sliceName": "a/b", "min": 1 },
      { "id": "Observation.category:a/b.text", "path": "Observation.category.text", "fixedString": "x" }
      """,
      #"\#(rest), "category": [{ "coding": [{ "system": "http://example.org/s", "code": "x" }], "text": "x" }]"#,
      waits: wholeWaits, others: wholeSystem),
    Case(
      "a code of another system than the whole one", slices(#""max": "0""#, set: whole),
      #"\#(rest), "category": [{ "coding": [{ "system": "urn:s", "code": "x" }] }]"#, others: wholeSystem),
  ]
}
