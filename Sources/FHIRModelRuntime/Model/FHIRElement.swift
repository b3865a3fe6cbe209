/// A data type, or an element nested in a resource.
///
/// Single elements are optional properties, also those that FHIR requires: real records lack them, and a decoder in
/// lenient mode still brings such records back. Elements that repeat are arrays, empty when absent.
public protocol FHIRElement<Release>: Hashable, Sendable, Codable, Extensible, CustomStringConvertible {
  /// Makes an element in which everything is absent.
  init()
  /// The id, extensions and comments, and what was kept aside.
  var extras: ModelExtras<Release> { get set }
}

extension FHIRElement {
  /// Makes an element and fills it in: `Coding { $0.system = "http://loinc.org" }`.
  public init(_ fill: (inout Self) -> Void) {
    self.init()
    fill(&self)
  }

  /// The id that references within the resource use.
  public var id: String? {
    get { extras.id }
    set { extras.id = newValue }
  }

  /// Extensions that may be ignored.
  public var `extension`: [Release.Extension] {
    get { extras.extension }
    set { extras.extension = newValue }
  }

  /// Members that no property could take: unknown ones, and those whose value is not of its type.
  public var keptAside: [KeptMember] { extras.keptAside }

  /// What stood in an array in place of this element and is not an object; the element is empty then.
  public var unreadable: RawJSON? { extras.unreadable }
}

/// An element nested in a resource, which may have modifier extensions.
public protocol BackboneElement: FHIRElement {}

extension BackboneElement {
  /// Extensions that change the meaning of the element and must not be ignored.
  public var modifierExtension: [Release.Extension] {
    get { extras.modifierExtension }
    set { extras.modifierExtension = newValue }
  }
}

/// What the decoder and the encoder ask of an element or of the content of a resource; generated for each.
@usableFromInline package protocol ElementContent: JSONComparable, Sendable {
  associatedtype Release: StoredRelease
  init()
  var extras: ModelExtras<Release> { get set }
  /// The names of the members.
  static var members: MemberTable { get }
  /// Reads the member with this number in ``members``, at the reader's place.
  mutating func decode(_ member: Int, from reader: inout TapeReader)
  /// Writes the members in the order of the definitions.
  func encode(to writer: inout ElementWriter)
}
