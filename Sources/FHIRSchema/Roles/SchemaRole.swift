/// What a type or an element is to those who judge records, whatever a release calls it.
///
/// `Schemas/RELEASE/roles.txt` says of each role which type or element has it, so that no code of ours needs a name of
/// a release.
package enum SchemaRole: String, CaseIterable, Sendable {
  // MARK: Types

  /// What all values of data types are.
  case element
  /// What the elements nested in a resource are.
  case backboneElement = "backbone-element"
  /// What all resources are; an element of this type holds one of any type.
  case resource
  /// What resources with a narrative are; a resource of an unknown type has at least its elements.
  case domainResource = "domain-resource"
  case `extension`
  case reference
  case coding
  case codeableConcept = "codeable-concept"
  case meta
  /// A text for people in a record.
  case narrative
  case quantity
  /// A Quantity without a comparator, where the release has a type for it.
  case simpleQuantity = "simple-quantity"
  /// A Quantity of time that says how old somebody is.
  case age
  /// A Quantity of time that says how long something takes.
  case duration
  case bundle
  /// What a document begins with.
  case composition
  /// What a message begins with.
  case messageHeader = "message-header"
  /// What a server says of problems.
  case operationOutcome = "operation-outcome"
  case observation
  /// A document, an image or the like.
  case attachment
  case boolean
  case integer
  case uri

  // MARK: Elements

  case elementID = "element.id"
  case extensionURL = "extension.url"
  case extensionValue = "extension.value"
  /// The extensions of an extension.
  case extensionNested = "extension.extension"
  case referenceReference = "reference.reference"
  /// What a Reference says of the type of its target.
  case referenceType = "reference.type"
  case metaProfile = "meta.profile"
  /// The resources that live inside of another one.
  case contained
  case bundleEntry = "bundle.entry"
  /// What a message is about.
  case messageFocus = "message.focus"
  case observationComponent = "observation.component"
  /// The text with the values of a series of measurements.
  case sampledData = "sampled-data.data"
  /// The bytes of an Attachment.
  case attachmentData = "attachment.data"
  /// The number of these bytes.
  case attachmentSize = "attachment.size"

  /// All by their names; the initialiser that Swift makes compares with one after another.
  static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

  /// Whether a release may say that it has nothing in this role, as `role age -`.
  var mayBeAbsent: Bool {
    switch self {
    case .simpleQuantity, .age, .duration, .composition, .messageHeader, .operationOutcome, .observation, .messageFocus,
      .observationComponent, .referenceType, .sampledData, .attachment, .attachmentData, .attachmentSize:
      true
    default: false
    }
  }
}
