import FHIRFindings
import FHIRValidation

/// The findings for one document that make it invalid.
struct FoundErrors {
  let errors: [Finding]
  private let lines: LineTable

  private static let telling = Validator()

  /// - Parameter validator: by default, one that recognises the release by the content.
  init(in bytes: [UInt8], by validator: Validator? = nil) {
    errors = (validator ?? Self.telling).validate(bytes).findings.filter { $0.severity >= .error }
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
