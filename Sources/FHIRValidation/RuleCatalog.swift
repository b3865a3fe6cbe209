/// Every rule, one line each, in the order of groups and names.
public enum RuleCatalog {
  /// All rules.
  public static let all: [Rule] = []
}
