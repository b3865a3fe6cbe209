/// The Swift source of the enum over all models, and of the conversions to and from it.
enum AnyResourceWriter {
  static func source(_ resources: [String], _ release: String) -> String {
    var lines = [
      "/// A resource of any type; one without a model is kept whole.",
      "public enum AnyResource: AnyFHIRResource {",
      "  /// The release of the models.",
      "  public typealias Release = \(release)",
      "",
    ]
    for name in resources {
      lines.append("  /// \(article(name)) \(name).")
      lines.append("  case \(ModelNames.uncapitalized(name))(\(name))")
    }
    lines += [
      "  /// A resource of a type without a model, or of an unknown one.",
      "  indirect case other(RawResource)",
      "",
      "  /// The resource as what all models are; `nil` for a resource of a type without a model.",
      "  public var model: (any FHIRResource<\(release)>)? {",
      "    switch self {",
    ]
    lines += resources.map { "    case .\(ModelNames.uncapitalized($0))(let resource): resource" }
    lines += [
      "    case .other: nil",
      "    }",
      "  }",
      "",
      "  /// The resource of a type without a model, `nil` for any other.",
      "  public var rawResource: RawResource? { if case .other(let resource) = self { resource } else { nil } }",
      "}",
      "",
      "extension TapeReader {",
      "  /// The resource of an object by the number of its type.",
      "  mutating func modelled(_ number: Int, at object: Place) -> AnyResource {",
      "    switch number {",
    ]
    for (number, name) in resources.enumerated() {
      lines.append("    case \(number): .\(ModelNames.uncapitalized(name))(stored(object))")
    }
    lines += [
      "    default: .other(RawResource(resourceTypeName: nil, json: raw(object)))",
      "    }",
      "  }",
      "}",
      "",
      "extension ElementWriter {",
      "  /// A resource of any type.",
      "  mutating func resource(_ resource: AnyResource) {",
      "    switch resource {",
    ]
    lines += resources.map { "    case .\(ModelNames.uncapitalized($0))(let resource): stored(resource, \"\($0)\")" }
    lines += ["    case .other(let resource): raw(resource.json.text)", "    }", "  }", "}", ""]
    return lines.joined(separator: "\n")
  }

  private static func article(_ name: String) -> String { "AEIOU".contains(name.prefix(1)) ? "An" : "A" }
}

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
