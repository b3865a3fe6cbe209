/// Why an expression could not be compiled, or not be evaluated over a record.
///
/// Errors are values: nothing in an expression or a record stops the process.
public struct FHIRPathError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of error it is.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The name of the kind, such as `syntax`.
    public let description: String

    /// The text is not an expression of the grammar.
    public static let syntax = Code(description: "syntax")
    /// An expression of the grammar that can never be evaluated: an unknown function, a wrong number of arguments.
    public static let semantics = Code(description: "semantics")
    /// The expression does not fit the data: several items where one is needed, operands of types that do not go
    /// together.
    public static let evaluation = Code(description: "evaluation")
    /// The evaluation took more steps or held more items than the limits allow.
    public static let limit = Code(description: "limit")
    /// The record is not JSON; the column is always 1.
    public static let record = Code(description: "record")
    /// There are no definitions of the release that the expression is for; the column is always 1.
    public static let release = Code(description: "release")
  }

  /// The kind of the error.
  public let code: Code
  /// Where in the expression, in Unicode scalars from 1.
  public let column: Int
  /// What is wrong, in one sentence without a full stop.
  public let message: String

  package init(_ code: Code, column: Int, _ message: String) {
    self.code = code
    self.column = column
    self.message = message
  }

  /// `column 7: expected an expression, found ')'`.
  public var description: String { "column \(column): \(message)" }
}
