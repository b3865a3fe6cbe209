/// A fault of a narrative, and its range in the lexeme.
package struct NarrativeFault: Equatable, Sendable {
  package var kind: Kind
  /// The bytes at fault, counted from the first byte of the lexeme; escapes are not resolved.
  package var range: Range<Int>
  /// For a tag that does not fit and for what is out of place, the offset of the name that was opened.
  package var related: Int

  package init(_ kind: Kind, _ range: Range<Int>, related: Int = 0) {
    self.kind = kind
    self.range = range
    self.related = related
  }

  package enum Kind: UInt8, CaseIterable, Sendable {
    // Not well-formed: the scan ends here.

    /// `<` with no name behind it.
    case tagWithoutName
    /// The text ends inside a tag.
    case unclosedTag
    /// The text ends inside an element.
    case unclosedElement
    /// An end tag that closes another element than the open one.
    case mismatchedEndTag
    /// An end tag where nothing is open.
    case strayEndTag
    /// Something in a tag that is no attribute.
    case malformedTag
    /// Two attributes with nothing between them.
    case missingSpace
    /// An attribute without a value in quotes.
    case unquotedAttribute
    /// `<` inside the value of an attribute.
    case lessThanInAttribute
    /// An attribute that the element has already.
    case duplicateAttribute
    /// `&` that begins no reference.
    case bareAmpersand
    /// A character that XML does not have.
    case illegalCharacter
    /// `]]>` outside of a CDATA section.
    case sectionEnd
    /// `--` inside a comment, or no end of one.
    case malformedComment
    /// A CDATA section without an end.
    case unclosedSection

    // The shape of the whole.

    /// Something other than one `div` around all.
    case notADiv
    /// A processing instruction, an XML declaration or a document type.
    case declaration
    /// The root has no namespace.
    case missingNamespace
    /// Another namespace than XHTML's.
    case wrongNamespace
    /// No text but white space, and no image.
    case empty

    // Names.

    /// An element that no text of the specification allows.
    case forbiddenElement
    /// An element that the text allows and the invariant leaves out.
    case disputedElement
    /// An attribute that no text of the specification allows.
    case forbiddenAttribute
    /// An attribute that the text allows and the invariant leaves out.
    case disputedAttribute
    /// An element that the one around it does not hold.
    case misplacedElement
    /// Text in an element that holds elements only, or nothing.
    case misplacedText
    /// An image without the source that XHTML demands.
    case incompleteImage
    /// An `id` that another element of the narrative has.
    case duplicateID

    // References and links.

    /// An entity that XML does not define by itself.
    case unknownEntity
    /// A number that stands for no character of XML.
    case illegalCharacterReference
    /// A link that runs something.
    case activeLink
    /// A style that brings in something from elsewhere, or runs something.
    case externalStyle

    /// Whether nothing behind the fault was read.
    package var isFatal: Bool { rawValue <= Kind.unclosedSection.rawValue }

    /// Whether the narrative is still usable: the specification's texts disagree on the rule, or only advise it.
    package var isTolerable: Bool {
      switch self {
      case .missingNamespace, .disputedElement, .disputedAttribute, .misplacedElement, .misplacedText, .incompleteImage:
        true
      default: false
      }
    }
  }
}
