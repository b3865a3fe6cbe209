extension GeneratedSchema {
  package static let distinctions: StaticString = ""
}
