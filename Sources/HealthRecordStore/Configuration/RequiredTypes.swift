import ClinicalRecords
import FHIRSupport

extension AppConfiguration {
  /// The clinical types that the app requires; empty if Info.plist names none.
  ///
  /// HealthKit does not document what it does with fewer than three types, with other types or with another kind of
  /// value. The store refuses such a request, because otherwise a developer would find too late that a required type is
  /// not required. A type that is named twice counts once.
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
