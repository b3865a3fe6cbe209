package import FHIRSchema
package import FHIRTerminology
package import FHIRTape
import FHIRFindings
import FHIRSupport
import FHIRRecognition

/// Definitions that records are judged by: profiles, extensions, value sets and code systems.
///
/// It takes published JSON of any release without changes: one definition, a Bundle of them, an array, or one per line.
///
/// ```swift
/// var library = ProfileLibrary()
/// library.add(patientProfile)
/// let validator = Validator(library: library, profiles: ["http://example.org/StructureDefinition/my-patient"])
/// ```
///
/// Adding a definition reads its facts. A profile is compiled when a record first needs it.
public struct ProfileLibrary: Sendable {
  private var structures: [ByteText: [StructureFacts]] = [:]
  private var valueSets: [ByteText: [ValueSetFacts]] = [:]
  private var codeSystems: [ByteText: [CodeSystemFacts]] = [:]
  /// Code systems that were compiled into files.
  package internal(set) var packs = TerminologyPacks()
  /// By url, and by `Questionnaire/ID`.
  private var questionnaires: [ByteText: [QuestionnaireFacts]] = [:]
  /// What the caller gave, by package, kind, url and versions: what it says, and where.
  private var contents: [ByteText: (content: Fingerprint, file: String)] = [:]
  private var kept: [KeptDefinitions] = []
  /// The packages that were added, and the one that is being added, by its number; -1 for none.
  private var given: [PackageFacts] = []
  var package = -1
  /// The number for definitions of no package, and how many packages have priority over all other definitions.
  private var (loose, first) = (-1, 0)
  private var named: [PackageFacts] = []
  /// All packages by number: the built-in ones first.
  var packages: [PackageFacts] { KeptDefinitions.packages + given }
  /// The faults of everything that was added and could not be read.
  public private(set) var faults: [ProfileFault] = []

  /// How many more elements of profiles and codes are accepted: definitions may be hostile.
  private var room = (elements: 80_000, codes: 1_000_000)
  private static let mostBytes = 32 << 20
  private static let mostLevels = 200
  private static let isFull =
    "expected fewer elements and codes in all definitions, found more than fit; it was left out"

  /// Makes a library without definitions.
  public init() {}

  /// Whether it has no profiles and extensions.
  public var isEmpty: Bool { structures.isEmpty && kept.isEmpty }

  /// The urls of its profiles and extensions, in order.
  public var urls: [String] { structures.keys.sorted().map(\.string) }

  /// Adds all definitions in JSON bytes. If two have the same url and version, the first counts.
  ///
  /// - Parameter name: the name of the bytes in messages, such as a file name.
  public mutating func add(_ bytes: [UInt8], name: String = "the definitions") {
    bytes.withUnsafeBytes { add($0, name: name) }
  }

  /// Adds all definitions in JSON bytes; does not keep the bytes.
  ///
  /// - Parameter name: the name of the bytes in messages, such as a file name.
  public mutating func add(_ bytes: UnsafeRawBufferPointer, name: String) { add(bytes, source: name) }

  /// - Parameter source: the name of the bytes; `nil` for built-in definitions, whose faults are no caller's.
  mutating func add(_ bytes: UnsafeRawBufferPointer, source name: String?) {
    var reader = RecordReader(
      over: bytes, bundles: .published, maximumDepth: Self.mostLevels, maximumRecordBytes: Self.mostBytes)
    add(&reader, name)
  }

  /// Adds all definitions of a file, of which one at a time is in memory.
  package mutating func add(_ source: some ByteSource, size: Int, name: String) {
    var reader = RecordReader(
      source, bundles: .published, maximumDepth: Self.mostLevels, maximumRecordBytes: Self.mostBytes, sizeHint: size)
    add(&reader, name)
  }

  private mutating func add(_ reader: inout RecordReader, _ name: String?) {
    do {
      while let event = try reader.next() {
        switch event {
        case .byteOrderMark: break
        case .value(let tape, let place):
          tape.forEachRecord(in: place, bundles: .published) { index, _, _ in
            add(DefinitionNode(tape, index)) { node in
              name.map { DefinitionPlace($0, offset: place.inputOffset(tape.offset(node.index))) }
            }
          }
        case .failure(let error, let place):
          let reason = error.message(maximumDepth: Self.mostLevels, maximumRecordBytes: Self.mostBytes)
          let start = DefinitionPlace(name ?? "", offset: place.inputOffset(error.start))
          note(ProfileFault(.definitionUnreadable, start.file, "", reason, at: start))
        }
      }
    } catch {
      let source = DefinitionPlace(name ?? "")
      note(ProfileFault(.definitionUnreadable, source.file, "", "it cannot be read: \(error)", at: source))
    }
  }

