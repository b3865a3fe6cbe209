import FHIRPath
import FHIRSchema
import FHIRTape

/// Follows the path of a discriminator through a profile, to find what a slice asserts at its end.
struct DiscriminatorWay {
  /// All statements about the element, by the profile and by the profiles that its values must meet.
  var drafts: [ElementDraft]
  var steps: [SliceStep] = []
  /// The targets of the last resolved reference, if no step has followed.
  var targets: [Canonical]?
  var url: String?
  /// What fixed values and patterns of elements above state: that of a concept is also one of its coding.
  var stated: [(value: KeptValue, isFixed: Bool)] = []
  /// A test of an element above by its required binding, if the path leads from it to its code.
  var binding: SliceTest?

  var types: [TypeFacts]? { drafts.lazy.compactMap(\.facts.types).first { !$0.isEmpty } }

  /// The conditions on the values of the element, of which each has to hold for some value; each item of a list counts.
  var statedChecks: [SliceCheck] {
    stated.flatMap { value, isFixed in
      DefinitionNode(value.tape, .root).items.compactMap { KeptValue($0) }.map { isFixed ? .fixed($0) : .pattern($0) }
    }
  }
}

extension ProfileCompiler {
  /// Follows a discriminator's path; `false` for one with a part of a kind that is not supported.
  mutating func follow(path: String, _ way: inout DiscriminatorWay) -> Bool {
    Self.parts(of: path).allSatisfy { $0 == "$this" || follow($0, &way) }
  }

  private mutating func follow(_ part: String, _ way: inout DiscriminatorWay) -> Bool {
    if part == "resolve()" {
      // `reference.resolve()` leads to the same as `resolve()`.
      if way.targets != nil { return true }
      (way.stated, way.binding) = ([], nil)
      way.steps.append(.resolve)
      enterTargets(&way)
    } else if let (path, type) = Self.cast(part) {
      return follow(path: path, &way) && restrict(&way, to: type)
    } else if let url = Self.argument(of: "extension", part) {
      (way.stated, way.binding) = ([], nil)
      way.steps.append(.extensions(KeptText(url)))
      way.drafts = way.drafts.compactMap { $0.existingChild("extension") }.flatMap { extensions in
        extensions.slices.filter { (self.url(ofExtension: $0) ?? statedURL(ofExtension: $0)) == url }
      }
    } else if let type = Self.argument(of: "ofType", part) ?? Self.argument(of: "as", part) {
      return restrict(&way, to: type)
    } else if part.utf8.allSatisfy({ $0 != UInt8(ascii: "(") }) {
      enter(part, &way)
    } else {
      return false
    }
    return true
  }

  private func restrict(_ way: inout DiscriminatorWay, to type: String) -> Bool {
    guard let row = schema.type(named: type) else { return false }
    way.steps.append(.ofType(row))
    let slices = way.drafts.flatMap(\.slices).filter { $0.facts.types?.contains { $0.code == type } ?? false }
    way.drafts = slices + way.drafts
    return true
  }

  private mutating func enter(_ name: String, _ way: inout DiscriminatorWay) {
    // From here on, elements belong to the target.
    way.targets = nil
    let isReference = way.types?.allSatisfy { $0.code == schema.typeNames[model.roles.reference] } ?? false
    let reference = schema.name(of: model.roles.referenceReference.member)
    if name == reference, isReference {
      // In the older form, a part after a reference belongs to its target.
      way.steps.append(.resolve)
      return enterTargets(&way)
    }
    lookAbove(name, &way)
    // The slices of the slice itself are told by more than it is.
    let isFirst = way.steps.isEmpty
    way.steps.append(.member(KeptText(ProfileCompiler.baseName(name))))
    if name == schema.name(of: model.roles.extensionURL.member) {
      for draft in way.drafts where way.url == nil { way.url = fixedURL(ofExtension: draft) }
      if way.url != nil { return }
    }
    way.drafts = way.drafts.flatMap { children(name, of: $0, withSlices: !isFirst) }
  }

  /// Takes along what the current element as a whole says of its child: its fixed value, its pattern, its binding.
  private func lookAbove(_ name: String, _ way: inout DiscriminatorWay) {
    for values in way.drafts.lazy.map(\.facts.values) {
      if let fixed = values.fixed { way.stated.append((fixed, true)) }
      if let pattern = values.pattern { way.stated.append((pattern, false)) }
    }
    way.stated = way.stated.flatMap { value, isFixed in
      DefinitionNode(value.tape, .root).items.flatMap(\.members).filter { $0.name == Self.baseName(name) }
        .compactMap { KeptValue($0.value) }.map { ($0, isFixed) }
    }
    // A binding is of codes: those of a concept, and that of a coding or a quantity.
    if name != "coding", name != "code" { return way.binding = nil }
    guard let binding = way.drafts.lazy.compactMap(requiredBinding).first else { return }
    way.binding = SliceTest(path: "", steps: way.steps, check: .binding(binding))
  }

