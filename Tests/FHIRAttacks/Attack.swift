/// An attempt to make the command slow, large, silent or wrong, as data: the input, the command, the expected result.
///
/// The attacks are in the files of `Groups`, one entry each; ``Attack/all`` lists them. The program `fhirattack` makes
/// the inputs of each at the sizes n, 2n and 4n, runs `fhircheck` on them in a separate process, and prints its time,
/// its memory and its exit code, and whether they meet the limits:
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
/// | `--once` | size n only, and time is not judged: as in the tests |
/// | `--program PATH` | the `fhircheck` to attack; by default the one in the folder of `fhirattack` |
/// | `--keep` | keep the inputs of the last attack for inspection |
///
/// The scripts are for Linux. The program exits with 1 if an attack succeeds, and with 2 if one cannot be run. Time is
/// the processor time, user and system, which depends little on other load.
public struct Attack: Sendable {
  /// `group/what`.
  public let name: String
  /// The target of the attack in a few words.
  public let target: String
  /// The size n, in the unit of the attack.
  public let size: Int
  /// The least size for a useful attack.
  public var least = 1
  /// Creates the inputs of a size in a folder.
  public let make: @Sendable (_ n: Int, _ folder: AttackFolder) throws -> Void
  /// The script for `sh` to run in that folder; `$F` is the program, `$N` the size.
  public let script: String
  /// The exit codes of a correct run.
  public let exitCodes: Set<Int32>
  /// Texts that the output must contain; standard output and standard error together.
  public var says: [String] = []
  /// Texts that the output must not contain.
  public var hides: [String] = []
  /// The largest size of the output in bytes.
  public var mostOutput = 64 << 20
  /// Whether the time grows with n, and so must be linear.
  public var grows = true
  /// A script to compare the time with, and how many times as long the attack may take.
  public var comparison: (script: String, times: Double)?
  /// Whether it takes too long in a debug build, so that the suite has a separate test instead.
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

  /// A record without faults.
  static let sound = #"{"resourceType":"Patient","id":"a"}"#

  /// The memory limit for every attack.
  static let mostMemory = 256 << 20
}

extension Attack {
  /// The attack with a change, for the lists.
  func with(_ change: (inout Attack) -> Void) -> Attack {
    var attack = self
    change(&attack)
    return attack
  }

  /// The attack, with a size that does not determine its time.
  var still: Attack { with { $0.grows = false } }

  /// The attack, excluded from the suite and run by hand only.
  var long: Attack { with { $0.isLong = true } }

  func saying(_ texts: String...) -> Attack { with { $0.says = texts } }
  func hiding(_ texts: String...) -> Attack { with { $0.hides = texts } }
  func atLeast(_ size: Int) -> Attack { with { $0.least = size } }
  func writingAtMost(_ bytes: Int) -> Attack { with { $0.mostOutput = bytes } }
  func within(_ times: Double, of script: String) -> Attack { with { $0.comparison = (script, times) } }
}
