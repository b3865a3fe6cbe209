import FHIRSchema

extension ModelPlan {
  /// The forms of dates, times and decimals that the release allows, as the arguments of the runtime's
  /// `PrimitiveForms`.
  func primitiveForms() throws(CompilerError) -> String {
    var arguments: [String] = []
    for name in ["date", "dateTime", "instant", "time"] {
      // The grammar of a type that the release lacks is never used.
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
  /// The forms that a grammar of dates or times allows, as a `MomentForms` expression; `nil` for any other grammar.
  fileprivate var momentForms: String? {
    switch self {
    case .signedDate, .signedDateTime, .signedLeapDateTime, .signedInstant: ".signedYear"
    case .dateTime, .instant, .leapTime: ".leapSecond"
    case .date, .time: "[]"
    default: nil
    }
  }
}
