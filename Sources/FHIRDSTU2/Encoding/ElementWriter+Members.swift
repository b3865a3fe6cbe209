extension ElementWriter {
  /// A single element.
  @inline(never)
  mutating func member<T: ElementContent>(_ name: StaticString, _ value: T?) {
    guard let value else { return }
    self.name(name)
    object(value)
  }

  /// An element that repeats.
  @inline(never)
  mutating func member<T: ElementContent>(_ name: StaticString, _ values: [T]) {
    guard !values.isEmpty else { return }
    self.name(name)
    array(values) { $0.object($1) }
  }

  /// A single primitive, and the member for its extensions.
  @inline(never)
  mutating func member<V: TapeValue>(_ name: StaticString, _ primitive: Primitive<V>?) {
    guard let primitive else { return }
    if primitive.stored != nil || primitive.extras.unreadable != nil {
      self.name(name)
      value(primitive)
    }
    if let extras = primitive.extras.box?.value, Self.hasSibling(extras) {
      self.name(name, isSibling: true)
      object(PrimitiveExtras(extras: primitive.extras))
    }
  }

  /// A primitive that repeats, and the member for the extensions.
  @inline(never)
  mutating func member<V: TapeValue>(_ name: StaticString, _ primitives: [Primitive<V>]) {
    guard !primitives.isEmpty else { return }
    let siblings = primitives.contains { $0.extras.box.map { Self.hasSibling($0.value) } ?? false }
    if !siblings || primitives.contains(where: { $0.stored != nil || $0.extras.unreadable != nil }) {
      self.name(name)
      array(primitives) { $0.value($1) }
    }
    if siblings {
      self.name(name, isSibling: true)
      array(primitives) { writer, primitive in
        if let extras = primitive.extras.box?.value, Self.hasSibling(extras) {
          writer.object(PrimitiveExtras(extras: primitive.extras))
        } else {
          writer.raw("null")
        }
      }
    }
  }

  /// A single resource.
  mutating func member(_ name: StaticString, _ resource: AnyResource?) {
    guard let resource else { return }
    self.name(name)
    self.resource(resource)
  }

  /// Resources.
  mutating func member(_ name: StaticString, _ resources: [AnyResource]) {
    guard !resources.isEmpty else { return }
    self.name(name)
    array(resources) { $0.resource($1) }
  }

  /// A resource with a model; called by generated code.
  @inline(never)
  mutating func stored<R: StoredResource>(_ resource: R, _ type: StaticString) {
    object(resource.box.value, resourceType: type)
  }

  private mutating func value<V: TapeValue>(_ primitive: Primitive<V>) {
    if let extras = primitive.extras.box?.value {
      if let text = extras.unreadable?.text {
        raw(text)
        return
      }
      if let text = extras.exactText {
        if V.self == Int32.self { raw(text) } else { string(text) }
        return
      }
    }
    if let value = primitive.stored { value.write(to: &self) } else { raw("null") }
  }

  /// Whether a primitive needs the member beside it.
  private static func hasSibling(_ extras: ElementExtras.Content) -> Bool {
    extras.id != nil || !extras.extension.isEmpty || !extras.comments.isEmpty || !extras.keptAside.isEmpty
  }
}

/// The object beside a primitive.
private struct PrimitiveExtras: ElementContent {
  var extras = ElementExtras()
  static let members = MemberTable(.element, "")

  init() {}

  init(extras: ElementExtras) {
    self.extras = extras
    // These stand in the value's place.
    if self.extras.unreadable != nil { self.extras.unreadable = nil }
  }

  mutating func decode(_ member: Int, from reader: inout TapeReader) {}

  func encode(to writer: inout ElementWriter) {}
}
