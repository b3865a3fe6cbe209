import FHIRSchema
import FHIRSupport
import FHIRTerminology

/// The expansion of one value set, with the value sets that it includes.
struct ValueSetExpansion {
  private let terminology: Terminology
  private var open: Set<Canonical> = []
  /// The value sets expanded so far, so that one that is included twice is expanded once.
  private var done: [Canonical: ValueSetDraft] = [:]
  private var selections: [Canonical: CodeSelection] = [:]
  /// The version of a system that counts where a part states none.
  private let chosen: (system: ByteText, version: String)?
  /// How many codes may still be collected or looked at: value sets that include one another could grow without limit.
  private var room: Int
  /// The longest chain of included value sets.
  private static let deepest = 30

  init(_ terminology: Terminology, room: Int = 20_000_000, chosen: (system: ByteText, version: String)? = nil) {
    (self.terminology, self.room, self.chosen) = (terminology, room, chosen)
  }

  /// The codes of a value set, `nil` if it has no definition.
  mutating func expand(_ name: Canonical) -> ValueSetDraft? {
    guard let facts = terminology.definition(name) else {
      return terminology.codes(ofOwn: name.url) ?? implicit(name.url)
    }
    if let known = done[name] { return known }
    guard open.count < Self.deepest else { return ValueSetDraft(isCut: true) }
    guard open.insert(name).inserted else { return nil }
    defer { open.remove(name) }
    var result = expand(facts)
    for part in facts.includes where !terminology.library.packs.isEmpty {
      result.names.formUnion(part.names.map { ValueSetDraft.name(part.system ?? "", $0.code, $0.text) })
    }
    done[name] = result
    return result
  }

  mutating func expand(_ facts: ValueSetFacts) -> ValueSetDraft {
    if let expansion = facts.expansion, !expansion.isOpen || facts.includes.isEmpty { return expansion }
    var result = facts.ownCodes
    // A value set that defines no content may have any codes.
    if facts.includes.isEmpty, result.systems.isEmpty { result.isOpen = true }
    for include in facts.includes where spend(result.count) { result.formUnion(codes(of: include, facts)) }
    for exclude in facts.excludes where spend(result.count) {
      let before = result
      result.subtract(codes(of: exclude, facts))
      if let system = exclude.system, !isOfVersion(exclude, in: before, facts) {
        // Which of the codes that it lacks now are in it, is open.
        result.systems[system.byBytes, default: SystemCodes()].isUnknown = true
        result.limit(onlyBy: before)
      }
    }
    // What an incomplete expansion has is in the set, also where the parts do not tell.
    for (system, part) in facts.expansion?.systems ?? [:]
    where result.isOpen || result.systems[system]?.isUnknown == true {
      result.systems[system, default: SystemCodes()].insert(part.codes ?? [])
    }
    if room < 0 { (result.isCut, result.bounds) = (true, []) }
    return result
  }

  /// Whether codes to leave out are of the version of their system of which the codes in a set are.
  private func isOfVersion(_ part: ValueSetFacts.Part, in set: ValueSetDraft, _ facts: ValueSetFacts) -> Bool {
    guard let url = part.system, let version = part.version, version != ValueSetFacts.Part.allVersions,
      let named = set.versions[url.byBytes]?.values.reduce(Set<String?>(), { $0.union($1) })
    else { return true }
    let own =
      chosen.flatMap { $0.system == url.byBytes ? $0.version : nil } ?? systems(url, nil, facts).first?.version
      ?? terminology.packed(url, version: nil)?.version ?? terminology.defined(url.byBytes)?.version
    return !named.isEmpty
      && named.allSatisfy { stated in
        (stated ?? own).map { $0.namesVersion(version) || version.namesVersion($0) } ?? false
      }
  }

