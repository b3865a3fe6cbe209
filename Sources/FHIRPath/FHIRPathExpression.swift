public import FHIRSchema

/// A compiled FHIRPath expression: compile it once, evaluate it over any number of records.
///
/// ```swift
/// let expression = try FHIRPathExpression("Patient.name.where(use = 'official').given", release: .dstu2)
/// ```
///
/// It belongs to a release, whose definitions determine its elements and types. An expression is immutable, and any
/// number of threads may use it at the same time.
public struct FHIRPathExpression: Sendable, CustomStringConvertible {
  /// The text that was compiled.
  public let description: String
  let program: Program

  /// Compiles a text for the records of a release.
  ///
  /// The specification lets an engine choose how to treat a name that the release does not have. Without `strict` such
  /// a name finds nothing, or the element that a record of another release has; with it the expression is refused.
  ///
  /// - Parameters:
  ///   - release: one of ``FHIRSchema/FHIRRelease/published``.
  ///   - strict: whether a name that no element of its type has, and a type that the release lacks, is an error. The
  ///     compiler knows the type of an item if its path begins with a type, or if it is among all resources; after
  ///     functions such as `children()` it knows nothing, and refuses nothing.
  /// - Throws: a ``FHIRPathError`` with the column of the fault: text that is not FHIRPath, an unknown function, a
  ///   wrong number of arguments, a pattern that cannot be used; or, with the code ``FHIRPathError/Code/release``, a
  ///   release without definitions.
  public init(_ text: String, release: FHIRRelease, strict: Bool = false) throws(FHIRPathError) {
    guard let model = FHIRPathModel.of(release) else {
      throw FHIRPathError(.release, column: 1, "there are no definitions of the release '\(release.name)'")
    }
    try self.init(text, model: model, strict: strict, hints: true)
  }

  package var hints: [FHIRPathHint] { program.hints }

  /// The first name that nothing in a record can have, of an expression for elements of one type; `nil` where there is
  /// none, and for one with `repeat()`, whose names belong to any of the items that it finds.
  package var unknownName: FHIRPathHint? {
    if has([.repeat, .repeatAll]) { return nil }
    if let hint = hints.first { return hint }
    let schema = program.model.schema
    for part in program.instructions where part.op == .member && part.owner < 0 {
      let name = String(decoding: program.names[Int(part.detail)].text.buffer, as: UTF8.self)
      let isKnown =
        name == "namespace" || program.model.choices[name] != nil || schema.elements.contains { $0.isNamed(name) }
      if isKnown { continue }
      return FHIRPathHint(column: Int(part.column), message: "no element is called '\(name)'", release: schema.release)
    }
    return nil
  }

  package var namesBundle: Bool { program.types.contains { $0.row == program.model.roles.bundle.row } }

  /// Whether it needs the whole document, not only the current record.
  package var needsDocument: Bool { namesBundle || has([.resolve]) }

  /// Whether its result may differ for two elements with the same bytes: it looks at what surrounds the element, at the
  /// clock, or at definitions that do.
  package var looksElsewhere: Bool {
    has([.resource, .rootResource, .resolve, .now, .today, .timeOfDay, .conformsTo, .trace])
  }

  /// Whether it may read a member with this name: it has the name, or reads members whatever their names.
  package func mayRead(_ name: String) -> Bool {
    program.names.contains { $0.text.buffer.elementsEqual(name.utf8) }
      || has([.children, .descendants, .repeatAll, .resolve, .conformsTo])
  }

  private func has(_ operations: [Instruction.Op]) -> Bool {
    program.instructions.contains { operations.contains($0.op) }
  }

  /// Compiles a text for elements of a type, whose members are then looked up once here and not for each record; or for
  /// those of any type.
  ///
  /// - Parameter variable: a name that it may have after `%`; each evaluation gives the element.
  package init(
    _ text: String, model: FHIRPathModel, context: TypeID = .none, strict: Bool = false, hints: Bool = false,
    variable: String? = nil
  ) throws(FHIRPathError) {
    description = text
    program = try Compiler.compile(
      text, model: model, context: Int16(truncatingIfNeeded: context.row), isStrict: strict, hints: hints,
      variable: variable)
  }
}

/// A part of an expression that is allowed, but finds nothing where the author probably expects something.
package struct FHIRPathHint: Hashable, Sendable {
  /// The position in the expression, in Unicode scalars from 1.
  package let column: Int
  /// A description in one sentence without a full stop, and without the release.
  package let message: String
  /// The release that it applies to, `nil` if it applies to any.
  package let release: FHIRRelease?

  package init(column: Int, message: String, release: FHIRRelease?) {
    (self.column, self.message, self.release) = (column, message, release)
  }

  var error: FHIRPathError {
    FHIRPathError(.semantics, column: column, release.map { "\(message) in \($0.rawValue)" } ?? message)
  }
}