  /// The children of an element, of its required slices, and of the profile that its values meet.
  private mutating func children(_ name: String, of draft: ElementDraft, withSlices: Bool) -> [ElementDraft] {
    let names = [name, name + "[x]"]
    var found: [ElementDraft] = []
    let slices = draft.slices.filter { $0.facts.minimum ?? 0 > 0 || draft.slices.count == 1 }
    for place in withSlices ? [draft] + slices : [draft] {
      let child = names.compactMap(place.existingChild).first ?? form(of: Self.baseName(name), in: place)
      if let child { found.append(child) }
      found += forms(named: name, in: place)
    }
    if let profiles = draft.facts.types?.flatMap(\.profiles), profiles.count == 1,
      let root = root(ofProfile: profiles[0]), let child = names.compactMap(root.existingChild).first
    {
      found.append(child)
    }
    return found
  }

  /// What is said of the form of a choice with this name, `valueQuantity`, under the name of the choice.
  private func forms(named name: String, in draft: ElementDraft) -> [ElementDraft] {
    draft.children.filter { $0.name.hasSuffix("[x]") }.flatMap { choice -> [ElementDraft] in
      let base = Self.baseName(choice.name)
      guard name.hasPrefix(base), name.count > base.count else { return [] }
      let type = Self.names(ofForm: name.dropFirst(base.count))
      return choice.slices.filter { $0.facts.types?.contains { type.contains($0.code) } ?? false } + [choice]
    }
  }

  /// The possible names of the type by which the name of a form ends.
  private static func names(ofForm type: Substring) -> [String] {
    [String(type), type.prefix(1).lowercased() + type.dropFirst()]
  }

  /// The form of a choice that a profile names as if it were an element, with its type.
  private func form(of choice: String, in draft: ElementDraft) -> ElementDraft? {
    let form = draft.children.first {
      $0.name.hasPrefix(choice) && $0.name.dropFirst(choice.count).first?.isUppercase ?? false
    }
    guard let form, form.facts.types == nil else { return form }
    let names = Self.names(ofForm: form.name.dropFirst(choice.count))
    if let name = names.first(where: { schema.type(named: $0) != nil }) { form.facts.types = [TypeFacts(code: name)] }
    return form
  }

  private mutating func enterTargets(_ way: inout DiscriminatorWay) {
    let targets = way.types?.flatMap { $0.targets.isEmpty ? $0.profiles : $0.targets } ?? []
    way.targets = targets
    way.drafts = targets.count == 1 ? [root(ofProfile: targets[0])].compactMap(\.self) : []
  }

  /// The elements of another profile; `nil` if it is not available, or is a type.
  mutating func root(ofProfile url: Canonical) -> ElementDraft? {
    // The profile may be that of an element.
    let part = ProfileURL(url.url).element
    func element(_ tree: ElementTree) -> ElementDraft? { part.flatMap { tree.labels[$0] } ?? tree.root }
    if let tree = trees[url] { return element(tree) }
    let facts = structure(url)
    if facts == nil, !isCoreType(url) { missing = url }
    guard trees.count < 1_000, let facts, let tree = try? tree(of: chain(of: facts)) else { return nil }
    trees[url] = tree
    return element(tree)
  }

  /// The url that is fixed for extensions in a slice, also by a definition that they must meet if it refines another.
  private mutating func fixedURL(ofExtension draft: ElementDraft) -> String? {
    if let stated = statedURL(ofExtension: draft) { return stated }
    guard let url = url(ofExtension: draft), let definition = draft.facts.types?.first?.profiles.first else {
      return nil
    }
    guard let base = structure(definition)?.base, !isCoreType(base), let root = root(ofProfile: definition) else {
      return url
    }
    return statedURL(ofExtension: root) ?? url
  }

  /// The url that the profile itself states for extensions, as for the parts of one.
  private func statedURL(ofExtension draft: ElementDraft) -> String? {
    let values = draft.existingChild(schema.name(of: model.roles.extensionURL.member))?.facts.values
    return (values?.fixed ?? values?.pattern).flatMap { DefinitionNode($0.tape, .root).string }
  }

  /// The url of the definition that the extensions of an element must meet.
  func url(ofExtension draft: ElementDraft) -> String? {
    let code = schema.typeNames[model.roles.extension]
    guard draft.facts.types?.first?.code == code, let profile = draft.onlyProfile else { return nil }
    let url = ProfileURL(profile.url)
    guard let fragment = url.element else { return url.address }
    // It names a part of a definition, or belongs to the url of one.
    return structure(profile)?.url ?? "\(url.address)#\(fragment)"
  }

  /// The path and the type of `(path as type)`; `nil` for any other part.
  private static func cast(_ part: String) -> (path: String, type: String)? {
    guard part.hasPrefix("("), part.hasSuffix(")") else { return nil }
    let words = part.dropFirst().dropLast().split(separator: " ").map(String.init)
    return words.count == 3 && words[1] == "as" ? (words[0], words[2]) : nil
  }

  private static func argument(of function: String, _ part: String) -> String? {
    guard part.hasPrefix(function + "("), part.hasSuffix(")") else { return nil }
    let argument = part.dropFirst(function.count + 1).dropLast()
    return String(argument.drop { $0 == "'" || $0 == "\"" }.reversed().drop { $0 == "'" || $0 == "\"" }.reversed())
  }

  private static func parts(of path: String) -> [String] {
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
