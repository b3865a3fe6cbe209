// Generated
extension GeneratedGuides {
  static let r4Extensions: StaticString = ""
}
