#if !canImport(HealthKit)
  public import Foundation

  // Apps write `date as CVarArg` among the arguments of a predicate. On Apple's platforms Foundation makes an object of the
  // value; elsewhere it does not.

  extension Date: @retroactive CVarArg {
    /// The date in words, as an object for `%@`.
    public var _cVarArgEncoding: [Int] { objectArgument(description) }
  }

  extension UUID: @retroactive CVarArg {
    /// The digits, as an object for `%@`.
    public var _cVarArgEncoding: [Int] { objectArgument(uuidString) }
  }

  extension HKFHIRResourceType: CVarArg {
    /// The name, as an object for `%@`.
    public var _cVarArgEncoding: [Int] { objectArgument(rawValue) }
  }

  /// Nobody tells when the arguments have been read, so the object is kept.
  private func objectArgument(_ text: String) -> [Int] {
    [Int(bitPattern: Unmanaged.passRetained(NSString(string: text)).toOpaque())]
  }
#endif
