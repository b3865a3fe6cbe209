import FHIRSchema

extension ModelPlan {
  /// What the release allows in dates, times and decimals, as the arguments of the runtime's `PrimitiveForms`.
  func primitiveForms() throws(CompilerError) -> String {
    var arguments: [String] = []
    for name in ["date", "dateTime", "instant", "time"] {
      guard let forms = grammar(name)?.momentForms else {
        throw CompilerError("no grammar of dates or times for \(name)")
      }
      arguments.append("\(name): \(forms)")
    }
    switch grammar("decimal") {
    case .decimal: arguments.append("exponents: false")
    case .scientificDecimal: arguments.append("exponents: true")
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
