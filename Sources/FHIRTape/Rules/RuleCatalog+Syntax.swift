public import FHIRFindings
import FHIRJSON

extension RuleCatalog {
  /// The findings of the JSON reader: faults in the grammar, and texts beyond a limit.
  public static let syntax = RuleCatalog([.byteOrderMark] + SyntaxError.Code.allCases.map(\.rule))
}
