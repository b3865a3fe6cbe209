/// The version of the tool, for `--version` and reports.
public enum Version {
  /// The version, without a prefix.
  public static let current = "0.1.0"

  /// The commit from which a released program was built, 40 hexadecimal digits; `nil` for any other build. `.ci/release`
  /// writes it into its copy of this line.
  public static let commit: String? = nil

  static var line: String { "fhircheck \(current) (\(commit ?? "unreleased"))" }
}
