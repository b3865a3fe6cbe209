package struct NarrativeFault: Equatable, Sendable {
  package var kind: Kind
  /// The bytes at fault, counted from the first byte of the lexeme; escapes are not resolved.
  package var range: Range<Int>
  /// The offset of the name of the open element, for a mismatched tag and for misplaced content.
  package var related: Int

  package init(_ kind: Kind, _ range: Range<Int>, related: Int = 0) {
    (self.kind, self.range, self.related) = (kind, range, related)
  }

  package enum Kind: UInt8, CaseIterable, Sendable {
    // Not well-formed: the scan ends here.
    /// `<` without a name after it.
    case tagWithoutName
    case unclosedTag
    case unclosedElement
    /// An end tag that closes another element than the open one.
    case mismatchedEndTag
    /// An end tag while no element is open.
    case strayEndTag
    /// Something in a tag that is not an attribute.
    case malformedTag
    /// Two attributes with nothing between them.
    case missingSpace
    /// An attribute without a value in quotes.
    case unquotedAttribute
    case lessThanInAttribute
    case duplicateAttribute
    /// `&` that does not begin a reference.
    case bareAmpersand
    case illegalCharacter
    /// `]]>` outside of a CDATA section.
    case sectionEnd
    /// `--` inside a comment, or a comment without an end.
    case malformedComment
    case unclosedSection

    // The root.
    /// Something other than one `div` as the root.
    case notADiv
    /// A processing instruction, an XML declaration or a document type.
    case declaration
    case missingNamespace
    case wrongNamespace
    /// Only white space, and no image.
    case empty

    // Names.
    /// An element that no text of the specification allows.
    case forbiddenElement
    /// An element that the text of the specification allows and the invariant omits.
    case disputedElement
    /// An attribute that no text of the specification allows.
    case forbiddenAttribute
    /// An attribute that the text of the specification allows and the invariant omits.
    case disputedAttribute
    /// An element that its parent does not allow.
    case misplacedElement
    /// Text in an element that may contain only elements, or nothing.
    case misplacedText
    /// An image without the source that XHTML requires.
    case incompleteImage
    case duplicateID

    // References and links.
    /// An entity that XML does not predefine.
    case unknownEntity
    /// A number that is not the code of an XML character.
    case illegalCharacterReference
    /// A link that runs code.
    case activeLink
    /// A style that loads something from an absolute address, or runs code.
    case externalStyle
    /// A style that loads something from a relative address.
    case relativeStyle

    package var isFatal: Bool { rawValue <= Kind.unclosedSection.rawValue }

    /// Whether the narrative is still usable: the specification's texts disagree on the rule, or only recommend it.
    package var isTolerable: Bool {
      switch self {
      case .missingNamespace, .disputedElement, .disputedAttribute, .misplacedElement, .misplacedText, .incompleteImage,
        .relativeStyle:
        true
      default: false
      }
    }
  }
}
