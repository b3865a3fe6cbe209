extension AppConfiguration {
  /// Refuses a usage description that is missing or that HealthKit does not accept.
  ///
  /// A value that is no string crashes HealthKit; here it is refused as an empty one is. A single word is refused too,
  /// as has been reported of review and of the system, but only one of ASCII letters: other scripts write sentences
  /// without spaces.
  ///
  /// - Parameters:
  ///   - access: `read` or `write`, as the sentence says it.
  ///   - types: the types that the request needs the description for; without any, nothing is refused.
  func checkUsageDescription(_ key: String, access: String, for types: [ObjectType]) throws(HealthError) {
    guard !types.isEmpty else { return }
    guard let value = infoPlist[key] else { throw .missingDescription(key, access: access, types) }
    guard let text = value.string else { throw .invalidValue(value.excerpt, for: key) }
    let words = text.split(whereSeparator: \.isWhitespace)
    guard words.count > 1 || words.first?.utf8.allSatisfy({ $0 < 0x80 }) == false else {
      throw .invalidValue(value.excerpt, for: key)
    }
  }
}
