/// Why an expression could not be compiled, or not be evaluated over a record.
///
/// Errors are values: no expression and no record stops the process.
public struct FHIRPathError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of an error.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The name of the kind, such as `syntax`.
    public let description: String

    /// The text is not an expression of the grammar.
    public static let syntax = Code(description: "syntax")
    /// An expression of the grammar that can never be evaluated: an unknown function, a wrong number of arguments.
    public static let semantics = Code(description: "semantics")
    /// The expression does not fit the data: several items where one is needed, or operands of incompatible types.
    public static let evaluation = Code(description: "evaluation")
    /// The evaluation took more steps or held more items than the limits allow.
    public static let limit = Code(description: "limit")
    /// The target of a reference is not available, and the result depends on it.
    package static let target = Code(description: "target")
    /// The record is not JSON; the column is always 1.
    public static let record = Code(description: "record")
    /// The release that the expression is for has no definitions; the column is always 1.
    public static let release = Code(description: "release")
  }

  /// The kind of the error.
  public let code: Code
  /// The position in the expression, in Unicode scalars from 1.
  public let column: Int
  /// A description in one sentence without a full stop.
  public let message: String

  package init(_ code: Code, column: Int, _ message: String) {
    (self.code, self.column, self.message) = (code, column, message)
  }

  /// `column 7: expected an expression, found ')'`.
  public var description: String { "column \(column): \(message)" }
}
