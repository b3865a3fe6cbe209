#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An attack at one or more sizes, and the violated expectations.
struct AttackRun {
  let attack: Attack
  /// The runs at n, 2n and 4n, or at n alone.
  private(set) var runs: [ProcessRun] = []
  /// The violated expectations; empty if the attack failed.
  private(set) var faults: [String] = []

  /// Runs an attack.
  ///
  /// - Parameters:
  ///   - folder: a folder for its files, which is emptied.
  ///   - judgesTime: whether it is run at three sizes and its time must be linear.
  init(_ attack: Attack, program: String, in folder: String, factor: Double, judgesTime: Bool) throws {
    self.attack = attack
    let base = max(attack.least, Int(Double(attack.size) * factor))
    for size in judgesTime && attack.grows ? [base, 2 * base, 4 * base] : [base] {
      try prepare(folder, size)
      let run = try ProcessRun(attack.script, program: program, in: folder + "/input", size: size)
      runs.append(run)
      judge(run, size, output: folder + "/output")
      // A larger one would only take longer.
      if run.exitCode >= 128 { break }
      if let (script, times) = attack.comparison, judgesTime, size == 4 * base || !attack.grows {
        let other = try ProcessRun(script, program: program, in: folder + "/input", size: size)
        if run.seconds > times * other.seconds + 0.1 {
          faults.append("took \(decimal(run.seconds / other.seconds)) times as long as '\(script)'")
        }
      }
    }
    guard isQuadratic else { return }
    // Another process may have slowed down the largest one.
    let first = runs
    runs = []
    for size in [base, 2 * base, 4 * base] {
      try prepare(folder, size)
      runs.append(try ProcessRun(attack.script, program: program, in: folder + "/input", size: size))
    }
    if isQuadratic {
      faults.append("not linear")
      runs = first
    }
  }

  private var isQuadratic: Bool { growth.map { $0 > AttackRun.mostGrowth } ?? false }

  /// The time for the step from 2n to 4n divided by that from n to 2n: 2 for linear time, 4 for quadratic time; `nil`
  /// if the times are too short.
  var growth: Double? {
    guard runs.count == 3, case let last = runs[2].seconds - runs[1].seconds, last > 0.2 else { return nil }
    return last / max(0.01, runs[1].seconds - runs[0].seconds)
  }

  private static let mostGrowth = 3.0

  private func prepare(_ folder: String, _ size: Int) throws {
    AttackRun.remove(folder + "/input")
    mkdir(folder + "/input", 0o700)
    try attack.make(size, AttackFolder(path: folder + "/input"))
  }

  private mutating func judge(_ run: ProcessRun, _ size: Int, output: String) {
    if run.exitCode == 128 + SIGXCPU || run.exitCode == 128 + SIGKILL {
      faults.append("ended at n = \(size)")
    } else if !attack.exitCodes.contains(run.exitCode) {
      faults.append("exit code \(run.exitCode) instead of \(attack.exitCodes.sorted())")
    }
    if run.memory > Attack.mostMemory { faults.append("\(run.memory >> 20) MiB at n = \(size)") }
    guard let (said, count) = OutputFile.read(output) else { return faults.append("no output") }
    if count > attack.mostOutput { faults.append("\(count >> 10) KiB of output at n = \(size)") }
    for text in attack.says where !said.contains(text) { faults.append("does not say '\(text)'") }
    for text in attack.hides where said.contains(text) { faults.append("says '\(AttackRun.visible(text))'") }
  }

  /// Removes a folder and its content.
  static func remove(_ path: String) {
    var process = pid_t()
    let words = ["/bin/rm", "-rf", "--", path]
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    if posix_spawn(&process, "/bin/rm", nil, nil, &arguments, environ) == 0 { waitpid(process, nil, 0) }
  }

  private static func visible(_ text: String) -> String {
    text.unicodeScalars.map { $0.isASCII && $0.value >= 0x20 ? String($0) : "U+" + String($0.value, radix: 16) }
      .joined()
  }
}

/// A number with two decimals.
func decimal(_ number: Double) -> String {
  let hundredths = Int((number * 100).rounded())
  return "\(hundredths / 100)." + (hundredths % 100 < 10 ? "0" : "") + "\(hundredths % 100)"
}

/// The output of a run.
enum OutputFile {
  /// The beginning and the end of a file, and its size in bytes.
  static func read(_ path: String) -> (text: String, count: Int)? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    fseek(file, 0, SEEK_END)
    let count = ftell(file)
    var text = ""
    for start in Set([0, max(0, count - part)]).sorted() {
      fseek(file, start, SEEK_SET)
      var bytes = [UInt8](repeating: 0, count: part)
      bytes.removeLast(part - fread(&bytes, 1, part, file))
      text += String(decoding: bytes, as: UTF8.self)
    }
    return (text, count)
  }

  private static let part = 64 << 10
}
