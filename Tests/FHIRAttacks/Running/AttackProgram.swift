#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The program `fhirattack`; ``Attack`` documents its use.
public struct AttackProgram {
  private var factor = 1.0
  private var isOnce = false
  private var keeps = false
  private var lists = false
  private var program: String
  private var filters: [String] = []

  /// Runs the program with its arguments, its own path first, and returns the exit code.
  public static func run(_ arguments: [String]) -> Int32 {
    do {
      return try AttackProgram(arguments).run()
    } catch {
      let line = Array("fhirattack: \(error)\n".utf8)
      _ = write(STDERR_FILENO, line, line.count)
      return 2
    }
  }

  private init(_ arguments: [String]) throws {
    let own = arguments[0].utf8.lastIndex(of: UInt8(ascii: "/")).map { String(arguments[0][..<$0]) } ?? "."
    program = own + "/fhircheck"
    var rest = arguments.dropFirst()
    while let argument = rest.popFirst() {
      switch argument {
      case "--once": isOnce = true
      case "--keep": keeps = true
      case "--list": lists = true
      case "--program": program = try AttackProgram.value(of: argument, in: &rest)
      case "--factor":
        guard let number = Double(try AttackProgram.value(of: argument, in: &rest)), number > 0 else {
          throw AttackError(description: "'--factor' is a number above 0")
        }
        factor = number
      default:
        if argument.hasPrefix("-") { throw AttackError(description: "unknown option '\(argument)'") }
        filters.append(argument)
      }
    }
  }

  private static func value(of option: String, in rest: inout ArraySlice<String>) throws -> String {
    guard let value = rest.popFirst() else { throw AttackError(description: "'\(option)' needs a value") }
    return value
  }

  private var attacks: [Attack] {
    // A complete name selects only that attack, even if other names begin with it.
    let names = Set(Attack.all.map(\.name))
    return Attack.all.filter { attack in
      let isNamed = filters.contains { names.contains($0) ? attack.name == $0 : attack.name.contains($0) }
      return filters.isEmpty || isNamed
    }
  }

  private func run() throws -> Int32 {
    let attacks = attacks
    if attacks.isEmpty { throw AttackError(description: "no attack has such a name; see --list") }
    if lists {
      for attack in attacks { print(attack.name + ": " + attack.target) }
      return 0
    }
    guard let path = realpath(program, nil) else { throw AttackError(description: "there is no \(program)") }
    defer { free(path) }
    let folder = try AttackProgram.temporaryFolder()
    defer { if !keeps { AttackRun.remove(folder) } }
    print(row("attack", ["n", "2n", "4n", "growth", "MiB", "exit"], "verdict"))
    var succeeded = 0
    for attack in attacks {
      let run = try AttackRun(
        attack, program: String(cString: path), in: folder, factor: factor, judgesTime: !isOnce)
      if !run.faults.isEmpty { succeeded += 1 }
      print(row(run))
      fflush(nil)
    }
    print("\(attacks.count) attacks, \(succeeded) succeeded" + (keeps ? "; see \(folder)" : ""))
    return succeeded == 0 ? 0 : 1
  }

  private func row(_ run: AttackRun) -> String {
    var cells = run.runs.map { decimal($0.seconds) }
    cells += Array(repeating: "", count: 3 - cells.count)
    cells.append(run.growth.map(decimal) ?? "")
    cells.append(String((run.runs.map(\.memory).max() ?? 0) >> 20))
    cells.append(run.runs.last.map { String($0.exitCode) } ?? "")
    return row(
      run.attack.name, cells, run.faults.isEmpty ? "withstood" : "SUCCEEDS: " + run.faults.joined(separator: "; "))
  }

  private func row(_ name: String, _ cells: [String], _ verdict: String) -> String {
    var line = name + String(repeating: " ", count: max(1, 32 - name.utf8.count))
    for cell in cells { line += String(repeating: " ", count: max(0, 7 - cell.utf8.count)) + cell }
    return line + "  " + verdict
  }

  private static func temporaryFolder() throws -> String {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    var template = Array(((parent.isEmpty ? "/tmp" : parent) + "/fhirattack.XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { throw AttackError(description: "no temporary folder can be made") }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
