extension SchemaTable {
  /// The table of DSTU2, decoded when it is first used.
  package static let dstu2: SchemaTable = {
    do {
      return try SchemaTable(text: GeneratedSchema.dstu2)
    } catch {
      // The text is generated and its freshness tested; there is nothing to judge records by without it.
      preconditionFailure("the generated schema text of DSTU2 cannot be read: \(error)")
    }
  }()
}
