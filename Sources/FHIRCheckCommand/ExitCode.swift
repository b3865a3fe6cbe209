/// The exit codes of the process; a contract.
public enum ExitCode: Int32, Sendable {
  /// No findings at or above the threshold of `--fail-on`.
  case success = 0
  /// Findings at or above the threshold.
  case findings = 1
  /// The command could not do its work: bad usage, a path that cannot be read. Takes precedence over `findings`.
  case failure = 2
}
