/// How much a finding matters; the meaning is that of OperationOutcome's issue severities.
///
/// Ordered from least to most severe, so that `severity >= .error` reads as it should.
///
/// Specification: <https://hl7.org/fhir/DSTU2/valueset-issue-severity.html>
public enum Severity: UInt8, Sendable, Hashable, Comparable, CaseIterable, CustomStringConvertible {
  /// Worth knowing; nothing is wrong.
  case information
  /// A SHOULD of the specification is not followed, or something is probably a mistake.
  case warning
  /// A SHALL of the specification is broken.
  case error
  /// The record cannot be read any further.
  case fatal

  /// The code that OperationOutcome uses.
  public var description: String { ["information", "warning", "error", "fatal"][Int(rawValue)] }

  /// Orders by how much the finding matters.
  public static func < (lhs: Severity, rhs: Severity) -> Bool { lhs.rawValue < rhs.rawValue }
}
