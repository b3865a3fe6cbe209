import FHIRText

extension FHIRResourceType {
  /// Finds a type by a name from an input. Compares bytes, while `init(rawValue:)` would normalise the text.
  package init?(named name: String) {
    guard let type = FHIRResourceType.allCases.first(where: { $0.rawValue.byBytes == name.byBytes }) else { return nil }
    self = type
  }
}

extension ClinicalTypeIdentifier {
  /// Finds a type by a name from an input. Compares bytes, while `init(rawValue:)` would normalise the text.
  package init?(named name: String) {
    guard let type = ClinicalTypeIdentifier.allCases.first(where: { $0.rawValue.byBytes == name.byBytes }) else {
      return nil
    }
    self = type
  }
}
