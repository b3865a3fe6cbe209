public import FHIRSchema

/// A compiled FHIRPath expression: compile it once, evaluate it over any number of records.
///
/// ```swift
/// let expression = try FHIRPathExpression("Patient.name.where(use = 'official').given", release: .dstu2)
/// ```
///
/// It belongs to a release, whose definitions say which elements and types there are.
/// An expression is immutable and may be used from all threads at the same time.
public struct FHIRPathExpression: Sendable, CustomStringConvertible {
  /// The text that was compiled.
  public let description: String
  let program: Program

  /// Compiles a text for the records of a release.
  ///
  /// The specification lets an engine choose what becomes of a name that the release does not have. Without `strict` such
  /// a name gives nothing, or what a record of another release has there; with it the expression is refused.
  ///
  /// - Parameters:
  ///   - release: one of ``FHIRSchema/FHIRRelease/published``.
  ///   - strict: whether a name that no element of its type has, and a type that the release lacks, is an error. What an
  ///     item is shows in the expression as far as its path begins with a type or is followed from all resources; behind
  ///     functions such as `children()` nothing is known, and nothing refused.
  /// - Throws: a ``FHIRPathError`` with the column of the fault: text that is not FHIRPath, an unknown function, a wrong
  ///   number of arguments, a pattern that cannot be used; or, of the code ``FHIRPathError/Code/release``, that there are
  ///   no definitions of the release.
  public init(_ text: String, release: FHIRRelease, strict: Bool = false) throws(FHIRPathError) {
    guard let model = FHIRPathModel.of(release) else {
      throw FHIRPathError(.release, column: 1, "there are no definitions of the release '\(release.name)'")
    }
    try self.init(text, model: model, strict: strict)
  }

  /// Parts of the expression that are allowed, and give nothing where their author expects something.
  package var hints: [FHIRPathHint] { program.hints }

  /// Whether it names the type of a Bundle.
  package var namesBundle: Bool { program.types.contains { $0.row == program.model.bundle } }

  /// Whether it needs all of a document, and not only the current record.
  package var needsDocument: Bool { namesBundle || program.instructions.contains { $0.op == .resolve } }

  /// Compiles a text for elements of a type, whose members are then looked up here and not in each record.
  ///
  /// - Parameter context: the row of the type, -1 when the expression is for elements of any.
  package init(
    _ text: String, model: FHIRPathModel, context: Int = -1, strict: Bool = false
  ) throws(FHIRPathError) {
    description = text
    program = try Compiler.compile(
      text, model: model, context: Int16(truncatingIfNeeded: context), isStrict: strict)
  }
}
