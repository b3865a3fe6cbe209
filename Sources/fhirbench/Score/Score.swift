import FHIRFindings
import FHIRProfiles
import FHIRSchema
import FHIRTape
import FHIRValidation
import Foundation

/// How right validation is: what it finds in published examples, in the same with faults, and in the same with harmless
/// edits. The article "How right is it" shows the results.
struct Score {
  struct Options {
    /// A package, a folder, or `DEFINITIONS,EXAMPLES`, for each row of the table.
    var rows: [String] = []
    /// The packages that those of the rows build on.
    var others: [String] = []
    /// Files of errors that are the examples' own: `file | rule | number | reason`.
    var known: [String] = []
    var seed: UInt64 = 1
    /// Whether to list what was missed or raised.
    var lists = false
  }

  private struct Count { var (made, found, atPlace) = (0, 0, 0) }

  private let name: String
  private let examples: [(name: String, bytes: [UInt8])]
  private let demands: Demands
  private let validator: Validator
  private var counts: [Edit.Kind: Count] = [:]
  private var (own, other, seconds) = (0, 0, 0.0)
  private var misses: [String] = []
  /// The rules that found faults of a kind.
  private var rules: [Edit.Kind: Set<String>] = [:]

  static func run(_ options: Options) throws {
    let known = try options.known.map { try String(contentsOfFile: $0, encoding: .utf8) }
      .flatMap { $0.split(separator: "\n") }.map { $0.components(separatedBy: " | ") }
    let columns = [
      "", "examples", "their own errors", "other errors", "faults", "found", "at their line", "harmless edits",
      "raised an error", "s",
    ]
    print("| " + columns.joined(separator: " | ") + " |\n" + String(repeating: "|---", count: columns.count) + "|")
    var sum: [Edit.Kind: Count] = [:]
    for row in options.rows {
      var score = try Score(row, options)
      score.judge(options, known)
      print(score.line)
      sum.merge(score.counts) {
        Count(made: $0.made + $1.made, found: $0.found + $1.found, atPlace: $0.atPlace + $1.atPlace)
      }
      if options.lists {
        score.misses.forEach { print($0) }
        for kind in Edit.Kind.allCases {
          if let rules = score.rules[kind] {
            print("\(kind.rawValue): found by \(rules.sorted().joined(separator: ", "))")
          }
        }
      }
    }
    print("\n| fault or harmless edit | made | found, or raised an error | at its line |\n|---|---|---|---|")
    for kind in Edit.Kind.allCases {
      guard let count = sum[kind] else { continue }
      print("| \(kind.rawValue) | \(count.made) | \(count.found) | \(kind.isHarmless ? "" : "\(count.atPlace)") |")
    }
  }

  private init(_ row: String, _ options: Options) throws {
    let paths = row.split(separator: ",").map(String.init)
    name = paths.map { ($0 as NSString).lastPathComponent }.joined(separator: ", ")
    var (demands, version, isRelease): (Demands, String?, Bool) = (Demands(), nil, false)
    for file in try Self.files(of: paths[0], areExamples: false) {
      guard let node = JSONNode(file.bytes), let url = node["url"]?.string else { continue }
      demands.add(node)
      if node["resourceType"]?.string == "StructureDefinition" { version = version ?? node["fhirVersion"]?.string }
      isRelease = isRelease || url == Demands.types + "Resource"
    }
    examples = try Self.files(of: paths[paths.count - 1], areExamples: paths.count > 1 ? nil : true)
      .filter { JSONNode($0.bytes).map { $0["resourceType"] != nil } ?? true }
      .map { file in
        // Many are published in one line, and a finding is to be found at its line.
        (file.name, Editor.spaced(file.bytes, [Bytes.openBrace, Bytes.openBracket, Bytes.comma], "\n"))
      }
    var library = ProfileLibrary()
    // The validator has the definitions of a release.
    for path in isRelease ? [] : [paths[0]] + options.others {
      let files = try Self.files(of: path, areExamples: false)
      library.addPackage { add in for file in files { add(file.name, file.bytes) } }
    }
    guard let release = version.flatMap({ FHIRRelease.of(version: $0) }),
      let validator = Validator(release: release, library: library)
    else { throw Arguments.UsageError("\(row): expected definitions of a release that records are judged by") }
    (self.demands, self.validator) = (demands, validator)
  }

