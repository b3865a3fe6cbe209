public import ClinicalSources
import FHIRFindings
public import FHIRModelRuntime
public import FHIRPath
public import FHIRProfiles
public import FHIRSupport
public import FHIRTape
public import FHIRTerminology
public import FHIRValidation
public import Foundation
public import HealthPreflight
public import UCUM

// The texts of `localizedDescription` for the errors of the package. `HealthError` has its own.

extension FHIRFault: LocalizedError {
  /// Place, kind and element of the fault, and what was expected.
  public var errorDescription: String? { "line \(line), column \(column): \(sentence)" }
}

extension FHIRPathError: LocalizedError {
  /// The column in the expression, and what is wrong.
  public var errorDescription: String? { description }
}

extension UCUMFault: LocalizedError {
  /// The place in the unit, and what was expected.
  public var errorDescription: String? {
    "characters \(range.lowerBound)..<\(range.upperBound): expected \(reason.expectation)"
  }
}

extension SourceFault: LocalizedError {
  /// The rule that is broken, what was expected and what was found.
  public var errorDescription: String? { "\(finding.message) (\(finding.rule))" }
}

extension TerminologyPackError: LocalizedError {
  /// The reason why a pack cannot be used.
  public var errorDescription: String? { description }
}

extension PropertyListFault: LocalizedError {
  /// What was expected and what was found.
  public var errorDescription: String? { "byte \(range.start): \(message)" }
}

extension TemporaryFileError: LocalizedError {
  /// The system's reason why a temporary file cannot be used.
  public var errorDescription: String? { "a temporary file cannot be used: \(SystemError(code: code).reason)" }
}

extension SystemError: LocalizedError {
  /// The system's reason.
  package var errorDescription: String? { reason }
}

extension RewindError: LocalizedError {
  /// What happened.
  public var errorDescription: String? { description }
}

extension ProfileFault: LocalizedError {
  /// The profile, the element and what is wrong.
  public var errorDescription: String? { description }
}

extension UnknownRuleName: LocalizedError {
  /// What is wrong.
  public var errorDescription: String? { description }
}

extension InputTooLarge: LocalizedError {
  /// What happened.
  public var errorDescription: String? { description }
}
