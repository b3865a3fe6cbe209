public import FHIRSchema
import FHIRView
package import FHIRTape

/// Tells which clinical record of HealthKit's a resource is, and what says so.
///
/// Most resource types decide by themselves. An Observation is a lab result or a vital sign by its category:
///
/// 1. a coding of the published system, DSTU2's or R4's, with or without a slash at its end;
/// 2. else a published code in another system, or in none;
/// 3. else words: the category's text, a display, a code in other letters;
/// 4. else, unless that is switched off, LOINC codes: of vital signs in `code`, in a component each, or of smoking
///    status.
///
/// Where one step finds several, social history goes before vital signs before laboratory before the rest, and the
/// first two pairs are marked as ambiguous. HealthKit does not publish its own rule; this one is that of the closest
/// public precedent, Android's Health Connect.
///
/// ```swift
/// let classification = Classifier().classify(bytes)
/// print(classification.clinicalType?.displayName ?? "no clinical type", classification.basis)
/// ```
public struct Classifier: Sendable {
  /// Whether LOINC codes stand in for a category that is missing or says nothing.
  public var infersFromLOINC: Bool

  /// Makes a classifier.
  ///
  /// - Parameter infersFromLOINC: whether LOINC codes stand in for a category that is missing or says nothing.
  public init(infersFromLOINC: Bool = true) {
    self.infersFromLOINC = infersFromLOINC
  }

  /// Classifies the JSON of one resource. Its release decides about types that are records in one release only.
  public func classify(_ bytes: [UInt8], release: FHIRRelease = .unknown) -> Classification {
    bytes.withUnsafeBytes { classify($0, release: release) }
  }

  /// Classifies the JSON of one resource, whose bytes are only read and not kept. Its release decides about types that
  /// are records in one release only.
  public func classify(_ bytes: UnsafeRawBufferPointer, release: FHIRRelease = .unknown) -> Classification {
    TapedJSON.withTape(of: bytes) { classify($0, at: 0, release: release) }
      ?? Classification(none: .notAResource, .nothing)
  }

  /// Classifies the resource at `index`.
  package func classify(_ tape: Tape, at index: Int, release: FHIRRelease = .unknown) -> Classification {
    let name = tape.tag(index) == .object ? ResourceView(tape, index).typeIndex : nil
    return classify(tape, at: index, typeIndex: name ?? -1, release: release)
  }

  /// Classifies the resource at `index`.
  ///
  /// - Parameter name: the tape index of what it says of its type, -1 for nothing.
  package func classify(
    _ tape: Tape, at index: Int, typeIndex name: Int, release: FHIRRelease = .unknown
  ) -> Classification {
    guard name >= 0, let type = tape.withText(name, { FHIRResourceType($0) }) else {
      return Classification(none: .notAResource, .nothing)
    }
    guard let type else { return Classification(none: Classifier.reason(name, on: tape), .resourceType) }
    guard let clinicalType = type.clinicalType else { return classifyObservation(index, on: tape) }
    return type.isRecord(in: release)
      ? Classification(clinicalType, .resourceType) : Classification(none: .release, .resourceType)
  }

  /// The two types that are easily taken for records are named apart.
  private static func reason(_ name: Int, on tape: Tape) -> Classification.Reason {
    if tape.text(name, is: "Medication") { return .medication }
    return tape.text(name, is: "MedicationAdministration") ? .medicationAdministration : .resourceType
  }

  private func classifyObservation(_ index: Int, on tape: Tape) -> Classification {
    let category = tape.value(of: "category", in: index)
    let hasCategory = category >= 0 && tape.tag(category) != .null
    if hasCategory, let classification = CategoryReading(category, on: tape).classification { return classification }
    if infersFromLOINC, let classification = infer(index, on: tape) { return classification }
    return Classification(none: hasCategory ? .unknownCategory : .observationWithoutCategory, .nothing)
  }

  private func infer(_ index: Int, on tape: Tape) -> Classification? {
    switch LOINC.meaning(of: tape.value(of: "code", in: index), on: tape) {
    case .vitalSign: return Classification(.vitalSignRecord, .vitalSignCode)
    case .smokingStatus: return Classification(none: .socialHistory, .smokingStatusCode)
    case nil: break
    }
    let components = tape.value(of: "component", in: index)
    guard components >= 0, tape.tag(components) == .array, tape.length(components) > 0 else { return nil }
    // All of them: a panel of blood gases may state the temperature at which it was measured.
    var areVitalSigns = true
    tape.forEachItem(components) { component in
      guard areVitalSigns else { return }
      areVitalSigns = LOINC.meaning(of: tape.value(of: "code", in: component), on: tape) == .vitalSign
    }
    return areVitalSigns ? Classification(.vitalSignRecord, .vitalSignComponents) : nil
  }
}
