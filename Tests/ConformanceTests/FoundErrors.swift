import FHIRDiagnostics
import FHIRValidation

/// What a validator says of one document, as far as it makes the document invalid.
struct FoundErrors {
  let errors: [Diagnostic]
  private let lines: LineTable

  private static let validator = Validator()

  init(in bytes: [UInt8]) {
    errors = Self.validator.validate(bytes).diagnostics.filter { $0.severity >= .error }
    lines = LineTable(bytes)
  }

  /// Each error as `line:column rule`.
  var places: [String] {
    errors.map { error in
      let position = lines.position(of: error.range.start)
      return "\(position.line):\(position.column) \(error.rule)"
    }
  }

  /// Each error as `rule path`.
  var paths: [String] { errors.map { "\($0.rule) \($0.path)" } }
}
