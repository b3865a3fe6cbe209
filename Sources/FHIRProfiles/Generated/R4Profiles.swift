extension GeneratedGuides {
  static let r4Profiles: StaticString = "guide r4-profiles r4 4.0.1\n"
}
