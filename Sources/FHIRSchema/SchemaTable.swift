import FHIRText

/// A release's definitions as flat rows, for the walk.
///
/// The initialiser writes the rows, and they never change afterwards (``SchemaRows``); all threads share a table, and
/// it lives as long as the process uses the release. Every look-up is a hash of two words and a comparison of two words
/// (``SchemaRows/member(named:length:of:)``).
///
/// One type: the columns of one table, made together and never changed.
@usableFromInline
package final class SchemaTable: Sendable {
  @usableFromInline package let rows: SchemaRows
  @usableFromInline package let codes: CodeTable
  package let release: FHIRRelease
  /// Other facts about the release, including its roles.
  package let facts: ReleaseFacts
  /// How a value of each type is judged; `complex` for all but primitives and types that hold any resource.
  package let kinds: [ValueKind]
  package let typeNames: [String]
  package let baseNames: [String]
  /// The elements of all types, each listed once, with the type that defines it.
  package let elements: [SchemaElement]
  private let elementNumbers: [[Int]]
  package let memberCount: Int
  /// Allowed reference targets; row 0 is "any".
  package let targets: [[String]]
  /// The value sets of judged bindings; row 0 is none.
  package let valueSets: [ValueSetRow]
  package let invariants: [SchemaInvariant]
  package let invariantPlaces: InvariantPlaces
  package let emptyResult: EmptyResult
  /// See ``ReleaseFacts/hasAbsoluteExtensionURLs``; read for each extension.
  package let hasAbsoluteExtensionURLs: Bool
  private let typeIndices: [ByteText: Int]
  /// Decoded only if a message needs them.
  let foreignLines: ForeignNameLines

  package var types: UnsafePointer<TypeRow> { rows.types }
  package var members: UnsafePointer<MemberRow> { rows.members }
  package var resourceDirectory: Int { rows.resourceDirectory }

  /// Builds the rows from a text that outlives the table.
  ///
  /// - Throws: a ``SchemaText/FormatError`` or a ``SchemaError``.
  package convenience init(text: StaticString) throws {
    let buffer = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    try self.init(try SchemaText(buffer))
  }

  package init(_ text: SchemaText) throws(SchemaError) {
    var builder = SchemaTableBuilder(text)
    try builder.build()
    facts = text.facts
    release = FHIRRelease(name: text.release, version: text.version)
    let targetWords = (builder.types.count + 63) / 64
    rows = SchemaRows(
      types: builder.types.immortal(), members: builder.members.immortal(), hashes: builder.hashes.immortal(),
      names: builder.names.immortal(padding: 16),
      targetMasks: Self.masks(
        of: builder.targets, anyOf: [.resource, .domainResource].compactMap(text.facts.typeName),
        types: builder.typeIndices,
        words: targetWords
      ).immortal(),
      targetWords: targetWords, resourceDirectory: builder.resourceDirectory)
    codes = CodeTable(builder.codes)
    kinds = builder.kinds
    typeNames = builder.typeNames
    baseNames = builder.baseNames
    elements = builder.elements
    elementNumbers = builder.elementNumbers
    memberCount = builder.members.count
    targets = builder.targets
    valueSets = builder.codes.rows
    invariants = text.invariants
    emptyResult = text.facts.emptyResult
    hasAbsoluteExtensionURLs = text.facts.hasAbsoluteExtensionURLs
    invariantPlaces = builder.places
    typeIndices = builder.typeIndices
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

  /// The row of a type by its name or path, such as `Patient.contact`.
  package func type(named name: String) -> Int? { typeIndices[name.byBytes] }

  /// The name of a member as written in JSON.
  package func name(of member: MemberID) -> String {
    String(decoding: nameBytes(of: member), as: UTF8.self)
  }

  /// The name of a member as bytes of the table.
  package func nameBytes(of member: MemberID) -> UnsafeBufferPointer<UInt8> {
    let row = members[member]
    return UnsafeBufferPointer(start: rows.names + Int(row.nameOffset), count: Int(row.nameLength))
  }

  /// The elements of a type, those of its bases first.
  package func elements(of type: Int) -> [SchemaElement] {
    elementNumbers[type].map { elements[$0] }
  }

  /// The number among ``elements`` of the element with a slot in a type.
  package func elementNumber(_ slot: Int, of type: Int) -> Int { elementNumbers[type][slot] }

  /// The members of a type.
  package func memberIndices(of type: Int) -> some RandomAccessCollection<MemberID> {
    let row = types[type]
    return (Int(row.firstMember)..<Int(row.firstMember) + Int(row.memberCount)).lazy.map { MemberID($0) }
  }
}

extension Array {
  /// A copy that is never freed, so that raw pointers may use it without retaining the array.
  func immortal(padding: Int = 0) -> UnsafePointer<Element> {
    let copy = UnsafeMutablePointer<Element>.allocate(capacity: count + padding)
    copy.initialize(from: self, count: count)
    if padding > 0 {
      UnsafeMutableRawPointer(copy + count).initializeMemory(as: UInt8.self, repeating: 0, count: padding)
    }
    return UnsafePointer(copy)
  }
}