  /// Adds the definitions of all built-in versions of a guide. Definitions that were added in other ways have priority.
  public mutating func add(_ guide: Guide) { addGuides { $0.name == guide.package.name } }

  private mutating func addGuides(where isWanted: (PackageFacts) -> Bool) {
    for guide in KeptDefinitions.ofGuides where isWanted(guide.package) && !kept.contains(where: { $0 === guide }) {
      kept.append(guide)
    }
  }

  // MARK: - Packages

  /// Adds the definitions of a package as a unit, whose references to one another stay within it.
  ///
  /// - Parameter read: passes on the name and the bytes of each file, with the manifest `package.json`.
  /// - Returns: what `read` returns.
  public mutating func addPackage<Result>(
    _ read: (_ add: (_ name: String, _ bytes: [UInt8]) -> Void) throws -> Result
  ) rethrows -> Result {
    _ = beginPackage()
    defer { package = loose }
    return try read { name, bytes in add(bytes, name: name) }
  }

  /// Begins a package, in which everything stands from now on, and returns the number to continue it with.
  package mutating func beginPackage() -> Int {
    package = KeptDefinitions.packages.count + given.count
    given.append(PackageFacts())
    return package
  }

  /// Continues a package; `nil` for definitions of none.
  package mutating func continuePackage(_ number: Int?) { package = number ?? loose }

  /// Adds definitions that have priority over all others, whatever package a reference to them is in.
  package mutating func addFirst<E>(_ add: (inout ProfileLibrary) throws(E) -> Void) throws(E) {
    (loose, package) = (MeantFirst.always, MeantFirst.always)
    defer {
      (loose, package) = (-1, -1)
      first = given.count
    }
    try add(&self)
  }

  /// Names the versions of guides that records without a version of their own are judged by.
  package mutating func prefer(_ guides: [Guide]) { named = guides.map(\.package) }

  /// The guides that are there: the built-in ones, then the packages that were added.
  public var guides: [Guide] {
    let known = Guide.published
    // One that was added is in the place of the same version.
    return known.filter { guide in !given.contains { $0.isSame(guide.package) } }
      + given.filter { !$0.name.isEmpty }.map { Guide($0, known: known) }
  }

  /// The guide with a name, such as `us-core`, `us-core@6.1.0` or `hl7.fhir.us.core@7.0.0`; without a version the newest
  /// of those that were added, else the newest built-in one. `nil` if there is none.
  public func guide(named name: String) -> Guide? {
    let words = name.split(separator: "@", maxSplits: 1).map(String.init)
    let wanted = ProfileURL(words.count > 1 ? "|\(words[1])" : "")
    let found = guides.filter { guide in
      [guide.name, guide.package.name].contains(words.first ?? "") && wanted.means(version: guide.version)
    }
    return found.max { a, b in
      a.isBuiltIn != b.isBuiltIn ? a.isBuiltIn : VersionOrder(a.version) < VersionOrder(b.version)
    }
  }

  /// The same definitions, with another version in place of one.
  func restated(_ old: String, as new: String) -> ProfileLibrary {
    func restate<Facts>(_ all: inout [ByteText: [Facts]], _ version: WritableKeyPath<Facts, String?>) {
      for (url, facts) in all {
        for place in facts.indices where facts[place][keyPath: version] == old {
          all[url]?[place][keyPath: version] = new
        }
      }
    }
    var library = self
    restate(&library.structures, \.version)
    restate(&library.structures, \.fhirVersion)
    restate(&library.valueSets, \.version)
    restate(&library.codeSystems, \.version)
    return library
  }

  package mutating func note(_ fault: ProfileFault) { if faults.count < 1_000 { faults.append(fault) } }

