#if !canImport(HealthKit)
  public import Foundation

  extension NSPredicate {
    /// A condition in the format language, which Foundation has only on Apple's platforms.
    ///
    /// ```swift
    /// let mine = NSPredicate(format: "%K == %@", HKPredicateKeyPathClinicalRecordFHIRResourceIdentifier, "2")
    /// ```
    ///
    /// Supported are comparisons of HealthKit's key paths for dates, UUIDs and FHIR resources, by `==`, `=`, `!=`,
    /// `<>`, `<`, `<=`, `>`, `>=` and `IN`, and `AND`, `OR`, `NOT` and parentheses. For any other text, which may be
    /// valid in Foundation, ``SimulatedDevice/exceptions`` decides: the process traps, or the error is recorded and the
    /// condition matches nothing.
    public convenience init(format predicateFormat: String, _ arguments: Any...) {
      self.init(format: predicateFormat, argumentArray: arguments)
    }

    /// A condition in the format language, with its arguments in an array.
    public convenience init(format predicateFormat: String, argumentArray arguments: [Any]?) {
      var reader = PredicateReader(predicateFormat, arguments ?? [])
      guard let condition = reader.read() else {
        SimulatedDevice.current.raise("HealthKitNames does not understand the predicate '\(predicateFormat)'")
        self.init(value: false)
        return
      }
      self.init { object, _ in (object as? HKObject).map(condition) ?? false }
    }
  }

  extension NSSortDescriptor {
    /// An order by a property of samples, which Foundation has only on Apple's platforms.
    ///
    /// - Parameters:
    ///   - key: `HKSampleSortIdentifierStartDate` or `HKSampleSortIdentifierEndDate`. For any other key HealthKit
    ///     raises an exception. Here, depending on ``SimulatedDevice/exceptions``, the process traps, or the error is
    ///     recorded and the order changes nothing.
    ///   - ascending: whether the earliest comes first.
    public convenience init(key: String?, ascending: Bool) {
      switch key {
      case HKSampleSortIdentifierStartDate: self.init(keyPath: \HKSample.startDate, ascending: ascending)
      case HKSampleSortIdentifierEndDate: self.init(keyPath: \HKSample.endDate, ascending: ascending)
      default:
        SimulatedDevice.current.raise("Samples are sorted by startDate or endDate, not by \(key ?? "nothing")")
        self.init(keyPath: \HKSample.startDate, ascending: ascending) { _, _ in .orderedSame }
      }
    }
  }

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
