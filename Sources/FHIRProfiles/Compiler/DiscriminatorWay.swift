import FHIRSchema

import FHIRPath

/// Follows the path of a discriminator through a profile, to find what a slice asserts at its end.
struct DiscriminatorWay {
  /// The current element, `nil` if the profile does not describe it.
  var draft: ElementDraft?
  var steps: [SliceStep] = []
  /// The targets of the last resolved reference, if no step has followed.
  var targets: [String]?
  /// The url of an extension, if the path leads to it.
  var url: String?

  init(draft: ElementDraft) { self.draft = draft }
}

extension ProfileCompiler {
  /// Follows one part of a discriminator's path.
  ///
  /// - Returns: whether that kind of part is supported.
  mutating func follow(_ part: String, _ way: inout DiscriminatorWay) -> Bool {
    if part == "resolve()" {
      way.steps.append(.resolve)
      enterTargets(&way)
    } else if let url = Self.argument(of: "extension", part) {
      way.steps.append(.extensions(KeptText(url)))
      way.draft = way.draft?.existingChild("extension").flatMap { extensions in
        extensions.slices.first { self.url(ofExtension: $0) == url }
      }
    } else if let type = Self.argument(of: "ofType", part) {
      guard let row = schema.type(named: type) else { return false }
      way.steps.append(.ofType(row))
      let slice = way.draft?.slices.first { $0.facts.types?.contains { $0.code == type } ?? false }
      way.draft = slice ?? way.draft
    } else if part.utf8.allSatisfy({ $0 != UInt8(ascii: "(") }) {
      enter(part, &way)
    } else {
      return false
    }
    return true
  }

  private mutating func enter(_ name: String, _ way: inout DiscriminatorWay) {
    if way.targets != nil {
      // From here on, elements belong to the target.
      way.targets = nil
    }
    let isReference = way.draft?.facts.types?.allSatisfy { $0.code == schema.typeNames[model.roles.reference] } ?? false
    let reference = schema.name(of: model.roles.referenceReference.member)
    if name == reference, isReference {
      // In the older form, a part after a reference belongs to its target.
      way.steps.append(.resolve)
      return enterTargets(&way)
    }
    way.steps.append(.member(KeptText(ProfileCompiler.baseName(name))))
    guard let draft = way.draft else { return }
    if name == schema.name(of: model.roles.extensionURL.member), let url = url(ofExtension: draft) {
      way.url = url
      return
    }
    way.draft = child(name, of: draft)
  }

  /// The child of an element, of one of its required slices, or of the profile that its values must meet.
  private mutating func child(_ name: String, of draft: ElementDraft) -> ElementDraft? {
    let names = [name, name + "[x]"]
    for place in [draft] + draft.slices.filter({ $0.facts.minimum ?? 0 > 0 || draft.slices.count == 1 }) {
      if let child = names.compactMap(place.existingChild).first { return child }
      let prefix = Self.baseName(name)
      let variant = place.children.first {
        $0.name.hasPrefix(prefix) && $0.name.dropFirst(prefix.count).first?.isUppercase ?? false
      }
      if let variant { return variant }
    }
    guard let profile = draft.facts.types?.flatMap(\.profiles), profile.count == 1,
      let root = root(ofProfile: profile[0])
    else { return nil }
    return names.compactMap(root.existingChild).first
  }

  private mutating func enterTargets(_ way: inout DiscriminatorWay) {
    let targets = way.draft?.facts.types?.flatMap { $0.targets.isEmpty ? $0.profiles : $0.targets } ?? []
    way.targets = targets
    way.draft = targets.count == 1 ? root(ofProfile: targets[0]) : nil
  }

  /// The elements of another profile; `nil` if it is not available, or is a type.
  private mutating func root(ofProfile url: String) -> ElementDraft? {
    if let tree = trees[url] { return tree.root }
    guard trees.count < 1_000, let facts = structure(url), let tree = try? tree(of: facts) else { return nil }
    trees[url] = tree
    return tree.root
  }

  /// The url of the extensions of an element: the url of the definition that they must meet, or a fixed one.
  func url(ofExtension draft: ElementDraft) -> String? {
    let code = schema.typeNames[model.roles.extension]
    if let types = draft.facts.types, types.count == 1, types[0].code == code, types[0].profiles.count == 1 {
      return ProfileURL(types[0].profiles[0]).address
    }
    return nil
  }

  /// The argument of `extension('url')`.
  private static func argument(of function: String, _ part: String) -> String? {
    guard part.hasPrefix(function + "("), part.hasSuffix(")") else { return nil }
    let argument = part.dropFirst(function.count + 1).dropLast()
    return String(argument.drop { $0 == "'" || $0 == "\"" }.reversed().drop { $0 == "'" || $0 == "\"" }.reversed())
  }

  /// The parts of a path, split at dots outside parentheses.
  static func parts(of path: String) -> [String] {
    var parts = [""]
    var depth = 0
    for character in path {
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      if character == ".", depth == 0 { parts.append("") } else { parts[parts.count - 1].append(character) }
    }
    return parts.filter { !$0.isEmpty }
  }
}
