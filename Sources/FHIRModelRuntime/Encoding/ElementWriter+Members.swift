extension ElementWriter {
  @inline(never)
  package mutating func member<T: ElementContent>(_ name: StaticString, _ value: T?) {
    guard let value else { return }
    self.name(name)
    if isReshaped(name) { array([value]) { $0.object($1) } } else { object(value) }
  }

  @inline(never)
  package mutating func member<T: ElementContent>(_ name: StaticString, _ values: [T]) {
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
  @inline(never)
  package mutating func member<V: TapeValue, R: StoredRelease>(
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
  @inline(never)
  package mutating func stored<R: StoredResource>(_ resource: R, _ type: StaticString) {
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
