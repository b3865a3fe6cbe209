import FHIRSupport

/// Code systems compiled into one file, which is read without parsing it: see <doc:layout-of-packs>.
///
/// ```swift
/// let pack = try TerminologyPack("codes.pack")
/// let concept = try pack.lookup("8302-2", in: "http://loinc.org")
/// ```
///
/// `fhircheck terminology compile` makes packs from the files of publishers. A pack is shared by any number of threads.
/// The file must not be changed while it is in use; to replace it by another under its name is safe.
public struct TerminologyPack: Sendable {
  /// The name of the file, as it was given.
  public let name: String
  package let systems: [PackedSystem]
  private let bytes: PackBytes
  /// The systems with a URI, what is meant first.
  private let versions: [ByteText: [PackedSystem]]
  private let valueSets: PackSection

  /// Opens a file.
  ///
  /// - Throws: why the file cannot be read, or is no complete pack of this version of the format.
  public init(_ path: String) throws(TerminologyPackError) { try self.init(PackBytes(path: path), name: path) }

  /// Reads a pack from memory.
  ///
  /// - Throws: why it is no complete pack of this version of the format.
  public init(_ bytes: [UInt8], name: String = "the pack") throws(TerminologyPackError) {
    try self.init(PackBytes(copying: bytes), name: name)
  }

  private init(_ bytes: PackBytes, name: String) throws(TerminologyPackError) {
    (self.bytes, self.name) = (bytes, name)
    var (fields, valueSets) = (DirectoryFields(bytes.directory, contents: bytes.contents), PackSection())
    var directories: [PackedSystem.Directory] = []
    try fields.all(&valueSets, &directories)
    self.valueSets = valueSets
    systems = directories.map { PackedSystem(bytes: bytes, directory: $0) }
    versions = Dictionary(grouping: systems) { $0.url.byBytes }.mapValues { $0.sorted { $0.isMeantBefore($1) } }
  }

  /// Whether a file that begins with these bytes is a pack.
  public static func isPack(_ beginning: [UInt8]) -> Bool { beginning.withUnsafeBytes { PackLayout.isBeginning($0) } }

  /// What a pack says of one of its code systems.
  public struct SystemFacts: Hashable, Sendable {
    /// The URI of the system, as `Coding.system` has it.
    public let url: String
    /// The version, as `Coding.version` has it; empty if the source states none.
    public let version: String
    /// The name and edition in words, for a report.
    public let title: String
    /// How many concepts there are.
    public let concepts: Int
    /// How many of them are active.
    public let activeConcepts: Int
    /// Whether these are all concepts of the system, and not some that a source selects.
    public let isWhole: Bool
  }

  /// The code systems of the pack.
  public var contents: [SystemFacts] {
    systems.map { system in
      SystemFacts(
        url: system.url, version: system.version, title: system.directory.title, concepts: system.count,
        activeConcepts: system.directory.activeCount, isWhole: system.isWhole)
    }
  }

  /// The value sets of the pack as JSON, one a line; none if they are damaged, which ``damage`` then tells.
  package var definitions: [UInt8] {
    guard let start = try? bytes.bytes(valueSets, at: 0, valueSets.count) else { return [] }
    return Array(UnsafeRawBufferPointer(start: start, count: valueSets.count))
  }

  /// Reads the whole file and compares it with its checksums. Without this, each part is compared when it is first used.
  ///
  /// - Throws: where the file is damaged.
  public func verify() throws(TerminologyPackError) {
    do throws(PackDamage) { try bytes.compareAll() } catch { throw TerminologyPackError(error) }
  }

  /// What was found to be damaged so far; `nil` if nothing was.
  public var damage: TerminologyPackError? { bytes.damage.map { TerminologyPackError($0) } }

  /// A system by its URI.
  ///
  /// - Parameter version: `nil` for the newest of those with all codes, or else the newest. The version of an edition of
  ///   SNOMED CT may leave out the date.
  package func system(_ url: String, version: String? = nil) -> PackedSystem? {
    let known = versions(of: url)
    guard let version, !version.isEmpty else { return known.first }
    return known.first { version.namesVersion($0.version) }
  }

  /// All versions of a system, what is meant first.
  package func versions(of url: String) -> [PackedSystem] { versions[url.byBytes] ?? [] }

  /// Asks a system; `nil` if the pack does not have it in that version.
  private func ask<Answer>(
    _ url: String, _ version: String?, _ question: (PackedSystem) throws(PackDamage) -> Answer?
  ) throws(TerminologyPackError) -> Answer? {
    guard let system = system(url, version: version) else { return nil }
    do throws(PackDamage) { return try question(system) } catch { throw TerminologyPackError(error) }
  }

