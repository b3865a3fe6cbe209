#if !canImport(HealthKit)
  public import Foundation

  // Apps write `date as CVarArg` among the arguments of a predicate. On Apple's platforms, Foundation converts the
  // value to an object; on others it does not.

  extension Date: @retroactive CVarArg {
    /// The date as text, as an object for `%@`.
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

  /// The time at which the arguments are read is unknown, so the object is kept forever.
  private func objectArgument(_ text: String) -> [Int] {
    [Int(bitPattern: Unmanaged.passRetained(NSString(string: text)).toOpaque())]
  }
#endif
