import Foundation

/// The figures of a run as lines of text, for review and for the comparison with a later run.
///
/// ```text
/// # a comment
/// allow speed 10                               how many percent a speed may be lower
/// allow allocations 1                          how many percent more allocations there may be
/// allow gain 10                                how many percent less time it may take without a shortcut
/// speed 4.21 published, parse and validate     as a multiple of JSONSerialization's, which moves with the machine
/// allocations 12.5 published                   a document, while validating
/// gain 1.24 published, without texts           the time without a shortcut, as a multiple of the time with all
/// ```
struct Figures {
  /// The name is that of the figure, with its corpus.
  typealias Line = (kind: String, value: Double, name: String)

  struct FormatError: Error, CustomStringConvertible { var description: String }

  private var lines: [Line] = []
  private var allowed: [String: Double] = [:]

  init(_ text: String) throws {
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let words = line.split(separator: " ", maxSplits: 2)
      guard words.count == 3 else { throw FormatError(description: "neither figure nor allowance: \(line)") }
      if words[0] == "allow" {
        guard let percent = Double(words[2]) else { throw FormatError(description: "no allowance: \(line)") }
        allowed[String(words[1])] = percent
      } else {
        guard let value = Double(words[1]), value > 0 else { throw FormatError(description: "no figure: \(line)") }
        lines.append((String(words[0]), value, String(words[2])))
      }
    }
  }

  static func text(of lines: [Line]) -> String {
    let forms = ["gain": "%.3f", "allocations": "%.1f"]
    return lines.map { "\($0.kind) \(String(format: forms[$0.kind] ?? "%.2f", $0.value)) \($0.name)" }
      .joined(separator: "\n")
  }

  /// Compares the figures that are in both: a line for each, and whether there are some, all within the allowed range.
  func compared(with found: [Line]) -> (text: String, isWithin: Bool) {
    var (rows, isWithin): ([String], Bool) = ([], true)
    for line in found {
      guard let before = lines.first(where: { $0.kind == line.kind && $0.name == line.name }) else { continue }
      let percent = (line.value / before.value - 1) * 100
      let loss = line.kind == "allocations" ? percent : -percent
      let isWorse = loss > (allowed[line.kind] ?? 0)
      if isWorse { isWithin = false }
      rows.append(
        "\(isWorse ? "worse" : "ok   ") \(line.kind) \(line.name): \(before.value) -> "
          + String(format: "%.3f (%+.1f %%)", line.value, percent))
    }
    if rows.isEmpty { return ("worse: no figure of this run is in the file", false) }
    return (rows.joined(separator: "\n"), isWithin)
  }
}
