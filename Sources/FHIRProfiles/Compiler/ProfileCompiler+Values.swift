import FHIRPath
import FHIRTape

extension ProfileCompiler {
  /// The profile's assertions about the value of an element as a whole; `nil` for none.
  mutating func values(of draft: ElementDraft) -> ValueAssertion? {
    let facts = draft.facts.values
    if facts.isEmpty { return nil }
    return ValueAssertion(
      facts, lowest: facts.lowest.flatMap { bound($0, ">=", draft) },
      highest: facts.highest.flatMap { bound($0, "<=", draft) })
  }

  private mutating func bound(_ value: KeptValue, _ comparison: String, _ draft: ElementDraft) -> ValueBound? {
    let node = DefinitionNode(value.tape, .root)
    do {
      if let literal = Self.literal(node) {
        return ValueBound(value, try FHIRPathExpression("$this \(comparison) \(literal)", model: model))
      }
    } catch {
      // Handled below.
    }
    addGap(
      .definitionUnusableConstraint, draft, "expected a bound that values can be compared with, found \(value.excerpt)")
    return nil
  }

  /// A value in FHIRPath's notation: a number, a date, a time, or a quantity; `nil` for any other.
  private static func literal(_ node: DefinitionNode) -> String? {
    if let text = node.string { return moment(text) }
    guard node.tape.tag(node.index) == .object else { return number(node) }
    guard let amount = node["value"].flatMap(number) else { return nil }
    guard let code = node["code"]?.string ?? node["unit"]?.string else { return amount }
    return code.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x27 && $0 != 0x5C } ? "\(amount) '\(code)'" : nil
  }

  private static func number(_ node: DefinitionNode) -> String? {
    switch node.tape.tag(node.index) {
    case .integer, .decimal: node.lexeme
    // FHIRPath has no exponents, and definitions write no bound with one.
    case .exponent: nil
    default: nil
    }
  }

  private static func moment(_ text: String) -> String? {
    let isMoment = text.utf8.allSatisfy { ($0 >= 0x30 && $0 <= 0x3A) || "+-.TZ".utf8.contains($0) }
    guard isMoment, let first = text.utf8.first, first != UInt8(ascii: "T") else { return nil }
    let isTime = text.utf8.dropFirst(2).first == UInt8(ascii: ":")
    return isTime ? "@T\(text)" : text.utf8.contains(UInt8(ascii: "T")) ? "@\(text)" : "@\(text)T"
  }
}