  /// The codes that a URL of SNOMED CT or of LOINC itself describes, from a pack: all, those below a concept or a part, or
  /// the members of a reference set or of an answer list. See <https://hl7.org/fhir/R4/snomedct.html> and
  /// <https://hl7.org/fhir/R4/loinc.html>.
  private mutating func implicit(_ url: String) -> ValueSetDraft? {
    let (snomed, loinc, name) = ("http://snomed.info/sct", "http://loinc.org", ProfileURL(url))
    let url = name.address
    var part = ValueSetFacts.Part(version: name.version)
    if url.byBytes.hasPrefix("\(loinc)/vs".byBytes) {
      part.system = loinc
      let list = String(url.dropFirst(loinc.count + 4))
      let (property, operation) = list.byBytes.hasPrefix("LP") ? ("ancestor", "=") : ("concept", "in")
      if !list.isEmpty { part.filters = [CodeFilter(property: property, operation: operation, value: list)] }
    } else if url.byBytes.hasPrefix(snomed.byBytes), let question = url.firstIndex(of: "?") {
      part.system = snomed
      let edition = String(url[..<question])
      if edition.byBytes != snomed.byBytes { part.version = edition }
      let wanted = url[question...].split(separator: "/", maxSplits: 1).map(String.init)
      switch (wanted.first ?? "", wanted.count) {
      case ("?fhir_vs", 1): break
      case ("?fhir_vs=isa", 2): part.filters = [CodeFilter(property: "concept", operation: "is-a", value: wanted[1])]
      case ("?fhir_vs=refset", 1):
        guard let found = terminology.packed(snomed, version: part.version).flatMap(SelectedCodes.referenceSets) else {
          return nil
        }
        var draft = ValueSetDraft(systems: [snomed.byBytes: SystemCodes(selected: found.known, isUnknown: true)])
        draft.limit(by: ValueSetDraft(systems: [snomed.byBytes: SystemCodes(selected: found.all)]))
        return draft
      case ("?fhir_vs=refset", 2): part.filters = [CodeFilter(property: "concept", operation: "in", value: wanted[1])]
      default: return nil
      }
    }
    guard let system = part.system else { return nil }
    let selected = selected(system, part.version, part.filters)
    // Codes of other systems are not in it, whatever is known of this one.
    return ValueSetDraft(systems: [system.byBytes: SystemCodes(selected: selected, isUnknown: selected == nil)])
  }

  private mutating func spend(_ codes: Int) -> Bool {
    room -= codes + 100
    return room >= 0
  }

  private mutating func codes(of part: ValueSetFacts.Part, _ facts: ValueSetFacts) -> ValueSetDraft {
    let package = facts.package
    var result: ValueSetDraft?
    if let system = part.system {
      result = codes(ofSystem: system, part, facts)
    } else if !part.codes.isEmpty || !part.filters.isEmpty {
      // vsd-2 demands a system, so that nobody knows which codes are meant.
      terminology.note("expected the system of listed codes and of filters, found none", facts)
      result = ValueSetDraft(isOpen: true)
    }
    for url in part.valueSets {
      // If a part has several conditions, all must be met; most parts have one.
      let name = url.utf8.first == UInt8(ascii: "#") ? facts.container + url : url
      if let other = expand(Canonical(name, in: package)) {
        result?.formIntersection(other) ?? (result = other)
      } else {
        result?.doubt() ?? (result = ValueSetDraft(isOpen: true))
      }
    }
    if part.isActiveOnly { result?.leaveOutRetired { activity(of: $0.string, part.version, facts) } }
    return result ?? ValueSetDraft()
  }

  private func activity(of url: String, _ version: String?, _ facts: ValueSetFacts) -> (ByteText) -> Bool {
    let inactive = Set(systems(url, version, facts).flatMap(\.concepts).filter(\.isInactive).map(\.code))
    let pack = terminology.packed(url, version: version)
    return { !inactive.contains($0) && pack?.mayBeActive($0.string) ?? true }
  }

