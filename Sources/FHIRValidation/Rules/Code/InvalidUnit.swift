package import FHIRFindings
import FHIRPrimitives
import FHIRTape
import UCUM

extension Rule {
  package static let invalidUnit = Rule(
    "code/invalid-unit", .warning, .codeInvalid, summary: "the unit is not a UCUM unit",
    checks: """
      A code of the system http://unitsofmeasure.org is a term of UCUM: symbols of its tables in exactly their upper and \
      lower case, with prefixes where they are metric, joined by `.` and `/`, with powers and with annotations in \
      braces. The text in `unit` is not checked.

      The message suggests a unit only where the text has a single meaning. `NG/ML` is `ng/mL`, from a system \
      without small letters; `MIU/L` may mean milli or mega, so there is no suggestion.

      This is a warning, as for other code systems: the specification binds the unit of a Quantity to no value set, \
      and some of its own examples have units such as `tbl`. Where it requires a unit, such as for an age, another \
      rule reports an error.
      """,
    matters: """
      A program cannot compare, convert or plot a value whose unit it cannot read. People often write `mmHg`; the UCUM \
      code is `mm[Hg]`.
      """,
    form: .observation(of: "Pressure in the cuff"),
    example: #""valueQuantity": { "value": 120, "unit": "mmHg", "system": "http://unitsofmeasure.org", "code": ~ }"#,
    bad: #""mmHg""#, good: #""mm[Hg]""#,
    specification: "https://ucum.org/ucum")
}

extension TerminologyJudge {
  mutating func checkUnit(_ code: TextBytes, _ value: TapeIndex, _ cursor: inout RecordCursor) {
    let hash = goodUnits.hash(code)
    if goodUnits.contains(hash) { return }
    do throws(UCUMFault) {
      _ = try UCUMUnit(code.buffer)
      goodUnits.insert(hash)
    } catch {
      // An unlisted finding needs no hint; another rule reports a text that is not a code.
      guard CodeGrammar.check(code.bytes, code.count).isNone, !cursor.drops(.invalidUnit) else { return }
      let unit = code.buffer
      let hint = cursor.findings.takeHint() ? UnitHint.meant(by: unit).map { ", such as '\($0)'" } ?? "" : ""
      cursor.reportCode(.invalidUnit, value, "a unit of UCUM, with \(error.reason.expectation)\(hint)")
    }
  }
}