  private mutating func add(_ node: DefinitionNode, _ place: @escaping (DefinitionNode) -> DefinitionPlace?) {
    let (type, before) = (node["resourceType"]?.string, faults.count)
    switch type {
    case "StructureDefinition":
      addStructure(node, place)
      addContained(in: node, of: node["url"]?.string, place(node))
    case "ValueSet":
      var facts = ValueSetFacts(node)
      facts?.place = place(node["compose"] ?? node)
      add(facts, to: \.valueSets, place(node))
      addContained(in: node, of: facts?.url, place(node))
      // In the older form, a value set may define the codes of a system.
      if let own = node["codeSystem"], let system = own["system"]?.string {
        add(CodeSystemFacts(url: system, definedIn: own), to: \.codeSystems, place(own))
      }
    case "CodeSystem": add(CodeSystemFacts(node), to: \.codeSystems, place(node))
    case "Questionnaire":
      let facts = QuestionnaireFacts(node)
      add(facts, to: \.questionnaires, address: QuestionnaireFacts.address(node), place(node))
      addContained(in: node, of: facts?.url, place(node))
    case nil:
      let place = place(node)
      if place?.file.hasSuffix("package.json") ?? false {
        // Of a manifest that belongs to no package, nothing is used.
        guard package >= 0, let manifest = PackageFacts(manifest: node) else { return }
        given[package - KeptDefinitions.packages.count] = manifest
        return
      }
      note(ProfileFault(.definitionUnreadable, place?.file ?? "", "", "expected a resourceType, found none", at: place))
      return
    default: return
    }
    if faults.count == before, let type, let place = place(node) { compareContent(of: node, type, place) }
  }

  /// Notes a definition that has the url and the version of another one beside it, but not its content.
  private mutating func compareContent(of node: DefinitionNode, _ type: String, _ place: DefinitionPlace) {
    guard let url = node["url"]?.string else { return }
    let name = "\(package) \(type) \(url) \([node["version"]?.string, node["fhirVersion"]?.string])".byBytes
    let range = node.tape.range(node.index)
    // White space does not matter.
    let text = UnsafeBufferPointer(start: node.tape.bytes + range.lowerBound, count: range.count).filter { $0 > 0x20 }
    let content = KeyedHash.process.hash(text)
    guard let first = contents[name] else { return contents[name] = (content, place.file) }
    if first.content == content { return }
    let message = "expected the content of its first definition, in '\(first.file)', which is used, found another"
    note(ProfileFault(.definitionUnreadable, url, "", message, at: place, severity: .warning))
  }

  /// Adds a definition with codes, unless there are too many, under its url and another address.
  private mutating func add<Facts: CodedFacts>(
    _ facts: Facts?, to all: WritableKeyPath<ProfileLibrary, [ByteText: [Facts]]>, address: String? = nil,
    _ place: DefinitionPlace?
  ) {
    guard var facts else { return }
    room.codes -= facts.size + 10
    guard room.codes > 0 else {
      return note(ProfileFault(.definitionUnreadable, facts.url, "", Self.isFull, at: place))
    }
    facts.package = package
    for address in Set([facts.url, address ?? facts.url]) {
      self[keyPath: all][address.byBytes, default: []].append(facts)
    }
  }

  /// Adds the value sets and the code systems that a definition contains, for use in it, under its url and their ids or urls.
  private mutating func addContained(in node: DefinitionNode, of url: String?, _ place: DefinitionPlace?) {
    guard let url else { return }
    for part in node.items("contained") {
      if part["resourceType"]?.string == "ValueSet", let id = part["id"]?.string {
        add(ValueSetFacts(part, url: "\(url)#\(id)"), to: \.valueSets, place)
      } else if part["resourceType"]?.string == "CodeSystem", var facts = CodeSystemFacts(part) {
        facts.url = "\(url)#\(facts.url)"
        add(facts, to: \.codeSystems, place)
      }
    }
  }

  private mutating func addStructure(_ node: DefinitionNode, _ place: @escaping (DefinitionNode) -> DefinitionPlace?) {
    do throws(ProfileFault) {
      let reader = StructureReader(node, in: package, place: place)
      let facts = try reader.read()
      room.elements -= facts.elements.count + 5
      guard room.elements > 0 else { throw reader.fault(facts.url, Self.isFull) }
      structures[facts.url.byBytes, default: []].append(facts)
      for contained in node.items("contained") where contained["resourceType"]?.string == "StructureDefinition" {
        guard let id = contained["id"]?.string,
          let part = try? StructureReader(contained, in: package, place: place).read(),
          part.elements.count < room.elements
        else { continue }
        room.elements -= part.elements.count
        structures["\(facts.url)#\(id)".byBytes, default: []].append(part)
      }
    } catch {
      note(error)
    }
  }

  /// The only release that chosen guides and profiles and added definitions can all be for; `nil` for none, or several.
  package func release(profiles: [String], guides: [Guide]) -> FHIRRelease? {
    var releases = guides.map { guide in Set(FHIRRelease.published.filter { $0.name == guide.release }) }
    releases += profiles.map { Set(structures($0).compactMap(\.release)) }
    releases += structures.values.map { Set($0.compactMap(\.release)) }
    let stated = releases.filter { !$0.isEmpty }
    guard let first = stated.first else { return nil }
    let common = stated.dropFirst().reduce(first) { $0.intersection($1) }
    return common.count == 1 ? common.first : nil
  }

