/// A release's definitions as flat rows, for the walk.
///
/// The initialiser writes the rows, which never change afterwards, and all threads share a table. Every look-up is a
/// hash of two words and a comparison of two words: see ``SchemaRows/member(named:length:of:)``.
@usableFromInline
package final class SchemaTable: Sendable {
  @usableFromInline package let rows: SchemaRows
  @usableFromInline package let codes: CodeTable
  package let release: FHIRRelease
  package let facts: ReleaseFacts
  /// How a value of each type is judged; `complex` for all but primitives and types that hold any resource.
  package let kinds: [ValueKind]
  package let typeNames: [String]
  package let bases: [TypeID]
  /// The elements of all types, each listed once, with the type that defines it.
  package let elements: [SchemaElement]
  private let slots: ElementSlots
  package let memberCount: Int
  package let targets: ReferenceTargets
  /// The value sets of judged bindings; row 0 is none.
  package let valueSets: [ValueSetRow]
  package let invariants: [SchemaInvariant]
  package let invariantPlaces: InvariantPlaces
  package let emptyResult: EmptyResult
  /// See ``ReleaseFacts/hasAbsoluteExtensionURLs``; read for each extension.
  package let hasAbsoluteExtensionURLs: Bool
  private let directory: NameDirectory
  /// Decoded only if a message needs them.
  let foreignLines: ForeignNameLines
  /// Keeps the names of nested elements.
  private let paths: SchemaPaths

  package var types: UnsafePointer<TypeRow> { rows.types }
  package var members: UnsafePointer<MemberRow> { rows.members }
  package var resourceDirectory: TypeID { rows.resourceDirectory }

  /// Builds the rows from a text that outlives the table.
  package convenience init(text: StaticString) throws {
    let buffer = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    try self.init(try SchemaText(buffer))
  }

  package init(_ text: SchemaText) throws(SchemaError) {
    var builder = try SchemaTableBuilder(text)
    let members = try SchemaMembers(&builder)
    facts = text.facts
    release = FHIRRelease(name: text.release, version: text.version)
    let anyTypes = [SchemaRole.resource, .domainResource].compactMap(text.facts.typeName)
    rows = SchemaRows(
      types: members.types.immortal(), members: members.members.immortal(), hashes: members.hashes.places.immortal(),
      names: builder.names.immortal(padding: 16),
      targetMasks: builder.targets.masks(anyOf: anyTypes.compactMap { builder.directory[$0] }).immortal(),
      targetWords: builder.targets.words, resourceDirectory: TypeID(members.resourceDirectory))
    codes = CodeTable(builder.codes)
    kinds = builder.kinds + [.complex]
    typeNames = text.structures.map(\.name) + [""]
    bases = (builder.bases + [-1]).map { TypeID($0) }
    (elements, invariants, paths) = (text.elements, text.invariants, text.paths)
    (slots, directory, invariantPlaces) = (builder.slots, builder.directory, builder.places)
    (targets, valueSets, memberCount) = (builder.targets.targets, builder.codes.rows, members.members.count)
    (emptyResult, hasAbsoluteExtensionURLs) = (facts.emptyResult, facts.hasAbsoluteExtensionURLs)
    foreignLines = ForeignNameLines(bytes: text.foreignNames)
  }

  deinit {
    rows.types.deallocate()
    rows.members.deallocate()
    rows.hashes.deallocate()
    rows.names.deallocate()
    rows.targetMasks.deallocate()
    codes.deallocate()
  }

  /// All types; the last one is without a name.
  package var typeIDs: some RandomAccessCollection<TypeID> { typeNames.indices.lazy.map { TypeID($0) } }

  /// The type with this name or path, such as `Patient.contact`.
  package func type(named name: String) -> TypeID? { directory[name].map { TypeID($0) } }

  package func isKind(_ type: TypeID, of base: TypeID) -> Bool {
    var row = type
    while row.exists {
      if row == base { return true }
      row = bases[row]
    }
    return false
  }

  package func name(of member: MemberID) -> String { String(decoding: nameBytes(of: member), as: UTF8.self) }

  package func nameBytes(of member: MemberID) -> UnsafeBufferPointer<UInt8> {
    let row = members[member]
    return UnsafeBufferPointer(start: rows.names + Int(row.nameOffset), count: Int(row.nameLength))
  }

  /// The elements of a type, those of its bases first.
  package func elements(of type: TypeID) -> [SchemaElement] { slots[type.row].map { elements[Int($0)] } }

  package func elementNumber(_ slot: Int, of type: TypeID) -> Int { slots.number(slot, of: type.row) }

  /// The slot of the element with this name, without the suffix of a choice; `nil` if the type has none.
  package func slot(of type: TypeID, named name: UnsafeBufferPointer<UInt8>) -> Int? {
    slots[type.row].enumerated().first { elements[Int($1)].baseNameBytes.isSame(as: name) }?.offset
  }

  package func slot(of type: TypeID, named name: String) -> Int? {
    var name = name
    return name.withUTF8 { slot(of: type, named: $0) }
  }

  package func memberIndices(of type: TypeID) -> some RandomAccessCollection<MemberID> {
    let row = types[type]
    return (Int(row.firstMember)..<Int(row.firstMember) + Int(row.memberCount)).lazy.map { MemberID($0) }
  }
}

extension Array {
  /// A copy that only its user frees, so that raw pointers may use it without retaining the array.
  package func immortal(padding: Int = 0) -> UnsafePointer<Element> {
    let copy = UnsafeMutablePointer<Element>.allocate(capacity: count + padding)
    copy.initialize(from: self, count: count)
    if padding > 0 {
      UnsafeMutableRawPointer(copy + count).initializeMemory(as: UInt8.self, repeating: 0, count: padding)
    }
    return UnsafePointer(copy)
  }
}

extension SchemaTable {
  /// The table of a published release; `nil` if there is no generated text.
  package static func of(_ release: FHIRRelease) -> SchemaTable? {
    GeneratedSchema.releases.first { $0.release == release }?.table
  }
}

extension GeneratedRelease {
  private static let tables = OncePerRelease<SchemaTable>()

  /// The table of the release, decoded on first use.
  package var table: SchemaTable {
    Self.tables.value(of: release) {
      do {
        return try SchemaTable(SchemaText(wholeFacts))
      } catch {
        // The text is generated and its freshness tested; without it no record can be judged.
        preconditionFailure("the generated schema text of \(release.rawValue) cannot be read: \(error)")
      }
    }
  }
}

extension FHIRRelease {
  /// The releases whose definitions are part of this package, the oldest first.
  public static var published: [FHIRRelease] { GeneratedSchema.releases.map(\.release) }

  /// The release of ``published`` that a version such as `4.0.0` belongs to; `nil` if there is none.
  package static func of(version: String) -> FHIRRelease? { published.first { $0.has(version: version) } }

  /// Whether a version is one of the release: the first two numbers are the same. 1.1 to 1.8 were ballots of STU3, 4.1
  /// was one of R4B.
  package func has(version other: String) -> Bool {
    version.split(separator: ".").prefix(2) == other.split(separator: ".").prefix(2)
  }
}
