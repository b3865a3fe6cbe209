// Generated
extension GeneratedGuides {
  static let argonaut: StaticString = ""
}
