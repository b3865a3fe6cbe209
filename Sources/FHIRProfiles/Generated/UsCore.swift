// Generated
extension GeneratedGuides {
  static let usCore: StaticString = ""
}
