/// The Swift source of the enum over the types of resources that a release defines.
enum ResourceTypeWriter {
  static func source(_ plan: ModelPlan) -> String {
    var lines = [
      "/// The types of resources of \(plan.selection.title), also those without a model.",
      "public enum ResourceType: String, ModelResourceType {",
    ]
    for name in plan.resourceTypes {
      lines.append("  /// `\(name)`")
      lines.append("  case \(ModelNames.declared(ModelNames.uncapitalized(name))) = \"\(name)\"")
    }
    return (lines + ["}", ""]).joined(separator: "\n")
  }
}
