/// The unit atoms by symbol: UCUM's table, which is `Schemas/ucum.txt`, converted to base units once, on first use.
struct UnitTable: Sendable {
  /// A unit without a prefix.
  private typealias Atom = (isMetric: Bool, unit: UCUMUnit)

  private var atoms: [String: Atom] = [:]
  private var prefixFactors: [(symbol: [UInt8], factor: UCUMFactor)] = []

  static let shared = UnitTable()

  private init() {
    let bytes = UnsafeBufferPointer(start: Self.definitions.utf8Start, count: Self.definitions.utf8CodeUnitCount)
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let columns = line.split(separator: UInt8(ascii: " ")).map { UnsafeBufferPointer(rebasing: $0) }
      if columns.count == 3, let factor = UCUMFactor(columns[2]) {
        prefixFactors.append((Array(columns[1]), factor))
      } else if columns.count == 4, let unit = unit(by: columns[2], of: columns[3]) {
        let isMetric = columns[1].first == UInt8(ascii: "+")
        atoms[String(decoding: columns[0], as: UTF8.self)] = (isMetric, unit)
      }
    }
  }

  var count: Int { atoms.count }

  /// The unit of a symbol with or without a prefix; the longest prefix of a metric unit has priority.
  func unit(_ symbol: UnsafeBufferPointer<UInt8>) -> UCUMUnit? {
    for prefix in prefixFactors {
      if let atom = atom(symbol, behind: prefix.symbol), atom.isMetric { return atom.unit.prefixed(by: prefix.factor) }
    }
    return atom(symbol)?.unit
  }

  /// Whether the symbol is a prefix and a unit that allows none.
  func isPrefixedNonmetric(_ symbol: UnsafeBufferPointer<UInt8>) -> Bool {
    prefixFactors.contains { atom(symbol, behind: $0.symbol)?.isMetric == false }
  }

  private func atom(_ symbol: UnsafeBufferPointer<UInt8>, behind prefix: [UInt8]) -> Atom? {
    guard symbol.count > prefix.count, symbol[0] == prefix[0], prefix.count == 1 || symbol[1] == prefix[1] else {
      return nil
    }
    return atom(UnsafeBufferPointer(rebasing: symbol[prefix.count...]))
  }

  private func atom(_ symbol: UnsafeBufferPointer<UInt8>) -> Atom? { atoms[String(decoding: symbol, as: UTF8.self)] }

  /// The unit that a line defines, `nil` if its term uses a unit that is not defined before.
  private func unit(by value: UnsafeBufferPointer<UInt8>, of term: UnsafeBufferPointer<UInt8>) -> UCUMUnit? {
    let kind = String(decoding: value, as: UTF8.self)
    if kind == "base" {
      let number = Int(term[0] - UInt8(ascii: "0"))
      return UCUMUnit(dimension: UCUMDimension(base: number), factor: .one, scale: .ratio)
    }
    if kind == "arbitrary" {
      return UCUMUnit(dimension: UCUMDimension(arbitrary: UInt64(atoms.count)), factor: .one, scale: .ratio)
    }
    var parser = UnitParser(term, table: self)
    guard var unit = try? parser.parse() else { return nil }
    switch kind {
    case "pi": unit.factor = .pi
    case "special": unit.scale = .special
    case "celsius": unit.scale = .interval(offset: UCUMFactor(27315, exponent: -2))
    case "fahrenheit":
      (unit.factor, unit.scale) = (UCUMFactor(5) / UCUMFactor(9), .interval(offset: UCUMFactor(45967, exponent: -2)))
    case "reaumur":
      (unit.factor, unit.scale) = (UCUMFactor(5) / UCUMFactor(4), .interval(offset: UCUMFactor(21852, exponent: -2)))
    default:
      guard let factor = UCUMFactor(value) else { return nil }
      unit.factor = unit.factor * factor
    }
    return unit
  }
}

extension UCUMUnit {
  /// The unit with a prefix. On an interval scale the prefix multiplies the value, so the zero point moves.
  fileprivate func prefixed(by prefix: UCUMFactor) -> UCUMUnit {
    var unit = self
    unit.factor = factor * prefix
    if case .interval(let offset) = scale { unit.scale = .interval(offset: offset / prefix) }
    return unit
  }
}
