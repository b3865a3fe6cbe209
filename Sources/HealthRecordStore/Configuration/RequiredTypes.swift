import ClinicalRecords

extension AppConfiguration {
  /// The clinical types that the app requires; empty when Info.plist names none.
  ///
  /// HealthKit does not say what it does with fewer than three, with names of other types or with another kind of
  /// value. Here the request is refused, because a required type that is silently not required is found too late.
  /// A type named twice counts once.
  func requiredTypes() throws(HealthError) -> Set<ObjectType> {
    let key = InfoPlistKey.requiredTypes
    guard let value = infoPlist[key] else { return [] }
    guard let names = value.strings else { throw .invalidValue(value.excerpt, for: key) }
    var types: Set<ObjectType> = []
    for name in names {
      guard let identifier = ClinicalTypeIdentifier(named: name) else {
        throw .invalidValue(PropertyValue.string(name).excerpt, for: key)
      }
      types.insert(.clinicalType(identifier))
    }
    guard types.count >= 3 else {
      throw HealthError(.errorInvalidArgument, "\(key) must name three or more clinical types")
    }
    return types
  }
}
