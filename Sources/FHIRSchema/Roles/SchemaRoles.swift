/// The types and elements of a release by their roles, as rows of its table.
///
/// A role that is missing, or names nothing, is an error when the definitions are loaded. `nil` is a role that the
/// release states to be absent.
package struct SchemaRoles: Sendable {
  package let element: TypeID
  package let backboneElement: TypeID
  package let resource: TypeID
  package let domainResource: TypeID
  package let `extension`: TypeID
  package let reference: TypeID
  package let coding: TypeID
  package let quantity: TypeID
  package let simpleQuantity: TypeID?
  package let age: TypeID?
  package let duration: TypeID?
  package let distance: TypeID?
  package let bundle: TypeID
  package let composition: TypeID?
  package let messageHeader: TypeID?
  package let operationOutcome: TypeID?
  package let elementDefinition: TypeID?
  package let questionnaire: TypeID?
  package let questionnaireResponse: TypeID?
  package let boolean: TypeID
  package let uri: TypeID

  package let elementID: SchemaElementRole
  package let extensionURL: SchemaElementRole
  package let extensionValue: SchemaElementRole
  package let extensionNested: SchemaElementRole
  package let referenceReference: SchemaElementRole
  package let referenceType: SchemaElementRole?
  package let metaProfile: SchemaElementRole
  package let bundleEntry: SchemaElementRole
  package let messageFocus: SchemaElementRole?
  package let messageDetails: SchemaElementRole?
  package let compositionRelated: SchemaElementRole?
  package let attachmentData: SchemaElementRole?
  package let attachmentSize: SchemaElementRole?
  package let attachmentHash: SchemaElementRole?
  package let identifierValue: SchemaElementRole?

  package init(_ schema: SchemaTable) throws(SchemaError) {
    let resolver = RoleResolver(schema: schema)
    // Roles that only the table's builder and the models use must also resolve.
    for role: SchemaRole in [.codeableConcept, .meta, .narrative, .integer] { _ = try resolver.type(role) }
    _ = try resolver.element(.contained)
    _ = try resolver.elementIfPresent(.sampledData)
    for role: SchemaRole in [.observation, .attachment, .identifier] { _ = try resolver.typeIfPresent(role) }
    // The table's builder finds its type by the path.
    let component = SchemaRole.observationComponent
    if let element = try resolver.elementIfPresent(component), let path = try resolver.path(component),
      schema.type(named: path) != element.valueType
    {
      throw SchemaError(schema.release.name, "the element of the role '\(component.rawValue)' has no type of its own")
    }
    element = try resolver.type(.element)
    backboneElement = try resolver.type(.backboneElement)
    resource = try resolver.type(.resource)
    domainResource = try resolver.type(.domainResource)
    `extension` = try resolver.type(.extension)
    reference = try resolver.type(.reference)
    coding = try resolver.type(.coding)
    quantity = try resolver.type(.quantity)
    simpleQuantity = try resolver.typeIfPresent(.simpleQuantity)
    age = try resolver.typeIfPresent(.age)
    duration = try resolver.typeIfPresent(.duration)
    distance = try resolver.typeIfPresent(.distance)
    bundle = try resolver.type(.bundle)
    composition = try resolver.typeIfPresent(.composition)
    messageHeader = try resolver.typeIfPresent(.messageHeader)
    operationOutcome = try resolver.typeIfPresent(.operationOutcome)
    elementDefinition = try resolver.typeIfPresent(.elementDefinition)
    questionnaire = try resolver.typeIfPresent(.questionnaire)
    questionnaireResponse = try resolver.typeIfPresent(.questionnaireResponse)
    boolean = try resolver.type(.boolean)
    uri = try resolver.type(.uri)
    elementID = try resolver.element(.elementID)
    extensionURL = try resolver.element(.extensionURL)
    extensionValue = try resolver.element(.extensionValue)
    extensionNested = try resolver.element(.extensionNested)
    referenceReference = try resolver.element(.referenceReference)
    referenceType = try resolver.elementIfPresent(.referenceType)
    metaProfile = try resolver.element(.metaProfile)
    bundleEntry = try resolver.element(.bundleEntry)
    messageFocus = try resolver.elementIfPresent(.messageFocus)
    messageDetails = try resolver.elementIfPresent(.messageDetails)
    compositionRelated = try resolver.elementIfPresent(.compositionRelated)
    attachmentData = try resolver.elementIfPresent(.attachmentData)
    attachmentSize = try resolver.elementIfPresent(.attachmentSize)
    attachmentHash = try resolver.elementIfPresent(.attachmentHash)
    identifierValue = try resolver.elementIfPresent(.identifierValue)
  }
}

package struct SchemaElementRole: Sendable {
  package let element: Int
  /// Its member; the first if it is a choice.
  package let member: MemberID
  /// The row of its value's type; the first if it is a choice.
  package let valueType: TypeID
  package let bit: UInt64
}

private struct RoleResolver {
  let schema: SchemaTable

  func type(_ role: SchemaRole) throws(SchemaError) -> TypeID {
    guard let row = try typeIfPresent(role) else { throw absent(role) }
    return row
  }

  func typeIfPresent(_ role: SchemaRole) throws(SchemaError) -> TypeID? {
    guard let name = try path(role) else { return nil }
    guard let row = schema.type(named: name) else { throw unresolved(role, name) }
    return row
  }

  func element(_ role: SchemaRole) throws(SchemaError) -> SchemaElementRole {
    guard let element = try elementIfPresent(role) else { throw absent(role) }
    return element
  }

  func elementIfPresent(_ role: SchemaRole) throws(SchemaError) -> SchemaElementRole? {
    guard let path = try path(role) else { return nil }
    guard let dot = path.utf8.lastIndex(of: UInt8(ascii: ".")), let type = schema.type(named: String(path[..<dot])),
      let slot = schema.slot(of: type, named: String(path[path.utf8.index(after: dot)...])),
      let member = schema.memberIndices(of: type).first(where: { schema.members[$0].slot == slot })
    else { throw unresolved(role, path) }
    return SchemaElementRole(
      element: schema.elementNumber(slot, of: type), member: member, valueType: schema.members[member].typeID,
      bit: 1 << UInt64(slot))
  }

  /// The path that the text states for a role; `nil` if the release has nothing in it.
  func path(_ role: SchemaRole) throws(SchemaError) -> String? {
    guard let stated = schema.facts.stated(role) else {
      throw SchemaError(schema.release.name, "the role '\(role.rawValue)' is missing")
    }
    if stated.path == nil, !SchemaRole.optional.contains(role) { throw absent(role) }
    return stated.path
  }

  private func absent(_ role: SchemaRole) -> SchemaError {
    SchemaError(schema.release.name, "no release can do without the role '\(role.rawValue)'")
  }

  private func unresolved(_ role: SchemaRole, _ path: String) -> SchemaError {
    SchemaError(schema.release.name, "the role '\(role.rawValue)' names '\(path)', which is not defined")
  }
}
