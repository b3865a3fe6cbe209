import FHIRCheckCommand
import Foundation
import FHIRTestSupport
import Testing

/// The tables of the article `what-is-not-judged`.
enum NotJudgedTable {
  /// A case of input that is not judged.
  struct Row {
    let name: String
    let words: String
    let counter: String
    /// The exit codes of a run over only this input, and of one with a valid record beside it.
    let alone: ExitCode
    let withOthers: ExitCode

    /// Whether a run over it with `--fail-on-unjudged` ends with 1.
    var isFileOrRecord: Bool {
      !["no-file", "configuration", "excluded"].contains(name)
        && !["identity", "issues", "notChecked"].contains(counter.prefix { $0 != "." })
    }
  }

  static let rows: [Row] = lines(ofTableWith: 6).compactMap { cells in
    guard let alone = code(cells[4]), let withOthers = code(cells[5]) else { return nil }
    return Row(
      name: plain(cells[0]), words: plain(cells[2]), counter: plain(cells[3]), alone: alone, withOthers: withOthers)
  }

  /// The names of kinds of files.
  static let kinds: [String] = lines(ofTableWith: 2).flatMap { cells in
    cells[0].contains("`") ? cells[0].components(separatedBy: ", ").map(plain) : []
  }

  static let text =
    (try? PackageRoot.bytes("Sources/FHIRCheckCommand/FHIRCheckCommand.docc/what-is-not-judged.md")).map {
      String(decoding: $0, as: UTF8.self)
    } ?? ""

  private static func lines(ofTableWith count: Int) -> [[String]] {
    text.split(separator: "\n").filter { $0.hasPrefix("| ") }.map { line in
      line.dropFirst(2).dropLast(2).components(separatedBy: " | ")
    }.filter { $0.count == count }
  }

  private static func plain(_ cell: String) -> String { cell.replacing("`", with: "") }

  private static func code(_ cell: String) -> ExitCode? { Int32(cell).flatMap(ExitCode.init(rawValue:)) }
}

extension CommandHarness.Outcome {
  /// The value under a name such as `notJudged.empty` in the summary of a report in JSON Lines, as a number.
  func count(of counter: String) throws -> Int {
    let line = try #require(output.split(separator: "\n").last)
    return NotJudgedCounter.count(of: counter[...], in: try JSONSerialization.jsonObject(with: Data(line.utf8)))
  }
}

private enum NotJudgedCounter {
  static func count(of counter: Substring, in value: Any) -> Int {
    if let object = value as? [String: Any] {
      // Names have dots too.
      if let member = object[String(counter)] { return count(of: "", in: member) }
      let name = counter.prefix { $0 != "." }
      return object[String(name)].map { count(of: counter.dropFirst(name.count + 1), in: $0) } ?? 0
    }
    if let text = value as? String { return text == counter ? 1 : 0 }
    if let list = value as? [Any] { return list.count }
    return value as? Int ?? 0
  }
}
