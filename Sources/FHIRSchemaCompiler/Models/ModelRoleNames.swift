import FHIRSchema

/// A release's names of the types that models treat specially: the roles in `Schemas/RELEASE/roles.txt`.
struct ModelRoleNames {
  private static let roles: [SchemaRole] = [
    .element, .backboneElement, .resource, .domainResource, .extension, .reference, .meta, .narrative, .bundle,
    .referenceReference, .extensionURL,
  ]
  private var names: [SchemaRole: String] = [:]

  /// - Throws: an error if a role is missing.
  init(_ facts: ReleaseFacts) throws(CompilerError) {
    for role in Self.roles {
      guard let name = facts.typeName(role) else { throw CompilerError("models need the role '\(role.rawValue)'") }
      names[role] = name
    }
  }

  subscript(role: SchemaRole) -> String { names[role] ?? "" }
}
