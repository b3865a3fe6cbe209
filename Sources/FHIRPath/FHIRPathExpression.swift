package import FHIRSchema

/// A compiled FHIRPath expression: compile it once, evaluate it over any number of records.
///
/// ```swift
/// let expression = try FHIRPathExpression("Patient.name.where(use = 'official').given")
/// ```
///
/// An expression is immutable and may be used from all threads at the same time.
public struct FHIRPathExpression: Sendable, CustomStringConvertible {
  /// The text that was compiled.
  public let description: String
  let program: Program

  /// Compiles a text.
  ///
  /// - Throws: a ``FHIRPathError`` with the column of the fault: text that is not FHIRPath, an unknown function, a wrong
  ///   number of arguments, a pattern that cannot be used.
  public init(_ text: String) throws(FHIRPathError) {
    try self.init(compiling: text, schema: .dstu2)
  }

  /// Parts of the expression that are allowed, and give nothing where their author expects something.
  package var hints: [FHIRPathError] { program.hints }

  /// Whether it names the type Bundle.
  package var namesBundle: Bool { program.types.contains { $0.name.equals("Bundle") } }

  /// Whether it needs all of a document, and not only the current record.
  package var needsDocument: Bool { namesBundle || program.instructions.contains { $0.op == .resolve } }

  /// Compiles a text for elements of a type, whose members are then looked up here and not in each record.
  ///
  /// - Parameter context: the row of the type, -1 when the expression is for elements of any.
  package init(compiling text: String, schema: SchemaTable, context: Int = -1) throws(FHIRPathError) {
    description = text
    program = try Compiler.compile(text, model: .of(schema), context: Int16(truncatingIfNeeded: context))
  }
}
