import Foundation

/// The figures of a run, in the form that `--format json` prints.
struct Report: Encodable {
  struct Seconds: Encodable {
    var median: Double
    var minimum: Double
    var maximum: Double
  }

  struct Stage: Encodable {
    var name: String
    var seconds: Seconds
    var megabytesPerSecond: Double
    /// The median time of JSONSerialization divided by this stage's: above 1 is faster.
    var timesJSONSerialization: Double
    /// How many values the stage did not finish: with any, its speed cannot be compared.
    var refusedDocuments: Int
  }

  /// The cost of validation without a shortcut, or without nothing, as the control.
  struct Gain: Encodable {
    var without: String
    var seconds: Seconds
    /// The median time divided by that with all shortcuts.
    var timesAsLong: Double
  }

  struct Allocations: Encodable {
    var total: Int
    var perDocument: Double
    var perMegabyte: Double
  }

  /// The counts of decoded models, including entries of Bundles.
  struct Models: Encodable {
    var built = 0
    /// Resources kept as text, because their type has no model.
    var keptAsText = 0
  }

  struct Corpus: Encodable {
    var name: String
    var documents: Int
    var bytes: Int
    var records: Int
    var findings: Int
    var models: Models
    var stages: [Stage]
    /// Empty unless requested.
    var gains: [Gain]
    /// Absent if allocations cannot be counted.
    var allocations: Allocations?
  }

  struct StartUp: Encodable {
    /// The time for the first validator of the process, including decoding the tables.
    var firstValidatorSeconds: Double
    /// The time for decoding the tables again.
    var tableSeconds: Seconds
  }

  var formatVersion = 1
  var rounds: Int
  var startUp: StartUp
  var corpora: [Corpus]

  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }

  func text() -> String {
    var lines = ["one thread, \(rounds) rounds, medians; × is the speed as a multiple of JSONSerialization's", ""]
    for corpus in corpora {
      lines += corpus.lines() + [""]
    }
    let tables = startUp.tableSeconds
    lines.append("start-up: first validator \(Self.milliseconds(startUp.firstValidatorSeconds)) ms")
    lines.append(
      "  decoding the tables \(Self.milliseconds(tables.median)) ms"
        + " (\(Self.milliseconds(tables.minimum)) to \(Self.milliseconds(tables.maximum)))")
    return lines.joined(separator: "\n")
  }

  static func milliseconds(_ seconds: Double) -> String { String(format: "%.2f", seconds * 1000) }
}

extension Report.Corpus {
  func lines() -> [String] {
    var lines = ["\(name): \(documents) documents, \(String(format: "%.1f", Double(bytes) / 1e6)) MB"]
    lines.append(Self.row("", ["median ms", "min to max ms", "MB/s", "×"]))
    for stage in stages {
      lines.append(
        Self.row(
          stage.name, stage.seconds, String(format: "%.0f", stage.megabytesPerSecond),
          String(format: "%.2f", stage.timesJSONSerialization)))
      if stage.refusedDocuments > 0 {
        lines.append("    refused \(stage.refusedDocuments) values: its speed cannot be compared")
      }
    }
    if let share = speedByGuide {
      lines.append("  by the guide: " + String(format: "%.0f %% of the speed without profiles", share * 100))
    }
    for gain in gains {
      let percent = String(format: "%+.1f %%", (gain.timesAsLong - 1) * 100)
      lines.append(Self.row("without \(gain.without)", gain.seconds, percent))
    }
    lines.append("  validated: \(records) records, \(findings) findings")
    lines.append("  decoded: \(models.built) models; \(models.keptAsText) resources without a model, kept as text")
    if let allocations {
      lines.append(
        "  allocations while validating: \(allocations.total) in all, "
          + String(format: "%.1f a document, %.1f a MB", allocations.perDocument, allocations.perMegabyte))
    } else {
      lines.append("  allocations while validating: not measured")
    }
    return lines
  }

  /// The speed of validation by the profiles of a guide, as a share of that without profiles; `nil` without a guide.
  private var speedByGuide: Double? {
    guard let base = stages.first(where: { $0.name == Benchmark.validation }),
      let guided = stages.first(where: { $0.name.hasPrefix(Benchmark.validation + " by ") })
    else { return nil }
    return base.seconds.median / guided.seconds.median
  }

  private static func row(_ name: String, _ seconds: Report.Seconds, _ cells: String...) -> String {
    let range = "\(Report.milliseconds(seconds.minimum)) to \(Report.milliseconds(seconds.maximum))"
    return row(name, [Report.milliseconds(seconds.median), range] + cells)
  }

  private static func row(_ name: String, _ cells: [String]) -> String {
    let widths = [12, 22, 8, 8]
    let padded = zip(cells, widths).map { String(repeating: " ", count: max(0, $1 - $0.count)) + $0 }
    return "  " + name.padding(toLength: 20, withPad: " ", startingAt: 0) + padded.joined()
  }
}
