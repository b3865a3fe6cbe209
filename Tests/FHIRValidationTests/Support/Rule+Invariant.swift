import FHIRFindings
import FHIRValidation

extension Rule {
  /// The rule for a key of the definitions; a wrong key is an error of the test, which then expects an unknown rule.
  static func invariant(_ key: String) -> Rule {
    RuleCatalog["invariant/\(key)"] ?? .tooManyIssues
  }
}
