/// Why the definitions or the schema files cannot be compiled: a fault of the input that a person must correct.
package struct CompilerError: Error, Hashable, CustomStringConvertible {
  /// One sentence that is clear without context, with the name of the faulty item.
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}
