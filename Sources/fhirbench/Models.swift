import FHIRDSTU2
import FHIRModelRuntime
import FHIRR4
import FHIRValidation

/// The models of a value's release.
enum Models {
  case dstu2
  case r4

  /// The models of the release to which the validator assigns most records of the value.
  init(for value: UnsafeRawBufferPointer, _ validator: Validator) {
    let releases = validator.validate(value).tally.releases.mapValues { $0.values.reduce(0, +) }
    self = releases["r4", default: 0] > releases["dstu2", default: 0] ? .r4 : .dstu2
  }

  /// Decodes bytes strictly into a model and discards it; returns whether there was one.
  func decode(_ text: UnsafeBufferPointer<UInt8>, _ decoder: FHIRDecoder) -> Bool {
    switch self {
    case .dstu2: (try? decoder.decode(FHIRDSTU2.AnyResource.self, from: text)) != nil
    case .r4: (try? decoder.decode(FHIRR4.AnyResource.self, from: text)) != nil
    }
  }

  /// Adds the counts of a value's decoded models.
  func count(_ text: UnsafeBufferPointer<UInt8>, in counts: inout Report.Models) {
    switch self {
    case .dstu2: Self.count(text, FHIRDSTU2.Bundle.self, in: &counts)
    case .r4: Self.count(text, FHIRR4.Bundle.self, in: &counts)
    }
  }

  private static func count<B: ResourceBundle>(
    _ text: UnsafeBufferPointer<UInt8>, _ bundle: B.Type, in counts: inout Report.Models
  ) {
    if let resource = try? FHIRDecoder().decode(B.Release.AnyResource.self, from: text) {
      count(resource, bundle, in: &counts)
    }
  }

  private static func count<B: ResourceBundle>(
    _ resource: B.Release.AnyResource, _ type: B.Type, in counts: inout Report.Models
  ) {
    let isModelled = resource.model != nil
    if isModelled { counts.built += 1 } else { counts.keptAsText += 1 }
    for entry in B(resource)?.entry ?? [] {
      if let resource = entry.resource { count(resource, type, in: &counts) }
    }
  }
}
