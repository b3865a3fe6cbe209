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
}
