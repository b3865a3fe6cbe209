/// The rarely used parts that any element may have besides its properties: eight bytes while all are absent.
///
/// The properties are also those of ``FHIRElement``, ``FHIRResource`` and ``ModelPrimitive``; this type only holds them.
public struct ModelExtras<Release: ModelRelease>: Hashable, Sendable {
  @usableFromInline package struct Content: Hashable, Sendable {
    @usableFromInline package var id: String?
    @usableFromInline package var `extension`: [Release.Extension] = []
    @usableFromInline package var modifierExtension: [Release.Extension] = []
    @usableFromInline package var comments: [String] = []
    @usableFromInline package var keptAside: [KeptMember] = []
    @usableFromInline package var reshaped: [String] = []
    @usableFromInline package var unreadable: RawJSON?
    @usableFromInline package var exactText: String?
  }

  @usableFromInline package var box: Box<Content>?

  @inlinable package init() {}

  /// The id that references within the resource use.
  public var id: String? {
    get { box?.value.id }
    set { if newValue != nil || box != nil { own.value.id = newValue } }
  }

  /// Extensions that may be ignored.
  public var `extension`: [Release.Extension] {
    get { box?.value.extension ?? [] }
    set { if !newValue.isEmpty || box != nil { own.value.extension = newValue } }
  }

  /// Extensions that change the meaning of the element and must not be ignored.
  public var modifierExtension: [Release.Extension] {
    get { box?.value.modifierExtension ?? [] }
    set { if !newValue.isEmpty || box != nil { own.value.modifierExtension = newValue } }
  }

  /// Comments; encoding writes them only in a release whose JSON has them.
  public var comments: [String] {
    get { box?.value.comments ?? [] }
    set { if !newValue.isEmpty || box != nil { own.value.comments = newValue } }
  }

  /// Members that no property could hold, or that have no content; encoding writes them again.
  public var keptAside: [KeptMember] {
    get { box?.value.keptAside ?? [] }
    set { if !newValue.isEmpty || box != nil { own.value.keptAside = newValue } }
  }

  /// Adds a kept member in place, so that many additions take linear time.
  @usableFromInline package mutating func keepAside(_ member: KeptMember) { own.value.keptAside.append(member) }

  /// The members with one value in place of an array, or the reverse; encoding writes them in that form again.
  @usableFromInline package var reshaped: [String] {
    get { box?.value.reshaped ?? [] }
    set { if !newValue.isEmpty || box != nil { own.value.reshaped = newValue } }
  }

  /// The value in an array in place of this element that could not be read.
  public var unreadable: RawJSON? {
    get { box?.value.unreadable }
    set { if newValue != nil || box != nil { own.value.unreadable = newValue } }
  }

  /// The JSON of a primitive, if encoding its value would not reproduce it.
  @usableFromInline package var exactText: String? {
    get { box?.value.exactText }
    set { if newValue != nil || box != nil { own.value.exactText = newValue } }
  }

  /// The box, made or copied if necessary, for writing.
  private var own: Box<Content> {
    mutating get {
      if let box, isKnownUniquelyReferenced(&self.box) { return box }
      let own = Box(box?.value ?? Content())
      box = own
      return own
    }
  }

  /// Whether both have the same content; a box without content equals none.
  public static func == (lhs: ModelExtras, rhs: ModelExtras) -> Bool {
    lhs.box === rhs.box || (lhs.box?.value ?? Content()) == (rhs.box?.value ?? Content())
  }

  /// Hashes what is present.
  public func hash(into hasher: inout Hasher) {
    guard let content = box?.value, content != Content() else { return }
    hasher.combine(content)
  }
}

extension ModelExtras: CustomReflectable {
  /// What is present.
  public var customMirror: Mirror { Mirror(self, children: reflected, displayStyle: .struct) }

  var reflected: [Mirror.Child] {
    var children: [Mirror.Child] = []
    if let id { children.append(("id", id)) }
    if !self.extension.isEmpty { children.append(("extension", self.extension)) }
    if !modifierExtension.isEmpty { children.append(("modifierExtension", modifierExtension)) }
    if !comments.isEmpty { children.append(("comments", comments)) }
    if !keptAside.isEmpty { children.append(("keptAside", keptAside)) }
    if let unreadable { children.append(("unreadable", unreadable)) }
    return children
  }
}

/// A value on the heap that is copied only when a shared one is changed: it makes large models cheap to copy.
@usableFromInline package final class Box<Value: Sendable>: @unchecked Sendable {
  // @unchecked: only the owner of a unique reference writes to a box.
  @exclusivity(unchecked) @usableFromInline package var value: Value

  @inlinable package init(_ value: Value) { self.value = value }
}

extension Box: Equatable, Hashable where Value: Hashable {
  @usableFromInline package static func == (lhs: Box, rhs: Box) -> Bool { lhs === rhs || lhs.value == rhs.value }
  @usableFromInline package func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

/// A property that is stored on the heap while it has a value: for large elements that are rarely present.
@propertyWrapper
public struct Boxed<Value: Hashable & Sendable>: Hashable, Sendable {
  private var box: Box<Value>?

  /// Makes a property without a value.
  public init() {}

  /// Makes a property with a value.
  public init(wrappedValue: Value?) { box = wrappedValue.map(Box.init) }

  /// The value.
  public var wrappedValue: Value? {
    get { box?.value }
    set {
      if let newValue, let box, isKnownUniquelyReferenced(&self.box) {
        box.value = newValue
      } else {
        box = newValue.map(Box.init)
      }
    }
  }
}

extension Boxed: CustomReflectable {
  /// That of the value.
  public var customMirror: Mirror { Mirror(reflecting: wrappedValue as Any) }
}

/// A JSON value exactly as written in the document.
public struct RawJSON: Hashable, Sendable, CustomStringConvertible {
  /// The text of the value, including white space.
  public let text: String

  @usableFromInline package init(text: String) { self.text = text }

  /// The text of the value.
  public var description: String { text }
}

/// A member of an object that no property of the model holds: an unknown one, or one whose value has another type.
public struct KeptMember: Hashable, Sendable {
  /// The name of the member.
  public let name: String
  /// Its value.
  public let value: RawJSON
  /// Whether the property holds another member of the same name, or another form of the choice.
  @usableFromInline package let isRepeated: Bool

  @usableFromInline package init(name: String, value: RawJSON, isRepeated: Bool) {
    (self.name, self.value, self.isRepeated) = (name, value, isRepeated)
  }
}

/// A whole resource of a type without a model.
public struct RawResource: Hashable, Sendable {
  /// The type that the resource names, `nil` if it names none.
  public let resourceTypeName: String?
  /// The resource's JSON.
  public let json: RawJSON

  @usableFromInline package init(resourceTypeName: String?, json: RawJSON) {
    (self.resourceTypeName, self.json) = (resourceTypeName, json)
  }
}
