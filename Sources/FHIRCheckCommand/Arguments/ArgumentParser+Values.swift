import FHIRDiagnostics
import FHIRText

/// Values of options.
extension ArgumentParser {
  func choice<Choice: CaseIterable & RawRepresentable<String>>(
    _ value: String, of option: CommandOption
  ) throws(UsageError) -> Choice {
    if let choice = Choice.allCases.first(where: { $0.rawValue.byBytes == value.byBytes }) { return choice }
    let list = Choice.allCases.map(\.rawValue).listed
    throw UsageError(sentence: "'\(option.name)' is \(list), not '\(value)'")
  }

  func number(_ value: String, of option: CommandOption, least: Int) throws(UsageError) -> Int {
    guard let number = Int(value), number >= least else {
      throw UsageError(sentence: "'\(option.name)' is a whole number from \(least), not '\(value)'")
    }
    return number
  }

  /// `code/*,structure/unknown-element`.
  func selectors(_ value: String, of option: CommandOption) throws(UsageError) -> [RuleSelector] {
    let names = value.utf8.split(separator: UInt8(ascii: ",")).map { String(decoding: $0, as: UTF8.self) }
    guard !names.isEmpty else { throw UsageError(sentence: "'\(option.name)' needs rules or groups, such as code/*") }
    return names.map { RuleSelector($0) }
  }

  /// `256M`: a number and the letter of its unit.
  func size(_ value: String, of option: CommandOption) throws(UsageError) -> Int {
    let units: [Character: Int] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30]
    let unit = value.uppercased().last.flatMap { units[$0] }
    let digits = unit == nil ? value[...] : value.dropLast()
    guard let number = Int(digits), number >= 0,
      case let (size, isTooLarge) = number.multipliedReportingOverflow(by: unit ?? 1),
      !isTooLarge, size >= 1 << 20
    else {
      throw UsageError(sentence: "'\(option.name)' is a size from 1M, such as 64M or 1G, not '\(value)'")
    }
    return size
  }
}
