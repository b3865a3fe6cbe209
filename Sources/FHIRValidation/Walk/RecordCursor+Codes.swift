import FHIRDiagnostics
import FHIRPrimitives
import FHIRTape

extension RecordCursor {
  /// Reports a code that its system does not have; one that is no code at all has been reported as such.
  @inline(never)
  mutating func reportCode(_ rule: Rule, _ value: Int, _ expectation: String) {
    let code = text(value)
    guard CodeGrammar.check(code.bytes, code.count).isNone else { return }
    if drops(rule) { return }
    report(
      rule, at: tape.range(value), path: .child("code"),
      "expected \(expectation), found \(tape.excerpt(value))")
  }
}
