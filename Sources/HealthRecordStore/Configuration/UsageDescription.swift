extension AppConfiguration {
  /// Refuses a missing usage description, or one that HealthKit does not accept.
  ///
  /// A value that is not a string crashes HealthKit; the store refuses it like an empty one. It also refuses a single
  /// word, as the app review and the system are reported to do, but only one of ASCII letters: other scripts write
  /// sentences without spaces.
  ///
  /// - Parameters:
  ///   - access: `read` or `write`, the word in the message.
  ///   - types: the types that need the description; without any, nothing is refused.
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