  private mutating func codes(
    ofSystem url: String, _ part: ValueSetFacts.Part, _ facts: ValueSetFacts
  ) -> ValueSetDraft {
    let system = url.byBytes
    let isFollowed = part.version.map { $0.split(separator: ".").contains("x") } ?? true
    var version = part.version
    if isFollowed, let chosen, chosen.system == system, version?.namesVersion(chosen.version) ?? true {
      version = chosen.version
    }
    let known = systems(url, version, facts)
    let isOfAll = version == ValueSetFacts.Part.allVersions
    let packs = isOfAll ? terminology.allPacked(url) : [terminology.packed(url, version: version)].compactMap(\.self)
    let all: [String?] = known.isEmpty ? packs.map(\.version) : known.map(\.version)
    let (versions, packed) = isOfAll ? (all, packs.first?.version) : ([part.version], version)
    var (draft, own) = (ValueSetDraft(versions: [system: part.byCodes(versions)]), SystemCodes())
    let isWhole = !known.isEmpty && known.allSatisfy(\.isComplete)
    if !part.codes.isEmpty, !part.filters.isEmpty {
      // vsd-3 forbids both, so that nobody knows which codes are meant.
      own.isUnknown = true
    } else if !part.codes.isEmpty {
      let same = known.first.flatMap { $0.ignoresCase ? selection(of: $0) : nil }
      let codes = part.codes.map { same?.spelling(of: $0) ?? packs.first?.spelling(of: $0) ?? $0 }
      own.codes = Set(codes).filter { !terminology.lacks($0.string, url, version, packs) }
    } else if !part.filters.isEmpty {
      if isWhole, let codes = select(part.filters, in: known) {
        own.codes = codes
      } else if let selected = selected(url, packed, part.filters) {
        own.selected = selected
      } else {
        own.isUnknown = true
        if isWhole { limit(&draft, to: part.filters, of: url, known, facts) }
      }
    } else if isWhole {
      own.codes = Set(known.flatMap(\.concepts).map(\.code))
    } else if let selected = selected(url, packed, []) {
      own.selected = selected
    } else if known.isEmpty, packs.isEmpty, let defined = terminology.defined(system),
      case let isMeant = isOfAll || defined.version.map({ version?.namesVersion($0) ?? true }) ?? true,
      !isMeant || url.hasPrefix(FHIRRelease.systemsOfReleases) || !facts.excludes.isEmpty
    {
      // Systems of HL7's terminology get more codes after the release, so that its copy does not exclude any. Which
      // codes another version than that of the release has, nobody can tell.
      own = isMeant ? SystemCodes(codes: Set(defined.codes)) : SystemCodes(isUnknown: true)
      if isMeant, isFollowed { draft.followedSystems.insert(system) }
    } else {
      own.isWhole = true
      if !known.isEmpty { own.codes = Set(known.flatMap(\.concepts).map(\.code)) }
    }
    for other in packs.dropFirst() where own.selected != nil {
      let codes = spend(other.count) ? SelectedCodes(other, meeting: part.filters)?.codes : nil
      own.insert(codes ?? [])
      if codes == nil { own.isUnknown = true }
    }
    if isFollowed, part.codes.isEmpty, isWhole || own.selected != nil { draft.followedSystems.insert(system) }
    draft.systems[system] = own
    return draft
  }

  /// The definitions of a system from which a part takes codes, of one or all versions; one beside the set comes first.
  private func systems(_ url: String, _ version: String?, _ facts: ValueSetFacts) -> [CodeSystemFacts] {
    let name = version.map { $0 == ValueSetFacts.Part.allVersions ? url : "\(url)|\($0)" } ?? url
    func all(_ name: String) -> [CodeSystemFacts] { terminology.codeSystems(Canonical(name, in: facts.package)) }
    let own = "\(facts.container)#\(url)"
    if terminology.library.hasSystem(own) { return Array(all("\(facts.container)#\(name)").prefix(1)) }
    return version == ValueSetFacts.Part.allVersions ? all(name) : Array(all(name).prefix(1))
  }

  /// The codes of a part from a pack, `nil` if none has the system, or a filter cannot be evaluated.
  private mutating func selected(_ url: String, _ version: String?, _ filters: [CodeFilter]) -> SelectedCodes? {
    guard let system = terminology.packed(url, version: version), spend(system.count / 16 * (1 + filters.count)) else {
      return nil
    }
    return SelectedCodes(system, meeting: filters)
  }

  /// The codes of a system in some versions that meet some filters, `nil` if that is unknown.
  private mutating func select(_ filters: [CodeFilter], in systems: [CodeSystemFacts]) -> Set<ByteText>? {
    var codes: Set<ByteText> = []
    for known in systems {
      guard spend(known.concepts.count * filters.count), let found = selection(of: known).codes(meeting: filters) else {
        return nil
      }
      codes.formUnion(found)
    }
    return codes
  }

  /// Leaves out the codes of a system that fail a filter, where others of a part cannot be evaluated, which are noted.
  private mutating func limit(
    _ draft: inout ValueSetDraft, to filters: [CodeFilter], of url: String, _ systems: [CodeSystemFacts],
    _ facts: ValueSetFacts
  ) {
    var unusable: [CodeFilter] = []
    for filter in filters {
      if let codes = select([filter], in: systems) {
        draft.limit(by: ValueSetDraft(systems: [url.byBytes: SystemCodes(codes: codes)]))
      } else {
        unusable.append(filter)
      }
    }
    let found = unusable.map { "'\($0.property) \($0.operation) \($0.value)'" }.joined(separator: ", ")
    terminology.note("expected filters that select codes of '\(url)', found \(found)", facts)
  }

  private mutating func selection(of known: CodeSystemFacts) -> CodeSelection {
    let name = Canonical("\(known.url)|\(known.version ?? "")", in: known.package)
    let selection = selections[name] ?? CodeSelection(known)
    selections[name] = selection
    return selection
  }
}
