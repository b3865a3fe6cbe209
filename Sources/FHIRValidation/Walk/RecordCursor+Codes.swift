import FHIRDiagnostics
import FHIRPrimitives
import FHIRTape

extension RecordCursor {
  /// Reports a code that its system does not have; another rule has reported a text that is not a code.
  @inline(never)
  mutating func reportCode(_ rule: Rule, _ value: TapeIndex, _ expectation: String) {
    let code = text(value)
    guard CodeGrammar.check(code.bytes, code.count).isNone else { return }
    if drops(rule) { return }
    report(
      rule, at: tape.range(value), path: .child("code"),
      "expected \(expectation), found \(tape.excerpt(value))")
  }
}
