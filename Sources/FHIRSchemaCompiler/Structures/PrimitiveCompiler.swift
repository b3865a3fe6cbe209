extension SchemaPrimitive {
  /// The primitive that a structure defines, or nil if it defines a complex type.
  ///
  /// A primitive that is derived from another has the JSON type of that one: the definitions of R4 call the value of
  /// `positiveInt` a string.
  package init?(_ structure: PublishedStructure, in definitions: PublishedDefinitions) {
    guard let own = structure.primitive else { return nil }
    var kind = own.kind
    var base = structure.baseName
    while let next = base.flatMap({ definitions.structures[$0] }), let primitive = next.primitive {
      kind = primitive.kind
      base = next.baseName
    }
    self.kind = kind
    name = structure.id
    self.base = structure.baseName ?? "Element"
    regex = own.regex
  }
}
