/// The members of a published definition that a judge reads; all others are prose or history, or repeat the base.
struct DefinitionForm: Sendable {
  /// The members that are kept, and the form of their values.
  private let members: [String: DefinitionForm]
  /// Prefixes of members that are kept whole, such as `fixedCode`.
  private let prefixes: [String]
  private let isWhole: Bool

  private init(_ members: [String: DefinitionForm], prefixes: [String] = [], isWhole: Bool = false) {
    (self.members, self.prefixes, self.isWhole) = (members, prefixes, isWhole)
  }

  /// A value that is kept whole.
  private static let whole = DefinitionForm([:], isWhole: true)

  private static func whole(_ names: String...) -> [String: DefinitionForm] {
    Dictionary(uniqueKeysWithValues: names.map { ($0, whole) })
  }

  private func with(_ name: String, _ form: DefinitionForm) -> DefinitionForm {
    DefinitionForm(members.merging([name: form]) { $1 }, prefixes: prefixes)
  }

  /// The value reduced to this form; `nil` if nothing remains.
  func reduced(_ value: DefinitionJSON) -> DefinitionJSON? {
    if isWhole { return value }
    switch value {
    case .plain: return value
    case .array(let items):
      let kept = items.compactMap(reduced)
      return kept.isEmpty ? nil : .array(kept)
    case .object(let all):
      let kept = all.compactMap { member -> DefinitionJSON.Member? in
        let isVariant = prefixes.contains { member.name.hasPrefix($0) && member.name != $0 }
        guard let form = members[member.name] ?? (isVariant ? Self.whole : nil) else { return nil }
        return form.reduced(member.value).map { DefinitionJSON.Member(name: member.name, value: $0) }
      }
      return kept.isEmpty ? nil : .object(kept)
    }
  }

  // MARK: - The forms

  /// The form of a profile or an extension, reduced to the differential: its base states the rest.
  static let structure = DefinitionForm(
    whole(
      "resourceType", "url", "version", "fhirVersion", "type", "constrainedType", "base", "baseDefinition",
      "derivation", "contextType", "context", "contextInvariant")
  ).with("differential", DefinitionForm(["element": element]))

  private static let element = DefinitionForm(
    whole(
      "id", "path", "name", "sliceName", "min", "max", "maxLength", "mustSupport", "isModifier", "contentReference",
      "nameReference"),
    prefixes: ["fixed", "pattern", "minValue", "maxValue"]
  )
  .with("slicing", DefinitionForm(whole("discriminator", "rules", "ordered")))
  .with("type", DefinitionForm(whole("code", "profile", "targetProfile", "aggregation")))
  .with("binding", DefinitionForm(whole("strength", "valueSet", "valueSetUri", "valueSetReference", "extension")))
  .with("constraint", DefinitionForm(whole("key", "severity", "human", "expression", "source", "extension")))

  /// The form of a value set.
  static let valueSet = DefinitionForm(whole("resourceType", "url", "version"))
    .with("codeSystem", DefinitionForm(whole("system", "caseSensitive")).with("concept", concept))
    .with("compose", DefinitionForm(whole("import")).with("include", part).with("exclude", part))

  private static let part = DefinitionForm(whole("system", "valueSet", "filter"))
    .with("concept", DefinitionForm(whole("code")))

  /// The form of a code system.
  static let codeSystem = DefinitionForm(whole("resourceType", "url", "version", "content", "caseSensitive"))
    .with("concept", concept)

  /// Concepts are nested, at most four deep in the stored form.
  private static let concept = DefinitionForm(whole("code", "property"))
    .with(
      "concept",
      DefinitionForm(whole("code", "property")).with(
        "concept",
        DefinitionForm(whole("code", "property")).with(
          "concept", DefinitionForm(whole("code", "property", "concept")))))
}
