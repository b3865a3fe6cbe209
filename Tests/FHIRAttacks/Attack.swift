/// One way to make the command slow, large, silent or wrong, as data: what to make, what to run, what must come of it.
///
/// The attacks stand in the files of `Groups`, one entry each; ``Attack/all`` lists them. The program `fhirattack` makes
/// the inputs of each at a size n, at 2n and at 4n, runs `fhircheck` on them as a process of its own, and prints its time,
/// its memory and its exit code, and whether they are what they must be:
///
/// ```console
/// $ swift build -c release --product fhircheck && swift build -c release --product fhirattack
/// $ .build/release/fhirattack                    all attacks
/// $ .build/release/fhirattack --factor 4 marks   those with `marks` in their name, four times as large
/// $ .build/release/fhirattack --list             names and what they attack
/// ```
///
/// | option | meaning |
/// |---|---|
/// | `--factor F` | sizes are F times those of the list, such as `4` or `0.1` |
/// | `--once` | size n only, and time is not judged: what the tests do |
/// | `--program PATH` | the `fhircheck` to attack; the one beside `fhirattack` |
/// | `--keep` | leave the inputs of the last attack for a look at them |
///
/// The scripts are for Linux. The program exits with 1 where an attack succeeds, and with 2 where one cannot be run. Time
/// is that of all processors, user and system, so that a busy machine changes little.
public struct Attack: Sendable {
  /// `group/what`.
  public let name: String
  /// What it attacks, in a few words.
  public let target: String
  /// The size n, in whatever the attack counts.
  public let size: Int
  /// The least size that is an attack at all.
  public var least = 1
  /// Makes the inputs of a size in a folder.
  public let make: @Sendable (_ n: Int, _ folder: AttackFolder) throws -> Void
  /// What is run in that folder, as a script for `sh`; `$F` is the program, `$N` the size.
  public let script: String
  /// The exit codes of a run that did what it must.
  public let exitCodes: Set<Int32>
  /// What must stand in the output; standard output and standard error together.
  public var says: [String] = []
  /// What must not stand there.
  public var hides: [String] = []
  /// The most bytes of output.
  public var mostOutput = 64 << 20
  /// Whether the time grows with n, so that it is to be linear.
  public var grows = true
  /// A script that takes its time too, and how many times that time the attack may take.
  public var comparison: (script: String, times: Double)?
  /// Whether it takes a build for debugging too long, so that a test of its own stands for it in the suite.
  public var isLong = false

  init(
    _ name: String, _ target: String, size: Int, run script: String, exits exitCodes: Set<Int32>,
    make: @escaping @Sendable (_ n: Int, _ folder: AttackFolder) throws -> Void
  ) {
    (self.name, self.target, self.size) = (name, target, size)
    (self.script, self.exitCodes, self.make) = (script, exitCodes, make)
  }

  /// All attacks, group by group.
  public static let all =
    marks + copies + exports + growth + contained + files + streams + failures + outputs + threads
    + definitions

  /// A record without a fault.
  static let sound = #"{"resourceType":"Patient","id":"a"}"#

  /// The most memory that any may take.
  static let mostMemory = 256 << 20
}

extension Attack {
  /// The attack with something changed, for the lists.
  func with(_ change: (inout Attack) -> Void) -> Attack {
    var attack = self
    change(&attack)
    return attack
  }

  /// The attack, whose size says nothing about its time.
  var still: Attack { with { $0.grows = false } }

  /// The attack, left to those who run the program by hand.
  var long: Attack { with { $0.isLong = true } }

  func saying(_ texts: String...) -> Attack { with { $0.says = texts } }
  func hiding(_ texts: String...) -> Attack { with { $0.hides = texts } }
  func atLeast(_ size: Int) -> Attack { with { $0.least = size } }
  func writingAtMost(_ bytes: Int) -> Attack { with { $0.mostOutput = bytes } }
  func within(_ times: Double, of script: String) -> Attack { with { $0.comparison = (script, times) } }
}
