/// The types and elements of a release by their roles, as rows of its table.
///
/// A role that is missing, or names nothing, is an error when the definitions are loaded. `nil` is a role that the
/// release states to be absent, as in `role age -`.
package struct SchemaRoles: Sendable {
  package let element, backboneElement, resource, domainResource: TypeID
  package let `extension`, reference, coding, quantity, bundle, boolean, uri: TypeID
  package let simpleQuantity, age, duration, distance, elementDefinition, identifier: TypeID?
  package let composition, messageHeader, operationOutcome, questionnaire, questionnaireResponse: TypeID?
  package let elementID, extensionURL, extensionValue, extensionNested: SchemaElementRole
  package let referenceReference, metaProfile, bundleEntry: SchemaElementRole
  package let referenceType, messageFocus, messageDetails, compositionRelated, identifierValue: SchemaElementRole?
  package let attachmentData, attachmentSize, attachmentHash: SchemaElementRole?

  package init(_ schema: SchemaTable) throws(SchemaError) {
    // Roles that only the table's builder and the models use must also resolve.
    for role: SchemaRole in [.codeableConcept, .meta, .narrative, .integer] { _ = try schema.type(role) }
    _ = try schema.element(.contained)
    _ = try schema.elementIfPresent(.sampledData)
    for role: SchemaRole in [.observation, .attachment] { _ = try schema.typeIfPresent(role) }
    // The table's builder finds its type by the path.
    let component = SchemaRole.observationComponent
    if let element = try schema.elementIfPresent(component), let path = try schema.path(component),
      schema.type(named: path) != element.valueType
    {
      throw SchemaError(schema.release.name, "the element of the role '\(component.rawValue)' has no type of its own")
    }
    element = try schema.type(.element)
    backboneElement = try schema.type(.backboneElement)
    resource = try schema.type(.resource)
    domainResource = try schema.type(.domainResource)
    `extension` = try schema.type(.extension)
    reference = try schema.type(.reference)
    coding = try schema.type(.coding)
    quantity = try schema.type(.quantity)
    simpleQuantity = try schema.typeIfPresent(.simpleQuantity)
    age = try schema.typeIfPresent(.age)
    duration = try schema.typeIfPresent(.duration)
    distance = try schema.typeIfPresent(.distance)
    bundle = try schema.type(.bundle)
    composition = try schema.typeIfPresent(.composition)
    messageHeader = try schema.typeIfPresent(.messageHeader)
    operationOutcome = try schema.typeIfPresent(.operationOutcome)
    elementDefinition = try schema.typeIfPresent(.elementDefinition)
    questionnaire = try schema.typeIfPresent(.questionnaire)
    questionnaireResponse = try schema.typeIfPresent(.questionnaireResponse)
    boolean = try schema.type(.boolean)
    uri = try schema.type(.uri)
    elementID = try schema.element(.elementID)
    extensionURL = try schema.element(.extensionURL)
    extensionValue = try schema.element(.extensionValue)
    extensionNested = try schema.element(.extensionNested)
    referenceReference = try schema.element(.referenceReference)
    referenceType = try schema.elementIfPresent(.referenceType)
    metaProfile = try schema.element(.metaProfile)
    bundleEntry = try schema.element(.bundleEntry)
    messageFocus = try schema.elementIfPresent(.messageFocus)
    messageDetails = try schema.elementIfPresent(.messageDetails)
    compositionRelated = try schema.elementIfPresent(.compositionRelated)
    attachmentData = try schema.elementIfPresent(.attachmentData)
    attachmentSize = try schema.elementIfPresent(.attachmentSize)
    attachmentHash = try schema.elementIfPresent(.attachmentHash)
    identifier = try schema.typeIfPresent(.identifier)
    identifierValue = try schema.elementIfPresent(.identifierValue)
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

extension SchemaTable {
  fileprivate func type(_ role: SchemaRole) throws(SchemaError) -> TypeID {
    guard let row = try typeIfPresent(role) else { throw absent(role) }
    return row
  }

  fileprivate func typeIfPresent(_ role: SchemaRole) throws(SchemaError) -> TypeID? {
    guard let name = try path(role) else { return nil }
    guard let row = type(named: name) else { throw unresolved(role, name) }
    return row
  }

  fileprivate func element(_ role: SchemaRole) throws(SchemaError) -> SchemaElementRole {
    guard let element = try elementIfPresent(role) else { throw absent(role) }
    return element
  }

  fileprivate func elementIfPresent(_ role: SchemaRole) throws(SchemaError) -> SchemaElementRole? {
    guard let path = try path(role) else { return nil }
    guard let dot = path.utf8.lastIndex(of: UInt8(ascii: ".")), let type = type(named: String(path[..<dot])),
      let slot = slot(of: type, named: String(path[path.utf8.index(after: dot)...])),
      let member = memberIndices(of: type).first(where: { members[$0].slot == slot })
    else { throw unresolved(role, path) }
    return SchemaElementRole(
      element: elementNumber(slot, of: type), member: member, valueType: members[member].typeID, bit: 1 << UInt64(slot))
  }

  /// The path that the text states for a role; `nil` if the release has nothing in it.
  fileprivate func path(_ role: SchemaRole) throws(SchemaError) -> String? {
    guard let path = facts.roles[role] else {
      throw SchemaError(release.name, "the role '\(role.rawValue)' is missing")
    }
    return path
  }

  private func absent(_ role: SchemaRole) -> SchemaError {
    SchemaError(release.name, "no release can do without the role '\(role.rawValue)'")
  }

  private func unresolved(_ role: SchemaRole, _ path: String) -> SchemaError {
    SchemaError(release.name, "the role '\(role.rawValue)' names '\(path)', which is not defined")
  }
}
