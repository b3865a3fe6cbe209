import FHIRJSON
import FHIRSupport

/// Writes models as JSON into memory that grows. Generated code calls ``member(_:_:)`` for each property.
@usableFromInline package struct ElementWriter: ~Copyable {
  private var bytes: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private var count = 0
  /// Whether a member was written since the last opening brace.
  private var needsComma = false
  /// The names of the members written so far; only for objects with kept members.
  private var names: [String]?
  /// The members of the current object whose brackets differ from the definitions.
  private var reshaped: [String] = []

  package init(capacity: Int = 2048) {
    self.capacity = capacity
    bytes = .allocate(capacity: capacity)
  }

  deinit { bytes.deallocate() }

  package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    body(UnsafeBufferPointer(start: bytes, count: count))
  }

  // MARK: - Bytes

  @inline(__always) private mutating func reserve(_ more: Int) { if count &+ more > capacity { grow(more) } }

  @inline(never) private mutating func grow(_ more: Int) {
    let larger = max(capacity * 2, count + more)
    let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
    moved.update(from: bytes, count: count)
    bytes.deallocate()
    bytes = moved
    capacity = larger
  }

  @inline(__always) package mutating func byte(_ byte: UInt8) {
    reserve(1)
    bytes[count] = byte
    count &+= 1
  }

  package mutating func append(_ other: UnsafeBufferPointer<UInt8>) {
    reserve(other.count)
    if let start = other.baseAddress { (bytes + count).update(from: start, count: other.count) }
    count += other.count
  }

  /// Text that is JSON already.
  @inline(never) package mutating func raw(_ text: String) {
    var text = text
    text.withUTF8 { append($0) }
  }

  @inline(never) package mutating func string(_ text: String) {
    var text = text
    text.withUTF8 { utf8 in
      reserve(utf8.count + 2)
      byte(Bytes.quote)
      var start = 0
      for i in utf8.indices where utf8[i] < 0x20 || utf8[i] == Bytes.quote || utf8[i] == Bytes.backslash {
        append(UnsafeBufferPointer(rebasing: utf8[start..<i]))
        escape(utf8[i])
        start = i + 1
      }
      append(UnsafeBufferPointer(rebasing: utf8[start...]))
      byte(Bytes.quote)
    }
  }

  private mutating func escape(_ c: UInt8) {
    byte(Bytes.backslash)
    switch c {
    case Bytes.quote, Bytes.backslash: byte(c)
    case 0x08: byte(UInt8(ascii: "b"))
    case 0x09: byte(UInt8(ascii: "t"))
    case 0x0A: byte(UInt8(ascii: "n"))
    case 0x0C: byte(UInt8(ascii: "f"))
    case 0x0D: byte(UInt8(ascii: "r"))
    default:
      raw(c < 0x10 ? "u000" : "u00")
      raw(String(c, radix: 16))
    }
  }

  // MARK: - Objects

  /// Writes a name and its colon, after a comma if needed.
  @inline(never) package mutating func name(_ name: StaticString, isSibling: Bool = false) {
    separate()
    reserve(name.utf8CodeUnitCount + 4)
    byte(Bytes.quote)
    if isSibling { byte(UInt8(ascii: "_")) }
    names?.append(isSibling ? "_\(name)" : name.description)
    append(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
    byte(Bytes.quote)
    byte(Bytes.colon)
  }

  /// Whether a member had brackets in the document where the definitions have none, or the reverse.
  @inline(__always) package func isReshaped(_ name: StaticString) -> Bool {
    !reshaped.isEmpty && reshaped.contains { $0.byBytes == name.description.byBytes }
  }

  @inline(__always) private mutating func separate() {
    if needsComma { byte(Bytes.comma) }
    needsComma = true
  }

  @inline(never) package mutating func object<T: ElementContent>(_ value: T, resourceType: StaticString? = nil) {
    let extras = value.extras.box?.value
    if let unreadable = extras?.unreadable {
      raw(unreadable.text)
      return
    }
    byte(Bytes.openBrace)
    let outer = (names: names, reshaped: reshaped)
    names = extras.map { !$0.keptAside.isEmpty } == true ? [] : nil
    reshaped = extras?.reshaped ?? []
    needsComma = false
    if let resourceType {
      name("resourceType")
      string(resourceType.description)
    }
    if let extras {
      if !extras.comments.isEmpty, T.Release.tables.comments.utf8CodeUnitCount > 0 {
        name(T.Release.tables.comments)
        array(extras.comments) { $0.string($1) }
      }
      // In a resource these come after its narrative and contained resources: generated code writes them there.
      if resourceType == nil {
        if let id = extras.id {
          name("id")
          string(id)
        }
        extensions(value.extras)
      }
    }
    value.encode(to: &self)
    if let extras, let names { keptAside(extras.keptAside, names, T.members) }
    (names, reshaped) = outer
    byte(Bytes.closeBrace)
    needsComma = true
  }

  /// The extensions of an element, or those of a resource, at the place where generated code calls it.
  @inline(never) package mutating func extensions<R: StoredRelease>(_ extras: ModelExtras<R>) {
    guard let extras = extras.box?.value else { return }
    member("extension", extras.extension)
    member("modifierExtension", extras.modifierExtension)
  }

  /// Writes the kept members, except those whose element has a value now.
  private mutating func keptAside(_ kept: [KeptMember], _ names: [String], _ table: MemberTable) {
    let (written, slots) = (Set(names.map(\.byBytes)), Set(names.compactMap(table.slot)))
    for member in kept {
      let hasValue = written.contains(member.name.byBytes) || table.slot(member.name).map(slots.contains) == true
      if !member.isRepeated, hasValue { continue }
      separate()
      string(member.name)
      byte(Bytes.colon)
      raw(member.value.text)
    }
  }

  package mutating func array<T>(_ items: [T], _ write: (inout ElementWriter, T) -> Void) {
    byte(Bytes.openBracket)
    for i in items.indices {
      if i > 0 { byte(Bytes.comma) }
      write(&self, items[i])
    }
    byte(Bytes.closeBracket)
    needsComma = true
  }

  @inline(never) package mutating func member<T: ElementContent>(_ name: StaticString, _ value: T?) {
    guard let value else { return }
    self.name(name)
    if isReshaped(name) { array([value]) { $0.object($1) } } else { object(value) }
  }

  @inline(never) package mutating func member<T: ElementContent>(_ name: StaticString, _ values: [T]) {
    guard !values.isEmpty else { return }
    self.name(name)
    if values.count == 1, isReshaped(name) { object(values[0]) } else { array(values) { $0.object($1) } }
  }

  /// A single primitive, and the member for its extensions.
  @inline(never)
  package mutating func member<V: TapeValue, R: StoredRelease>(_ name: StaticString, _ primitive: ModelPrimitive<V, R>?)
  {
    guard let primitive else { return }
    if Self.hasValue(primitive) {
      self.name(name)
      value(primitive)
    }
    if let extras = primitive.extras.box?.value, Self.hasSibling(extras) {
      self.name(name, isSibling: true)
      object(PrimitiveSibling(beside: primitive.extras))
    }
  }

  /// A primitive that repeats, and the member for the extensions.
  @inline(never) package mutating func member<V: TapeValue, R: StoredRelease>(
    _ name: StaticString, _ primitives: [ModelPrimitive<V, R>]
  ) {
    guard !primitives.isEmpty else { return }
    let siblings = primitives.contains { $0.extras.box.map { Self.hasSibling($0.value) } ?? false }
    if !siblings || primitives.contains(where: Self.hasValue) {
      self.name(name)
      let isBare = primitives.count == 1 && !siblings && isReshaped(name)
      if isBare { value(primitives[0]) } else { array(primitives) { $0.value($1) } }
    }
    if siblings {
      self.name(name, isSibling: true)
      array(primitives) { writer, primitive in
        if let extras = primitive.extras.box?.value, Self.hasSibling(extras) {
          writer.object(PrimitiveSibling(beside: primitive.extras))
        } else {
          writer.raw("null")
        }
      }
    }
  }

  package mutating func member<A: AnyFHIRResource>(_ name: StaticString, _ resource: A?) {
    guard let resource else { return }
    self.name(name)
    A.Release.tables.write(resource, &self)
  }

  package mutating func member<A: AnyFHIRResource>(_ name: StaticString, _ resources: [A]) {
    guard !resources.isEmpty else { return }
    self.name(name)
    array(resources) { A.Release.tables.write($1, &$0) }
  }

  /// A resource with a model; called by generated code.
  @inline(never) package mutating func stored<R: StoredResource>(_ resource: R, _ type: StaticString) {
    object(resource.box.value, resourceType: type)
  }

  private mutating func value<V: TapeValue, R: StoredRelease>(_ primitive: ModelPrimitive<V, R>) {
    if let extras = primitive.extras.box?.value, let text = extras.unreadable?.text ?? extras.exactText {
      raw(text)
      return
    }
    if let value = primitive.stored { value.write(to: &self) } else { raw("null") }
  }

  /// Whether there is a value, or something in its place.
  private static func hasValue<V: TapeValue, R: StoredRelease>(_ primitive: ModelPrimitive<V, R>) -> Bool {
    primitive.stored != nil || primitive.extras.unreadable != nil || primitive.extras.exactText != nil
  }

  private static func hasSibling<R: StoredRelease>(_ extras: ModelExtras<R>.Content) -> Bool {
    extras.id != nil || !extras.extension.isEmpty || !extras.comments.isEmpty || !extras.keptAside.isEmpty
  }
}
