import FHIRSchema
import FHIRSchemaCompiler
import FHIRValidation
import Testing

/// A validator for DSTU2 and for a release named R4: DSTU2 with other names for a few elements, and with one more
/// resource before all others, so that all of its rows have other numbers than in DSTU2.
///
/// What shows the two are the names in their own texts, and the profiles and versions that each states. STU3 and R5 are
/// known by their versions only.
enum TwoReleases {
  static func validator() throws -> Validator {
    let dstu2 = try #require(Definitions.of(.dstu2))
    let text = try r4Text
    return Validator(
      definitions: DefinitionSet(dstu2, try Definitions(SchemaText(text))),
      names: try names.get())
  }

  private static let names = Result {
    try ReleaseNames(
      [published.wholeFacts, r4Text].map { String(decoding: $0, as: UTF8.self) }, others: [.stu3, .r5])
  }

  private static var published: GeneratedRelease {
    get throws { try #require(GeneratedSchema.releases.first { $0.release == .dstu2 }) }
  }

  private static var r4Text: UnsafeBufferPointer<UInt8> {
    get throws {
      var text = try published.facts.withUTF8Buffer { String(decoding: $0, as: UTF8.self) }
      for (line, other) in [
        ("release dstu2 1.0.2", "release r4 4.0.1"), ("rank 2", "rank 1"),
        ("sign version 1.0.1 1.0.2", "sign version 4.0.0 4.0.1"),
        ("sign profile ://fhir.org/guides/argonaut/", "sign profile ://hl7.org/fhir/us/core/"),
        (
          "sign profile ://hl7.org/fhir/StructureDefinition/daf-",
          "sign profiles ://hl7.org/fhir/StructureDefinition/ bmi bp"
        ), ("family 0..* string", "family 0..1 string"),
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
      return UnsafeBufferPointer(bytes)
    }
  }
}
