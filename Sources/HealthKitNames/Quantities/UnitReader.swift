#if !canImport(HealthKit)
  /// Parses a unit: symbols, `·` or `*` between them, `/` before a divisor, `^` before a power, parentheses.
  struct UnitReader {
    private var rest: Substring
    /// Limits the nesting of parentheses, to protect the stack.
    private var depth = 0

    init(_ text: String) { rest = text[...] }

    /// The factors; `nil` if the text is not a unit.
    mutating func read() -> [HKUnit.Factor]? {
      guard let factors = product(), rest.isEmpty else { return nil }
      return factors
    }

    private mutating func product() -> [HKUnit.Factor]? {
      var sign = 1
      var factors: [HKUnit.Factor] = []
      while true {
        guard let term = term() else { return nil }
        factors += term.map { HKUnit.Factor(symbol: $0.symbol, power: $0.power * sign) }
        switch rest.first {
        case "/": sign = -1
        case "·", "*": sign = 1
        default: return factors
        }
        rest.removeFirst()
      }
    }

    private mutating func term() -> [HKUnit.Factor]? {
      var factors: [HKUnit.Factor]
      if rest.first == "(" {
        depth += 1
        defer { depth -= 1 }
        guard depth < 10 else { return nil }
        rest.removeFirst()
        guard let inner = product(), rest.first == ")" else { return nil }
        rest.removeFirst()
        factors = inner
      } else {
        let symbol = symbol()
        guard !symbol.isEmpty else { return nil }
        factors = symbol == "1" ? [] : [HKUnit.Factor(symbol: symbol, power: 1)]
      }
      guard rest.first == "^" else { return factors }
      rest.removeFirst()
      let digits = rest.prefix { $0 == "-" || $0.isASCII && $0.isNumber }
      guard let power = Int(digits), Self.powers.contains(power) else { return nil }
      rest = rest.dropFirst(digits.count)
      for index in factors.indices { factors[index].power *= power }
      return factors.allSatisfy { Self.powers.contains($0.power) } ? factors : nil
    }

    /// No real unit has a power beyond these.
    private static let powers = -99...99

    /// A symbol may include a molar mass: `mmol<180.1558800000541>`.
    private mutating func symbol() -> String {
      var isInside = false
      let symbol = rest.prefix { character in
        if character == "<" { isInside = true }
        if character == ">" { isInside = false }
        return isInside || !"/·*^()".contains(character)
      }
      rest = rest.dropFirst(symbol.count)
      return String(symbol)
    }
  }
#endif
