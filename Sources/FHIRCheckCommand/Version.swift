/// The version of the tool, for `--version` and reports.
public enum Version {
  /// The version, without a prefix.
  public static let current = "0.1.0"
}
