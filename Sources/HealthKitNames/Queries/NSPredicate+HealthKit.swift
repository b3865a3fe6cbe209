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
#endif
