// HealthKit documents what is declared here.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
#if !canImport(HealthKit)
  public import Foundation
  import HealthRecordStore

  /// The domain of HealthKit's errors.
  public let HKErrorDomain = "HKErrorDomain"

  /// A HealthKit error with its code.
  public struct HKError: _BridgedStoredNSError {
    public let _nsError: NSError
    public init(_nsError: NSError) { self._nsError = _nsError }
    public static var errorDomain: String { HKErrorDomain }
    public static var _nsErrorDomain: String { HKErrorDomain }

    /// Converts the store's error.
    init(_ error: HealthError) {
      self.init(
        Code(rawValue: error.code.rawValue) ?? .unknownError, userInfo: [NSLocalizedDescriptionKey: error.message])
    }
  }
#endif
