import FHIRSchema

/// A release's names of the types that models treat specially: the roles in `Schemas/RELEASE/roles.txt`.
struct ModelRoleNames {
  let element: String
  let backboneElement: String
  let resource: String
  let domainResource: String
  let `extension`: String
  let reference: String
  let meta: String
  let narrative: String
  let bundle: String
  /// The member of a reference that holds its URL.
  let referenceURL: String
  /// The member of an extension that identifies its meaning.
  let extensionURL: String

  /// - Throws: an error if a role is missing.
  init(_ facts: ReleaseFacts) throws(CompilerError) {
    func name(_ role: SchemaRole) throws(CompilerError) -> String {
      guard let name = facts.typeName(role) else { throw CompilerError("models need the role '\(role.rawValue)'") }
      return name
    }
    element = try name(.element)
    backboneElement = try name(.backboneElement)
    resource = try name(.resource)
    domainResource = try name(.domainResource)
    `extension` = try name(.extension)
    reference = try name(.reference)
    meta = try name(.meta)
    narrative = try name(.narrative)
    bundle = try name(.bundle)
    referenceURL = ModelNames.member(try name(.referenceReference))
    extensionURL = ModelNames.member(try name(.extensionURL))
  }
}
