import FHIRSchema

extension ModelPlan {
  /// What the release allows in dates, times and decimals, as the arguments of the runtime's `PrimitiveForms`.
  func primitiveForms() throws(CompilerError) -> String {
    var arguments: [String] = []
    for name in ["date", "dateTime", "instant", "time"] {
      // No value is read by the grammar of a type that the release does not have.
      let forms = isPrimitive(name) ? grammar(name)?.momentForms : "[]"
      guard let forms else { throw CompilerError("no grammar of dates or times for \(name)") }
      arguments.append("\(name): \(forms)")
    }
    switch grammar("decimal") {
    case .scientificDecimal: arguments.append("exponents: true")
    case .decimal: arguments.append("exponents: false")
    case nil where !isPrimitive("decimal"): arguments.append("exponents: false")
    default: throw CompilerError("no grammar of decimals for decimal")
    }
    return arguments.joined(separator: ", ")
  }
}

extension ValueKind {
  /// What a grammar of dates or times allows, in the words of `MomentForms`; `nil` for any other grammar.
  fileprivate var momentForms: String? {
    switch self {
    case .signedDate, .signedDateTime, .signedInstant: ".signedYear"
    case .dateTime, .instant, .leapTime: ".leapSecond"
    case .date, .time: "[]"
    default: nil
    }
  }
}
