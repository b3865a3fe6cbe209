import FHIRTape

/// The LOINC codes that identify the kind of an Observation without a category.
enum LOINC {
  /// The vital signs of the profile of R4 and US Core, and those that Argonaut adds for DSTU2.
  ///
  /// <https://hl7.org/fhir/R4/observation-vitalsigns.html>,
  /// <https://www.fhir.org/guides/argonaut/r2/StructureDefinition-argo-vitalsigns.html>.
  static let vitalSigns: [StaticString] = [
    "85353-1", "9279-1", "8867-4", "2708-6", "8310-5", "8302-2", "9843-4", "29463-7", "39156-5", "85354-9", "8480-6",
    "8462-4",
    // Argonaut's: the panels used then, pulse oximetry, lying length, and a percentile of head circumference.
    "8716-3", "59408-5", "8306-3", "8287-5", "55284-4",
  ]

  /// Smoking status, which has no category in Argonaut's profile.
  static let smokingStatus: StaticString = "72166-2"

  private static let vitalSignKeys = Set(vitalSigns.map { key(UnsafeBufferPointer($0)) })
  private static let smokingStatusKey = key(UnsafeBufferPointer(smokingStatus))

  enum Meaning { case vitalSign, smokingStatus }

  /// What the codings of the CodeableConcept at `concept` mean; `nil` if none of them has one of these LOINC codes.
  static func meaning(of concept: TapeIndex, on tape: Tape) -> Meaning? {
    guard concept.exists else { return nil }
    for coding in tape.items(of: tape.value(of: "coding", in: concept)) where tape.tag(coding) == .object {
      let system = tape.value(of: "system", in: coding)
      let code = tape.value(of: "code", in: coding)
      guard system.exists, code.exists, isLOINC(system, on: tape) else { continue }
      let key = tape.withText(code) { LOINC.key($0) } ?? 0
      if vitalSignKeys.contains(key) { return .vitalSign }
      if key == smokingStatusKey { return .smokingStatus }
    }
    return nil
  }

  /// Whether the string at `index` identifies LOINC: its URL, with or without a trailing slash, or its OID.
  private static func isLOINC(_ index: TapeIndex, on tape: Tape) -> Bool {
    tape.text(index, is: "http://loinc.org") || tape.text(index, is: "http://loinc.org/")
      || tape.text(index, is: "urn:oid:2.16.840.1.113883.6.1")
  }

  /// A code of at most eight bytes as a number, 0 for a longer one.
  private static func key(_ code: UnsafeBufferPointer<UInt8>) -> UInt64 {
    code.count > 8 ? 0 : code.reduce(0) { $0 << 8 | UInt64($1) }
  }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate init(_ text: StaticString) {
    self.init(start: text.utf8Start, count: text.utf8CodeUnitCount)
  }
}
