import FHIRDSTU2
import FHIRModelRuntime
import FHIRR4
import Foundation
import Testing

/// A release with tested models. Tests for the models of every release run with each of them; tests for one release are
/// in a file with its name.
struct TestedRelease: Sendable, CustomTestStringConvertible {
  /// The name of its folder of samples, and of the published examples next to the package.
  let name: String
  /// A resource of any type of the release.
  let models: any AnyFHIRResource.Type

  static let all = [
    TestedRelease(name: "dstu2", models: FHIRDSTU2.AnyResource.self),
    TestedRelease(name: "r4", models: FHIRR4.AnyResource.self),
  ]

  var testDescription: String { name }

  /// The valid records among the samples.
  var samples: [URL] { Corpus.files(Corpus.root.appendingPathComponent("Samples/\(name)/records")) }

  /// The published examples; none if they are not available.
  var published: [URL] {
    Corpus.files(Corpus.shared.appendingPathComponent("\(name)-official"))
      .filter { $0.lastPathComponent != "known-violations.json" }
  }
}

/// The result of lenient decoding, and of encoding that.
struct RoundTrip {
  let resourceType: String?
  /// Whether the type has a model.
  let isModelled: Bool
  let faults: [FHIRFault]
  let encoded: [UInt8]
  /// Whether what was encoded decodes to the same value.
  let isStable: Bool

  /// `nil` if the document is not a resource; then there must be a fault.
  init?(_ release: TestedRelease, _ json: [UInt8]) { self.init(release.models, json) }

  private init?<A: AnyFHIRResource>(_ type: A.Type, _ json: [UInt8]) {
    let result = FHIRDecoder().decodeLeniently(type, from: json)
    guard let resource = result.value else {
      #expect(!result.faults.isEmpty)
      return nil
    }
    resourceType = resource.resourceTypeName
    isModelled = resource.model != nil
    faults = result.faults
    encoded = FHIREncoder().encode(resource)
    isStable = FHIRDecoder().decodeLeniently(type, from: encoded).value == resource
  }
}