  /// Adds the built-in guides that have definitions of urls which nothing else defines.
  package mutating func addGuides(of urls: [String]) {
    for url in urls where structures(url).isEmpty {
      let address = ProfileURL(url).address.byBytes
      guard let guide = KeptDefinitions.ofGuides.first(where: { $0.definitions(address) != nil }) else { continue }
      addGuides { $0.name == guide.package.name }
    }
  }

  /// Adds the built-in guides that have the bases of added definitions, without which no differential can be judged.
  package mutating func addGuidesOfBases() {
    let bases = ownStructures.compactMap(\.base?.url)
    addGuides(of: bases.filter { !$0.utf8.starts(with: SchemaTable.definitionAddress.utf8) })
  }

  /// Adds the built-in guides of which packages that were added are other versions, or on which they build.
  package mutating func addGuidesOfPackages() {
    let names = Set(given.flatMap { [$0.name] + $0.dependencies.map(\.name) })
    addGuides { names.contains($0.name) }
  }

  package func hasStructure(_ url: String) -> Bool { !structures(url).isEmpty }

  /// Where the definition with a url is; `nil` for a built-in one, and if there is none.
  package func place(ofStructure url: String) -> DefinitionPlace? { structures(url).first?.place }

  package var count: Int {
    structures.values.reduce(0) { $0 + $1.count } + valueSets.values.reduce(0) { $0 + $1.count }
      + codeSystems.values.reduce(0) { $0 + $1.count } + questionnaires.values.reduce(0) { $0 + $1.count }
      + packs.packs.count
  }

  // MARK: - Looking up

  /// The definitions with a URL, in the order of ``MeantFirst``; of built-in ones only those of a release, if given.
  func structures(_ name: Canonical, of release: String? = nil) -> [StructureFacts] {
    all(name, of: release, \.structures)
  }

  func structures(_ url: String) -> [StructureFacts] { structures(Canonical(url)) }
  var ownStructures: [StructureFacts] { structures.values.flatMap(\.self) }

  /// The value set with a URL; of the built-in ones only one for the release with a name.
  func valueSet(_ name: Canonical, of release: String) -> ValueSetFacts? { all(name, of: release, \.valueSets).first }
  func codeSystems(_ name: Canonical, of release: String) -> [CodeSystemFacts] { all(name, of: release, \.codeSystems) }
  var givesSystems: Bool { !codeSystems.isEmpty }
  func hasSystem(_ url: String) -> Bool { codeSystems[url.byBytes] != nil }

  /// The code systems with a URL that were added, what is meant first.
  func givenSystems(_ url: String) -> [CodeSystemFacts] {
    let found = codeSystems[url.byBytes] ?? []
    return found.count < 2 ? found : order(of: Canonical(url)).sorted(found)
  }

  /// The questionnaire that a response names, by url or by `Questionnaire/ID`; `nil` for none, or several with the id.
  package func questionnaire(_ name: String, of release: String) -> QuestionnaireFacts? {
    if questionnaires.isEmpty { return nil }
    let found = all(Canonical(name), of: release, \.questionnaires).filter { facts in
      let stated = facts.package < 0 ? "" : packages[facts.package].release
      return stated.isEmpty || stated == release
    }
    return found.count == 1 || name.utf8.contains(UInt8(ascii: ":")) ? found.first : nil
  }

  /// The facts about a URL in this library and in the built-in definitions for a release, what is meant first. A key
  /// path and no closure: the compiler has specialised a closure differently from build to build.
  private func all<Facts: PackagedFacts>(
    _ name: Canonical, of release: String?, _ facts: KeyPath<ProfileLibrary, [ByteText: [Facts]]>
  ) -> [Facts] {
    let wanted = ProfileURL(name.url)
    let address = wanted.address.byBytes
    // A part of a definition has its address with a fragment.
    var found = self[keyPath: facts][name.url.byBytes] ?? self[keyPath: facts][address] ?? []
    for kept in kept + KeptDefinitions.ofReleases where release == nil || kept.release == release {
      if let inside = kept.definitions(address) { found += inside[keyPath: facts][address] ?? [] }
    }
    found.removeAll { !wanted.means(version: $0.version) }
    return found.isEmpty ? found : order(of: name).sorted(found)
  }

  private func order(of name: Canonical) -> MeantFirst {
    MeantFirst(
      of: name.package, among: packages, first: first, named: named, hasVersion: ProfileURL(name.url).version != nil)
  }
}
