import Synchronization

/// Makes any decoder lenient with records, and takes what is wrong with them.
///
/// ```swift
/// let collector = FHIRFaultCollector()
/// let decoder = JSONDecoder()
/// decoder.userInfo[.fhirFaults] = collector
/// let answer = try decoder.decode(Answer.self, from: data)
/// for fault in collector.faults { print(fault.codingPath.map(\.stringValue), fault.debugDescription) }
/// ```
///
/// What is missing or cannot be read is `nil` or empty then, as `FHIRDecoder.decodeLeniently`
/// has it. A record that is no resource of the type that is asked for is an error all the same.
public final class FHIRFaultCollector: Sendable {
  private let found = Mutex<[DecodingError.Context]>([])

  /// Makes a collector without faults.
  public init() {}

  /// What is wrong, record by record in the order in which they were decoded.
  public var faults: [DecodingError.Context] { found.withLock { $0 } }

  func add(_ faults: [DecodingError.Context]) { found.withLock { $0 += faults } }
}

extension CodingUserInfoKey {
  /// Where a decoder has the ``FHIRFaultCollector`` that makes it lenient.
  public static let fhirFaults: CodingUserInfoKey = {
    guard let key = CodingUserInfoKey(rawValue: "fhirFaults") else { preconditionFailure("any text is a key") }
    return key
  }()
}
