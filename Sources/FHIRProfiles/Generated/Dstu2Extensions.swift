// Generated
extension GeneratedGuides {
  static let dstu2Extensions: StaticString = ""
}
