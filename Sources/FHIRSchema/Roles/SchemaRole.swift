/// The meaning of a type or an element for the judges, independent of its name in a release.
///
/// `Schemas/RELEASE/roles.txt` states for each role the type or element that has it, so that neutral code contains no
/// names of a release.
package enum SchemaRole: String, CaseIterable, Sendable {
  // MARK: Types

  /// The base of all data types.
  case element
  /// The base of the elements nested in a resource.
  case backboneElement = "backbone-element"
  /// The base of all resources; an element of this type holds one of any type.
  case resource
  /// The base of resources with a narrative; a resource of an unknown type has at least its elements.
  case domainResource = "domain-resource"
  case `extension`, reference, coding
  case codeableConcept = "codeable-concept"
  case meta, narrative, quantity
  case elementDefinition = "element-definition"
  /// A Quantity without a comparator, if the release has a type for it.
  case simpleQuantity = "simple-quantity"
  case age, duration, distance, bundle
  /// The first entry of a document.
  case composition
  /// The first entry of a message.
  case messageHeader = "message-header"
  /// A server's report of problems.
  case operationOutcome = "operation-outcome"
  case observation, questionnaire
  case questionnaireResponse = "questionnaire-response"
  case attachment, identifier, boolean, integer, uri

  // MARK: Elements

  case elementID = "element.id"
  case extensionURL = "extension.url"
  case extensionValue = "extension.value"
  case extensionNested = "extension.extension"
  case referenceReference = "reference.reference"
  case referenceType = "reference.type"
  case metaProfile = "meta.profile"
  /// The resources contained in another one.
  case contained
  case bundleEntry = "bundle.entry"
  case messageFocus = "message.focus"
  /// The problems that a message answers with.
  case messageDetails = "message.details"
  /// The relations of a composition to other documents.
  case compositionRelated = "composition.related"
  case observationComponent = "observation.component"
  /// The text with the values of a series of measurements.
  case sampledData = "sampled-data.data"
  case attachmentData = "attachment.data"
  case attachmentSize = "attachment.size"
  case attachmentHash = "attachment.hash"
  case identifierValue = "identifier.value"
}
