import FHIRFindings
import FHIRReporting
import Foundation
import Testing

@Suite struct ConciseFormatTests {
  @Test func anIssueIsALine() {
    let issue = HostileReport.issues[0]
    #expect(
      HostileReport.text(ConciseRenderer(), [issue]).split(separator: "\n").first
        == "plain:1:7: error: found plain [code/not-in-value-set]")
  }

  /// No text of a record begins another line or controls a terminal.
  @Test func everyIssueIsOneLineWhateverItSays() {
    let text = HostileReport.text(ConciseRenderer())
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == HostileReport.issues.count + 2)
    #expect(
      lines.dropLast(2).allSatisfy {
        $0.hasSuffix("[code/not-in-value-set]") || $0.hasSuffix("[structure/unknown-element]")
      })
    #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
  }
}

@Suite struct GitHubFormatTests {
  /// A workflow command as the runner parses it: `::name key=value,key=value::data`.
  struct Command {
    var name: String
    var properties: [String: String]
    var data: String

    init?(_ line: Substring) {
      guard line.hasPrefix("::"), let end = line.dropFirst(2).range(of: "::") else { return nil }
      let head = line[line.index(line.startIndex, offsetBy: 2)..<end.lowerBound]
      let words = head.split(separator: " ", maxSplits: 1)
      guard let first = words.first else { return nil }
      name = String(first)
      properties = [:]
      for pair in words.dropFirst().joined().split(separator: ",") {
        let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        properties[String(parts[0])] = Self.decoded(parts[1])
      }
      data = Self.decoded(line[end.upperBound...])
    }

    private static func decoded(_ text: Substring) -> String {
      var text = String(text)
      for (code, mark) in [("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")] {
        text = text.replacing(code, with: mark)
      }
      return text
    }
  }

  @Test func everyLineIsOneCommand() throws {
    let lines = HostileReport.text(GitHubRenderer()).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.last == "")
    let commands = lines.dropLast().compactMap { Command($0) }
    #expect(commands.count == HostileReport.issues.count + 1)
    for (command, issue) in zip(commands, HostileReport.issues) {
      #expect(["error", "warning", "notice"].contains(command.name))
      #expect(Set(command.properties.keys).isSubset(of: ["file", "line", "col", "title"]))
      #expect(command.properties["title"] == issue.finding.rule.rawValue)
      #expect(command.properties["line"] == issue.position.map { "\($0.line)" })
      let isPlain = issue.file.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value < 0x7F }
      if isPlain {
        #expect(command.properties["file"] == issue.file)
        #expect(command.data.hasPrefix("found " + issue.file) || issue.file == "-")
      }
    }
    #expect(commands.last?.name == "notice")
  }

  @Test func textIsEscapedAsTheRunnerReadsIt() {
    var issue = HostileReport.issues[0]
    issue.file = "a,b:c%.json"
    issue.finding.message = "100% :: a,b"
    #expect(
      HostileReport.text(GitHubRenderer(), [issue]).hasPrefix(
        "::error file=a%2Cb%3Ac%25.json,line=1,col=7,title=code/not-in-value-set::100%25 :: a,b (plain, r4)\n"))
  }
}

@Suite struct CSVFormatTests {
  /// Reads a table of RFC 4180; `nil` if it is malformed.
  static func table(_ text: String) -> [[String]]? {
    var rows: [[String]] = [[]]
    var field = ""
    var isQuoted = false
    var wasQuoted = false
    var scalars = text.unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      if isQuoted {
        if scalar != "\"" {
          field.unicodeScalars.append(scalar)
        } else if scalars.first == "\"" {
          field.unicodeScalars.append(scalars.removeFirst())
        } else {
          (isQuoted, wasQuoted) = (false, true)
        }
      } else if scalar == "," || scalar == "\r" {
        rows[rows.count - 1].append(field)
        (field, wasQuoted) = ("", false)
        if scalar == "\r" {
          guard scalars.popFirst() == "\n" else { return nil }
          rows.append([])
        }
      } else if scalar == "\"", field.isEmpty, !wasQuoted {
        isQuoted = true
      } else {
        // A quote in the middle, or anything behind a quoted field.
        guard scalar != "\"", scalar.value >= 0x20, !wasQuoted else { return nil }
        field.unicodeScalars.append(scalar)
      }
    }
    return isQuoted || rows.last != [] ? nil : rows.dropLast()
  }

  @Test func theTableIsOfRFC4180() throws {
    let rows = try #require(Self.table(HostileReport.text(CSVRenderer())))
    #expect(rows.first == CSVRenderer.columns)
    #expect(rows.count == HostileReport.issues.count + 1)
    #expect(rows.allSatisfy { $0.count == CSVRenderer.columns.count })
    let quoted = try #require(rows.first { $0[6].contains("\"quoted\"") })
    #expect(quoted[6] == "\"quoted\", 'both'; \\ back")
  }

  @Test func noFieldIsAFormula() throws {
    let rows = try #require(Self.table(HostileReport.text(CSVRenderer())))
    for field in rows.joined() {
      let first = field.trimmingPrefix { $0 == "\t" || $0 == "\r" || $0 == "\n" }.first
      #expect(first.map { !"=+-@＝＋－＠".contains($0) } ?? true, "\(field)")
    }
    #expect(rows.joined().contains("'=cmd|' /C calc'!A0"))
  }
}
