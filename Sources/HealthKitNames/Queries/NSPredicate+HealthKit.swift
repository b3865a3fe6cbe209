#if !canImport(HealthKit)
  public import Foundation

  extension NSPredicate {
    /// A condition in words, which Foundation has on Apple's platforms only.
    ///
    /// ```swift
    /// let mine = NSPredicate(format: "%K == %@", HKPredicateKeyPathClinicalRecordFHIRResourceIdentifier, "2")
    /// ```
    ///
    /// Understood are comparisons of HealthKit's key paths for dates, UUIDs and FHIR resources, by `==`, `=`, `!=`, `<>`, `<`,
    /// `<=`, `>`, `>=` and `IN`, and `AND`, `OR`, `NOT` and parentheses. For anything else Foundation or HealthKit raise an
    /// exception, or it is not part of this module; ``SimulatedDevice/exceptions`` makes both a trap, or an error and a
    /// condition that nothing meets.
    public convenience init(format predicateFormat: String, _ arguments: Any...) {
      self.init(format: predicateFormat, argumentArray: arguments)
    }

    /// A condition in words, with its arguments in an array.
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
