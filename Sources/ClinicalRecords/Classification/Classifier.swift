public import FHIRSchema
package import FHIRTape

/// Decides which of HealthKit's clinical types a resource has, and names the evidence.
///
/// Most resource types determine the clinical type. An Observation is a lab result or a vital sign by its category:
///
/// 1. a coding of the published system of DSTU2 or R4, with or without a trailing slash;
/// 2. else a published code in another system, or in none;
/// 3. else words: the category's text, a display, or a code in different letter case;
/// 4. else, unless this step is switched off, LOINC codes: of vital signs in `code` or in every component, or of
///    smoking status.
///
/// If one step finds several categories, social history takes precedence over vital signs, vital signs over laboratory,
/// and laboratory over the rest; several of the first three make the result ambiguous. HealthKit does not publish its
/// rule. This one follows the closest public precedent, Android's Health Connect.
///
/// ```swift
/// let classification = Classifier().classify(bytes)
/// print(classification.clinicalType?.displayName ?? "no clinical type", classification.basis)
/// ```
public struct Classifier: Sendable {
  /// Whether LOINC codes are used if a category is missing or not recognised.
  public var infersFromLOINC: Bool

  /// Makes a classifier.
  public init(infersFromLOINC: Bool = true) { self.infersFromLOINC = infersFromLOINC }

  /// Classifies the JSON of one resource. Some types are records only in one release, so the release matters.
  public func classify(_ bytes: [UInt8], release: FHIRRelease = .unknown) -> Classification {
    bytes.withUnsafeBytes { classify($0, release: release) }
  }

  /// Classifies the JSON of one resource; does not keep the bytes. Some types are records only in one release, so the
  /// release matters.
  public func classify(_ bytes: UnsafeRawBufferPointer, release: FHIRRelease = .unknown) -> Classification {
    let classification = try? TapedJSON.read(bytes) { classify($0, at: .root, release: release) }
    return classification ?? Classification(none: .notAResource, .nothing)
  }

  package func classify(
    _ tape: Tape, at index: TapeIndex, typeIndex: TapeIndex? = nil, release: FHIRRelease = .unknown
  ) -> Classification {
    let name = typeIndex ?? tape.resourceTypeIndex(of: index) ?? TapeIndex.none
    guard name.exists, let type = tape.withText(name, FHIRResourceType.names.value) else {
      return Classification(none: .notAResource, .nothing)
    }
    guard let type else { return Classification(none: Classifier.reason(name, on: tape), .resourceType) }
    guard type.isRecord(in: release) else { return Classification(none: .release, .resourceType) }
    guard let clinicalType = type.clinicalType else { return classifyObservation(index, on: tape) }
    return Classification(clinicalType, .resourceType)
  }

  /// The two types that are easily mistaken for records have reasons of their own.
  private static func reason(_ name: TapeIndex, on tape: Tape) -> Classification.Reason {
    if tape.string(name, equals: "Medication") { return .medication }
    return tape.string(name, equals: "MedicationAdministration") ? .medicationAdministration : .resourceType
  }

  private func classifyObservation(_ index: TapeIndex, on tape: Tape) -> Classification {
    let category = tape.value(of: "category", in: index)
    let hasCategory = category.exists && tape.tag(category) != .null
    if hasCategory, let classification = CategoryReading(category, on: tape).classification { return classification }
    if infersFromLOINC, let classification = infer(index, on: tape) { return classification }
    return Classification(none: hasCategory ? .unknownCategory : .observationWithoutCategory, .nothing)
  }

  private func infer(_ index: TapeIndex, on tape: Tape) -> Classification? {
    switch LOINC.meaning(of: tape.value(of: "code", in: index), on: tape) {
    case .vitalSign: return Classification(.vitalSignRecord, .vitalSignCode)
    case .smokingStatus: return Classification(none: .socialHistory, .smokingStatusCode)
    case nil: break
    }
    let components = tape.value(of: "component", in: index)
    guard components.exists, tape.tag(components) == .array, tape.length(components) > 0 else { return nil }
    // Every component must be a vital sign: a panel of blood gases may have one for the temperature at measurement.
    let areVitalSigns = tape.items(of: components).allSatisfy { component in
      LOINC.meaning(of: tape.value(of: "code", in: component), on: tape) == .vitalSign
    }
    return areVitalSigns ? Classification(.vitalSignRecord, .vitalSignComponents) : nil
  }
}

/// The LOINC codes that identify the kind of an Observation without a category.
enum LOINC {
  enum Meaning { case vitalSign, smokingStatus }

  /// The vital signs of the profile of R4 and US Core, those that Argonaut adds for DSTU2, and smoking status, which has
  /// no category in Argonaut's profile.
  ///
  /// <https://hl7.org/fhir/R4/observation-vitalsigns.html>,
  /// <https://www.fhir.org/guides/argonaut/r2/StructureDefinition-argo-vitalsigns.html>.
  private static let meanings = NamesAsBytes<Meaning>(
    [
      "85353-1", "9279-1", "8867-4", "2708-6", "8310-5", "8302-2", "9843-4", "29463-7", "39156-5", "85354-9", "8480-6",
      "8462-4",
      // Argonaut's: the panels used then, pulse oximetry, lying length, and a percentile of head circumference.
      "8716-3", "59408-5", "8306-3", "8287-5", "55284-4",
    ].map { ($0, .vitalSign) } + [("72166-2", .smokingStatus)])

  /// What the codings of the CodeableConcept at `concept` mean; `nil` if none of them has one of these LOINC codes.
  static func meaning(of concept: TapeIndex, on tape: Tape) -> Meaning? {
    guard concept.exists else { return nil }
    for coding in tape.items(of: tape.value(of: "coding", in: concept)) where tape.tag(coding) == .object {
      let system = tape.value(of: "system", in: coding)
      let code = tape.value(of: "code", in: coding)
      guard system.exists, code.exists, systems.contains(where: { tape.string(system, equals: $0) }) else { continue }
      if let meaning = tape.withText(code, meanings.value) ?? nil { return meaning }
    }
    return nil
  }

  /// The URL of LOINC, with or without a trailing slash, and its OID.
  private static let systems: [StaticString] = [
    "http://loinc.org", "http://loinc.org/", "urn:oid:2.16.840.1.113883.6.1",
  ]
}
