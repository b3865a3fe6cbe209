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
  private typealias Line = (kind: Substring, value: Double, name: Substring)

  /// A file of figures that cannot be read.
  struct FormatError: Error, CustomStringConvertible {
    var description: String
  }

  private var lines: [Line] = []
  private var allowed: [Substring: Double] = [:]

  /// Reads a file of figures.
  init(_ text: String) throws {
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let words = line.split(separator: " ", maxSplits: 2)
      guard words.count == 3 else { throw FormatError(description: "neither figure nor allowance: \(line)") }
      if words[0] == "allow" {
        guard let percent = Double(words[2]) else { throw FormatError(description: "no allowance: \(line)") }
        allowed[words[1]] = percent
      } else {
        guard let value = Double(words[1]), value > 0 else { throw FormatError(description: "no figure: \(line)") }
        lines.append(Line(kind: words[0], value: value, name: words[2]))
      }
    }
  }

  /// The figures of a report, one on each line.
  static func text(of report: Report) -> String {
    var lines: [String] = []
    for corpus in report.corpora {
      // The last stage is JSONSerialization itself.
      for stage in corpus.stages.dropLast() where stage.refusedDocuments == 0 {
        lines.append("speed \(String(format: "%.2f", stage.timesJSONSerialization)) \(corpus.name), \(stage.name)")
      }
      for gain in corpus.gains {
        lines.append("gain \(String(format: "%.3f", gain.timesAsLong)) \(corpus.name), without \(gain.without)")
      }
      if let allocations = corpus.allocations {
        lines.append("allocations \(String(format: "%.1f", allocations.perDocument)) \(corpus.name)")
      }
    }
    return lines.joined(separator: "\n")
  }

  /// Compares the figures that are in both.
  ///
  /// - Returns: a line for each, and whether all are within the allowed range. Without common figures, they are not.
  func compared(with report: Report) throws -> (text: String, isWithin: Bool) {
    let found = try Figures(Self.text(of: report))
    var (rows, isWithin): ([String], Bool) = ([], true)
    for line in found.lines {
      guard let before = lines.first(where: { $0.kind == line.kind && $0.name == line.name }) else { continue }
      let percent = (line.value / before.value - 1) * 100
      let loss = line.kind == "allocations" ? percent : -percent
      let isWorse = loss > (allowed[line.kind] ?? 0)
      if isWorse { isWithin = false }
      rows.append(
        "\(isWorse ? "worse" : "ok   ") \(line.kind) \(line.name): \(before.value) -> \(line.value) "
          + String(format: "(%+.1f %%)", percent))
    }
    if rows.isEmpty { rows.append("worse: no figure of this run is in the file") }
    return (rows.joined(separator: "\n"), isWithin && !found.lines.isEmpty && !rows[0].hasPrefix("worse:"))
  }
}
