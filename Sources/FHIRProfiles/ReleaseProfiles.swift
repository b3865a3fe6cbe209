package import FHIRPath
package import FHIRSchema
import FHIRTape

/// The profiles by which records of one release are judged: compiled on first use, and shared by all threads.
package final class ReleaseProfiles: Sendable {
  let schema: SchemaTable
  let roles: SchemaRoles
  let model: FHIRPathModel
  let library: ProfileLibrary
  let terminology: Terminology
  package var codes: any FHIRPathDefinitions { terminology }
  /// The number of the release among those of a validator, as the upper half of rows in paths.
  private let base: Int32
  /// The row of each type's base, `.none` if there is none.
  let bases: [TypeID]
  private let bindable: [Bool]
  /// `nil` where there is no definition for the release.
  private let compiled = SharedMemo<Canonical, Result<Profile, ProfileFault>?>()
  private let expressions = SharedMemo<CompiledExpression.Key, CompiledExpression>()
  /// The urls of the profiles that apply to all records of their type.
  let chosen: [String]
  /// The profiles that the release itself has for its types.
  let maps: [GuideMap]
  /// All versions that are there of the guides that the caller names, for records of this release.
  let guides: [Guide]
  let otherGuides: [Guide]
  let packages: [ProfilePackage]
  /// What is asked about the name of a profile in a package: names that judges remember.
  private let questions: [Question]
  /// Whether records that state no version of a guide are compared with its other versions.
  let comparesVersions: Bool
  let countsMustSupport: Bool
  /// Whether the caller has given definitions, so that an unknown modifier extension is of note.
  let isGiven: Bool
  let nothing: Profile
  let extensionMember: KeptText
  let urlName: KeptText
  let referenceName: KeptText
  /// The element of a reference that states the type of its target; `nil` for a release without one.
  let referenceTypeName: KeptText?
  var entryName: String { schema.name(of: roles.bundleEntry.member) }

  /// - Parameter number: the place of the release among those of a validator.
  package init(
    _ library: ProfileLibrary, chosen: [String], guides: [Guide] = [], countsMustSupport: Bool = false,
    comparesVersions: Bool = false, isGiven: Bool = true, model: FHIRPathModel, schema: SchemaTable, as number: Int
  ) {
    (self.library, self.chosen) = (library, chosen)
    (self.countsMustSupport, self.comparesVersions, self.isGiven) = (countsMustSupport, comparesVersions, isGiven)
    maps = KeptDefinitions.maps(ofRelease: schema.release.name)
    let names = Set(guides.map(\.name))
    self.guides = library.guides.filter { names.contains($0.name) && $0.release == schema.release.name }
    otherGuides = guides.filter { $0.release != schema.release.name }
    packages = ProfilePackage.all(of: library, chosen: guides)
    questions = packages.map { _ in Question() }
    (self.schema, self.model) = (schema, model)
    roles = model.roles
    base = ReleaseRow.base(of: number)
    terminology = Terminology(schema, library)
    bases = schema.bases
    let kinds = schema.facts.bindable.compactMap { schema.type(named: $0) }
    bindable = schema.bases.indices.map { row in kinds.contains { schema.isKind(TypeID(row), of: $0) } }
    nothing = Profile(StructureFacts(), type: model.roles.element, nodes: [ProfileNode(.init(path: ""))])
    extensionMember = KeptText(schema.name(of: model.roles.extensionNested.member))
    urlName = KeptText(schema.name(of: model.roles.extensionURL.member))
    referenceName = KeptText(schema.name(of: model.roles.referenceReference.member))
    referenceTypeName = schema.member(named: "type", of: model.roles.reference).map { _ in KeptText("type") }
  }

  /// Whether a release has profiles for records that do not claim them, by its name.
  package static func applies(to release: String) -> Bool { KeptDefinitions.applyingReleases.contains(release) }

  /// What tells the question for a name in a package, -1 for none, from all others.
  func question(_ package: Int) -> ObjectIdentifier {
    package < 0 ? ObjectIdentifier(self) : ObjectIdentifier(questions[package])
  }

  // MARK: - Profiles

  package func profile(_ url: String) -> Profile? { profile(Canonical(url)) }
  func profile(_ name: Canonical) -> Profile? { try? outcome(name)?.get() }

  /// Whether a url is that of a profile by which records can be judged, or of their type.
  package func isOfRecords(_ url: String) -> Bool {
    (profile(url)?.type ?? coreType(Canonical(url))).map { isKind($0, of: roles.resource) } ?? false
  }

  /// Why the profile with a url cannot be judged; `nil` if it can, or if it is unknown.
  package func fault(_ url: String) -> ProfileFault? {
    if case .failure(let fault) = outcome(Canonical(url)) { return fault }
    return nil
  }

  /// The faults of the definitions that were needed so far, and of those that they refer to, whatever records have.
  package var faults: [ProfileFault] {
    var outcomes = compiled.all
    var pending = Array(outcomes.values)
    while let outcome = pending.popLast() {
      guard case .success(let profile) = outcome else { continue }
      for (name, _) in profile.parts where outcomes[name] == nil {
        let part = self.outcome(name)
        outcomes[name] = part
        pending.append(part)
      }
    }
    let faults = outcomes.values.flatMap { outcome -> [ProfileFault] in
      switch outcome {
      case .success(let profile):
        // What a part of another definition states may be nothing, or in a form that is not read.
        profile.faults { name in
          if case .some(nil) = outcomes[name] { structure(name).map { $0.url == profile.url } ?? true } else { false }
        }
      case .failure(let fault): [fault]
      case nil: []
      }
    }
    return faults + terminology.faults
  }

  private func outcome(_ name: Canonical) -> Result<Profile, ProfileFault>? {
    // What a judge knows to be good is told by the address of a part of a profile, so a profile stays. Of other names,
    // which may be those of an input, not all are remembered.
    func isProfile(_ outcome: Result<Profile, ProfileFault>?) -> Bool { (try? outcome?.get()) != nil }
    return compiled.answer(name, isKept: isProfile) {
      guard let facts = structure(name) ?? structure(ofQuantities: name) else {
        return faultOfOthers(name).map(Result.failure)
      }
      if let element = ProfileURL(name.url).element, facts.url == ProfileURL(name.url).address {
        guard element.hasPrefix(facts.type + ".") else { return nil }
        // An element of a profile, which values must meet in place of its root.
        let part = profile(facts.canonical).flatMap { Profile($0, element: element, type: roles.element) }
        return part.map(Result.success)
      }
      // One definition is one profile, whoever refers to it.
      return compiled.answer(facts.canonical, isKept: isProfile) { make(facts) }
    }
  }

  private func make(_ facts: StructureFacts) -> Result<Profile, ProfileFault> {
    Result { () throws(ProfileFault) in
      try ProfileCompiler(
        schema: schema, model: model, structure: { [unowned self] in structure($0) }, includes: terminology.includes,
        facts: facts, keepsMustSupport: countsMustSupport, expressions: expressions
      ).compile()
    }
  }

  func structure(_ name: Canonical) -> StructureFacts? {
    library.structures(name, of: schema.release.name).first(where: isOfRelease)
  }

  /// The fault of a definition, if all with its url are for releases that are not judged.
  private func faultOfOthers(_ name: Canonical) -> ProfileFault? {
    let others = library.structures(name, of: schema.release.name)
    guard let facts = others.first, let version = facts.fhirVersion, others.allSatisfy({ $0.release == nil }) else {
      return nil
    }
    let found = "expected a definition for a release that is judged, found one for '\(version)'"
    return ProfileFault(.definitionUnreadable, facts.url, "", found, at: facts.place)
  }

  /// What a type that is derived from that of quantities says of them, in a release that has it as a profile.
  private func structure(ofQuantities name: Canonical) -> StructureFacts? {
    guard schema.facts.hasQuantityProfiles, let type = coreType(name), bases[type] == roles.quantity else { return nil }
    var root = ElementFacts(path: schema.typeNames[roles.quantity])
    // A type has one constraint, perhaps in parts.
    let parts = schema.invariants.filter { $0.path == schema.typeNames[type] }
    root.constraints = parts.prefix(1).map { part in
      ConstraintFacts(
        key: part.key, human: parts.map(\.expected).joined(separator: "; "),
        expression: parts.map { "(\($0.expression))" }.joined(separator: " and "))
    }
    return StructureFacts(url: name.url, type: root.path, elements: [root])
  }

  /// Whether a definition is for this release: by the version that it states, else by its members.
  private func isOfRelease(_ facts: StructureFacts) -> Bool {
    if let version = facts.fhirVersion { return schema.release.has(version: version) }
    guard let type = schema.type(named: "StructureDefinition") else { return false }
    return facts.memberNames.allSatisfy { $0.hasPrefix("_") || schema.member(named: $0, of: type) != nil }
  }

  /// The urls of all added definitions for this release.
  package var urls: [String] { library.ownStructures.filter(isOfRelease).map(\.url).sorted() }
  func isKind(_ type: TypeID, of base: TypeID) -> Bool { schema.isKind(type, of: base) }

  /// Whether values of a type are allowed where some types are: of these, or derived from one that is abstract.
  func isAllowed(_ type: TypeID, among types: [TypeID]) -> Bool {
    types.contains { $0 == type || isAbstract($0) && isKind(type, of: $0) }
  }

  func isBindable(_ type: TypeID) -> Bool { !type.exists || bindable[type.row] }

  /// Whether a resource says who publishes it, and has a canonical URL or says in which contexts it is of use, as what
  /// defines or specifies does: a NamingSystem has no URL before R5.
  func isCanonical(_ type: TypeID) -> Bool {
    func has(_ name: String) -> Bool { schema.member(named: name, of: type) != nil }
    return type.exists && has("publisher") && (has("url") || has("useContext"))
  }

  private func isAbstract(_ type: TypeID) -> Bool {
    schema.types[type].category == .abstractResource || type == roles.element || type == roles.backboneElement
  }

  func coreType(_ name: Canonical) -> TypeID? { schema.type(ofDefinition: name.url) }

  /// A type with its article, for a message: `a Patient`, `an Observation`.
  func article(_ type: TypeID) -> String {
    guard type.exists else { return "a value of an unknown type" }
    let name = schema.typeNames[type]
    let isVowel = name.utf8.first.map { "AEIOUaeiou".utf8.contains($0) } ?? false
    return isVowel ? "an \(name)" : "a \(name)"
  }

  func step(_ item: JudgedItem) -> ElementPath.Step { step(item, isSibling: !item.value.exists && item.sibling.exists) }

  /// - Parameter isSibling: whether it leads to the `_` sibling of a primitive.
  func step(_ item: JudgedItem, isSibling: Bool) -> ElementPath.Step {
    ElementPath.Step(member: ReleaseRow(max(item.member, 0), base: base), index: item.position, isSibling: isSibling)
  }
}
