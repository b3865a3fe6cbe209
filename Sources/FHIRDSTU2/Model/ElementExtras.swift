/// What any element may have besides its own properties, and mostly has not: eight bytes while all of it is absent.
///
/// The properties are also those of ``FHIRElement``, ``FHIRResource`` and ``Primitive``; this type only holds them.
public struct ElementExtras: Hashable, Sendable {
  struct Content: Hashable, Sendable {
    var id: String?
    var `extension`: [Extension] = []
    var modifierExtension: [Extension] = []
    var comments: [String] = []
    var keptAside: [KeptMember] = []
    var reshaped: [String] = []
    var unreadable: RawJSON?
    var exactText: String?
  }

  var box: Box<Content>?

  init() {}

  /// The id that references within the resource use.
  public var id: String? {
    get { box?.value.id }
    set { if newValue != nil || box != nil { own.value.id = newValue } }
  }

  /// Extensions that may be ignored.
  public var `extension`: [Extension] {
    get { box?.value.extension ?? [] }
    set { if !newValue.isEmpty || box != nil { own.value.extension = newValue } }
  }

  /// Extensions that change the meaning of the element and must not be ignored.
  public var modifierExtension: [Extension] {
    get { box?.value.modifierExtension ?? [] }
    set { if !newValue.isEmpty || box != nil { own.value.modifierExtension = newValue } }
  }

  /// DSTU2's `fhir_comments`.
  public var comments: [String] {
    get { box?.value.comments ?? [] }
    set { if !newValue.isEmpty || box != nil { own.value.comments = newValue } }
  }

  /// Members that no property could take, or that say nothing; encoding writes them again.
  public var keptAside: [KeptMember] {
    get { box?.value.keptAside ?? [] }
    set { if !newValue.isEmpty || box != nil { own.value.keptAside = newValue } }
  }

  /// Adds one of them in place, so that very many take linear time.
  mutating func keepAside(_ member: KeptMember) { own.value.keptAside.append(member) }

  /// The members that were one value where DSTU2 has an array, or an array of one where it has a value; encoding
  /// writes them in that form again.
  var reshaped: [String] {
    get { box?.value.reshaped ?? [] }
    set { if !newValue.isEmpty || box != nil { own.value.reshaped = newValue } }
  }

  /// The value that stood in an array in place of this element, and could not be read as one.
  public var unreadable: RawJSON? {
    get { box?.value.unreadable }
    set { if newValue != nil || box != nil { own.value.unreadable = newValue } }
  }

  /// The JSON of a primitive that its value would not give back.
  var exactText: String? {
    get { box?.value.exactText }
    set { if newValue != nil || box != nil { own.value.exactText = newValue } }
  }

  /// The box, made or copied as needed to be written to.
  private var own: Box<Content> {
    mutating get {
      if let box, isKnownUniquelyReferenced(&self.box) { return box }
      let own = Box(box?.value ?? Content())
      box = own
      return own
    }
  }

  /// Whether both hold the same; a box in which all is absent equals none.
  public static func == (lhs: ElementExtras, rhs: ElementExtras) -> Bool {
    lhs.box === rhs.box || (lhs.box?.value ?? Content()) == (rhs.box?.value ?? Content())
  }

  /// Hashes what is present.
  public func hash(into hasher: inout Hasher) {
    guard let content = box?.value, content != Content() else { return }
    hasher.combine(content)
  }
}
