import FHIRSchema
import FHIRValidation
import Testing

/// A validator for DSTU2 and for a release named R4: DSTU2 with other names for a few elements, and with one more
/// resource before all others, so that all of its rows have other numbers than in DSTU2.
enum TwoReleases {
  static func validator() throws -> Validator {
    let dstu2 = try #require(Definitions.of(.dstu2))
    return Validator(definitions: DefinitionSet(dstu2, try r4))
  }

  private static var r4: Definitions {
    get throws {
      let published = try #require(GeneratedSchema.releases.first { $0.release == .dstu2 })
      var text = published.facts.withUTF8Buffer { String(decoding: $0, as: UTF8.self) }
      for (line, other) in [
        ("release dstu2 1.0.2", "release r4 4.0.1"), ("family 0..* string", "family 0..1 string"),
        (
          "careProvider 0..* Reference(Organization|Practitioner)",
          "generalPractitioner 0..* Reference(Organization|Practitioner)"
        ),
        (
          "resource Account DomainResource",
          "resource Aardvark DomainResource\nname 0..1 string\nresource Account DomainResource"
        ),
        ("category 0..1 CodeableConcept\n", "category 0..* CodeableConcept\n"),
      ] {
        try #require(text.contains(line), "\(line)")
        text = text.replacing(line, with: other)
      }
      // The table keeps pointers into its text.
      let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count)
      _ = bytes.initialize(from: text.utf8)
      return try Definitions(try SchemaText(UnsafeBufferPointer(bytes)))
    }
  }
}
