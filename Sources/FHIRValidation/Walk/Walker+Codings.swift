import FHIRPrimitives
import FHIRView
import JSONTape

/// Codes that a machine can judge offline: by their system's form, check digit or grammar.
extension Walker {
  /// Judges system and code of the Coding or Quantity at `object` together.
  mutating func checkCoding(_ object: Int) {
    let (system, code) = systemAndCode(of: object)
    guard system >= 0 else { return }
    let uri = text(system)
    guard let known = KnownSystem(uri.bytes, uri.count) else { return checkSystem(uri, system) }
    guard code >= 0 else { return }
    let text = text(code)
    switch known {
    case .loinc: checkLOINC(text, code)
    case .snomed: checkSNOMED(text, code)
    case .rxNorm: checkRxNorm(text, code)
    case .cvx: checkCVX(text, code)
    case .ndc: checkNDC(text, code)
    case .ucum: checkUnit(text, code, of: object)
    }
  }

  /// The values of the members `system` and `code` that are strings, -1 for none.
  func systemAndCode(of object: Int) -> (system: Int, code: Int) {
    var (system, code) = (-1, -1)
    let end = tape.next(object)
    var key = object &+ 2
    while key < end {
      let value = key &+ 1
      if tape.tag(value) == .string || tape.tag(value) == .escapedString {
        let length = tape.length(key)
        if length == 6, tape.string(key, equals: "system") {
          system = value
        } else if length == 4, tape.string(key, equals: "code") {
          code = value
        }
      }
      key = tape.next(value)
    }
    return (system, code)
  }

  /// Reports a code that its system does not have; one that is no code at all has been reported as such.
  @inline(never)
  mutating func reportCode(_ rule: Rule, _ value: Int, _ expectation: String) {
    let code = text(value)
    guard FHIRCode.check(code.bytes, code.count).isNone else { return }
    report(
      rule, at: tape.range(value), path: path.text(schema) + ".code",
      "expected \(expectation), found \(tape.excerpt(value))")
  }
}
