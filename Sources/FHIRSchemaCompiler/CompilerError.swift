/// Why the definitions or the schema files cannot be compiled: a fault of the input that a person has to look at.
package struct CompilerError: Error, Hashable, CustomStringConvertible {
  /// One sentence that stands alone, with the name of what is at fault.
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}