  /// A concept of a code system.
  public struct Concept: Hashable, Sendable {
    /// The code as the system writes it.
    public let code: String
    /// The preferred term in the first language of the system; `nil` if the source has none.
    public let display: String?
    /// Whether the concept is neither retired nor deprecated.
    public let isActive: Bool
    /// The codes that the source names in place of a retired one.
    public let replacements: [String]
  }

  /// Finds a code.
  ///
  /// - Parameter version: `nil` for the newest with all codes.
  /// - Returns: `nil` if the pack has neither the system nor the code.
  /// - Throws: where the file is damaged.
  public func lookup(
    _ code: String, in system: String, version: String? = nil
  ) throws(TerminologyPackError) -> Concept? {
    try ask(system, version) { system throws(PackDamage) in
      try system.concept(code).map { n throws(PackDamage) in try system.facts(of: n) }
    }
  }

  /// Whether a system has a code, retired ones included; `nil` if the pack does not have the system in that version, or
  /// has only some of its codes and not this one.
  ///
  /// - Throws: where the file is damaged.
  public func isValid(_ code: String, in system: String, version: String? = nil) throws(TerminologyPackError) -> Bool? {
    try ask(system, version) { system throws(PackDamage) in
      try system.concept(code) != nil ? true : system.isWhole ? false : nil
    }
  }

  /// Whether a code is another one or above it in the hierarchy; `nil` if the pack does not have the system, the codes or
  /// the hierarchy.
  ///
  /// - Throws: where the file is damaged.
  public func subsumes(
    _ ancestor: String, _ code: String, in system: String, version: String? = nil
  ) throws(TerminologyPackError) -> Bool? {
    try ask(system, version) { system throws(PackDamage) in try system.subsumes(ancestor, code) }
  }

  /// The concepts that meet a condition of a value set, as `ValueSet.compose.include.filter` writes it, in the order of
  /// their codes. Regular expressions are left to `FHIRProfiles`, which has an engine for them.
  ///
  /// - Parameter limit: how many concepts are returned at most.
  /// - Returns: the concepts, and how many there are without the limit; `nil` if the condition cannot be evaluated.
  /// - Throws: where the file is damaged.
  public func expand(
    _ system: String, property: String, operation: String, value: String, version: String? = nil, limit: Int
  ) throws(TerminologyPackError) -> (concepts: [Concept], total: Int)? {
    try ask(system, version) { system throws(PackDamage) in
      let filter = CodeFilter(property: property, operation: operation, value: value)
      guard let found = try system.concepts(meeting: [filter], pattern: { _, _ in nil }) else { return nil }
      let numbers = (0..<system.count).lazy.filter(found.contains).prefix(max(limit, 0))
      let concepts = try numbers.map { number throws(PackDamage) in try system.facts(of: number) }
      return (concepts, found.count)
    }
  }
}

extension PackedSystem {
  /// Whether a code without a version means it before another one: all codes before some, then the newest.
  fileprivate func isMeantBefore(_ other: PackedSystem) -> Bool {
    if isWhole != other.isWhole { return isWhole }
    let (own, others) = (VersionOrder(writtenVersion), VersionOrder(other.writtenVersion))
    return own == others ? other.version.byBytes < version.byBytes : others < own
  }

  /// The version with the year first: RxNorm has it last.
  private var writtenVersion: String {
    url == CodeSystemURI.rxNorm && version.count == 8 ? String(version.suffix(4) + version.prefix(4)) : version
  }

  package func facts(of concept: Int) throws(PackDamage) -> TerminologyPack.Concept {
    TerminologyPack.Concept(
      code: try code(concept), display: try display(concept), isActive: try isCurrent(concept),
      replacements: try replacements(concept).map { other throws(PackDamage) in try code(other) })
  }
}

/// Why a pack cannot be used, in a few words and without a full stop.
public struct TerminologyPackError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason.
  public let description: String
  /// The value of `errno`, if a call of the system failed.
  package let systemCode: Int32?

  package init(_ reason: String) { (description, systemCode) = (reason, nil) }
  init(systemCode: Int32) { (description, self.systemCode) = ("it cannot be read: error \(systemCode)", systemCode) }
  init(_ damage: PackDamage) {
    self.init("the bytes about \(damage.offset) do not have the checksum that was written; the file is damaged")
  }
}

extension String {
  /// Whether this, as the version that a definition names, means another one: the same, of which it may give the first
  /// numbers only, or `x` for one that may be any; or an edition of SNOMED CT, of which it may leave out the date.
  package func namesVersion(_ other: String) -> Bool {
    if self == other || other.hasPrefix(self + ".") || other.hasPrefix(self + "/version/") { return true }
    let (own, stated) = (split(separator: "."), other.split(separator: "."))
    return own.contains("x") && own.count <= stated.count && zip(own, stated).allSatisfy { $0 == "x" || $0 == $1 }
  }
}