  /// The JSON files of a folder or a package: definitions are in no folder inside it, examples in that for examples.
  private static func files(of path: String, areExamples: Bool?) throws -> [(name: String, bytes: [UInt8])] {
    let manager = FileManager.default
    var folder = URL(fileURLWithPath: path)
    let unpacked = manager.temporaryDirectory.appendingPathComponent("fhirbench-\(UUID().uuidString)")
    defer { try? manager.removeItem(at: unpacked) }
    if path.hasSuffix(".tgz") {
      try manager.createDirectory(at: unpacked, withIntermediateDirectories: true)
      let tar = Process()
      tar.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      tar.arguments = ["tar", "-xzf", path, "-C", unpacked.path]
      tar.standardError = FileHandle.nullDevice
      try tar.run()
      tar.waitUntilExit()
      guard tar.terminationStatus == 0 else { throw Arguments.UsageError("\(path): tar cannot unpack it") }
      folder = unpacked.appendingPathComponent("package")
    }
    let names = manager.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    let isPackage = names.contains("package.json")
    return try names.filter { name in
      guard name.hasSuffix(".json") else { return false }
      return areExamples.map { $0 ? name.hasPrefix("example/") : !isPackage || !name.contains("/") } ?? true
    }.sorted().map { ($0, Array(try Data(contentsOf: folder.appendingPathComponent($0)))) }
  }

  // MARK: - Judging

  private mutating func judge(_ options: Options, _ known: [[String]]) {
    for (number, example) in examples.enumerated() {
      let before = errors(in: example.bytes)
      for (rule, found) in Dictionary(grouping: before, by: \.rule.rawValue).sorted(by: { $0.key < $1.key }) {
        let row = known.first {
          $0.count == 4 && (example.name.hasSuffix($0[0]) || $0[0].hasSuffix(example.name)) && $0[1] == rule
        }
        let own = min(found.count, row.flatMap { Int($0[2]) } ?? 0)
        self.own += own
        other += found.count - own
        if own < found.count { misses.append("\(example.name): \(rule): \(found[0].message)") }
      }
      guard let root = JSONNode(example.bytes) else { continue }
      var editor = Editor(
        bytes: example.bytes, root: root, demands: demands,
        random: SeededRandom(seed: options.seed &+ UInt64(number) &* 1_000_003))
      for edit in editor.edits() { judge(edit, of: example.name, before) }
    }
  }

  private mutating func judge(_ edit: Edit, of name: String, _ before: [Finding]) {
    var rest = before.map { "\($0.rule) \($0.message)" }
    let new = errors(in: edit.bytes).filter { error in
      guard let place = rest.firstIndex(of: "\(error.rule) \(error.message)") else { return true }
      rest.remove(at: place)
      return false
    }
    let lines = LineTable(edit.bytes)
    func line(_ offset: Int) -> Int { lines.position(of: offset).line }
    let place = line(edit.place.lowerBound)...line(edit.place.upperBound - 1)
    counts[edit.kind, default: Count()].made += 1
    if !new.isEmpty { counts[edit.kind, default: Count()].found += 1 }
    let isAtPlace = new.contains { place.contains(line($0.range.start)) }
    if isAtPlace { counts[edit.kind, default: Count()].atPlace += 1 }
    if edit.kind.isHarmless ? !new.isEmpty : !isAtPlace {
      let found = new.first.map { "line \(line($0.range.start)): \($0.message)" } ?? "nothing"
      misses.append("\(name):\(place.lowerBound): \(edit.kind.rawValue), found \(found)")
    }
    if !edit.kind.isHarmless { rules[edit.kind, default: []].formUnion(new.map(\.rule.rawValue)) }
  }

  private mutating func errors(in bytes: [UInt8]) -> [Finding] {
    var found: [Finding] = []
    let validator = validator
    seconds += processorTime { found = validator.validate(bytes).findings.filter { $0.severity >= .error } }
    return found
  }

  private var line: String {
    func sum(_ isHarmless: Bool, _ part: (Count) -> Int) -> Int {
      counts.reduce(0) { $0 + ($1.key.isHarmless == isHarmless ? part($1.value) : 0) }
    }
    let figures = [
      examples.count, own, other, sum(false, \.made), sum(false, \.found), sum(false, \.atPlace), sum(true, \.made),
      sum(true, \.found),
    ]
    return "| \(name) | " + figures.map(String.init).joined(separator: " | ") + " | \((seconds * 10).rounded() / 10) |"
  }
}
