/// The version of the tool, as `--version` and reports give it.
public enum Version {
  /// The version, without a prefix.
  public static let current = "0.1.0"
}
