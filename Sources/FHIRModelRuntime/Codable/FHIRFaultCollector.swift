import Synchronization

/// Makes any decoder lenient with records, and collects their faults.
///
/// ```swift
/// let collector = FHIRFaultCollector()
/// let decoder = JSONDecoder()
/// decoder.userInfo[.fhirFaults] = collector
/// let answer = try decoder.decode(Answer.self, from: data)
/// for fault in collector.faults { print(fault.codingPath.map(\.stringValue), fault.debugDescription) }
/// ```
///
/// Elements that are missing or cannot be read are then `nil` or empty, as with `FHIRDecoder.decodeLeniently`. A record
/// that is not a resource of the requested type is still an error.
public final class FHIRFaultCollector: Sendable {
  private let found = Mutex<[DecodingError.Context]>([])

  /// Makes a collector without faults.
  public init() {}

  /// The faults, record by record in the order of decoding.
  public var faults: [DecodingError.Context] { found.withLock { $0 } }

  func add(_ faults: [DecodingError.Context]) { found.withLock { $0 += faults } }
}

extension CodingUserInfoKey {
  /// The key for a decoder's ``FHIRFaultCollector``, which makes the decoder lenient.
  public static let fhirFaults: CodingUserInfoKey = {
    guard let key = CodingUserInfoKey(rawValue: "fhirFaults") else { preconditionFailure("any text is a key") }
    return key
  }()
}
