import FHIRTape
import FHIRText

/// Definitions that records are judged by: profiles, extensions, value sets and code systems.
///
/// It takes the published JSON as it is, of any release: one definition, a Bundle of them, an array, or one a line.
///
/// ```swift
/// var library = ProfileLibrary()
/// library.add(patientProfile)
/// let validator = Validator(library: library, profiles: ["http://example.org/StructureDefinition/my-patient"])
/// ```
///
/// To add a definition is to read its facts. A profile is compiled when a record first needs it.
public struct ProfileLibrary: Sendable {
  private var structures: [ByteText: [StructureFacts]] = [:]
  private var valueSets: [ByteText: [ValueSetFacts]] = [:]
  private var codeSystems: [ByteText: [CodeSystemFacts]] = [:]
  /// What could not be read of that which was added.
  public private(set) var faults: [ProfileFault] = []

  /// A library without definitions.
  public init() {}

  /// Whether it has no definitions that records could be judged by.
  public var isEmpty: Bool { structures.isEmpty }

  /// The urls of its profiles and extensions, in order.
  public var urls: [String] { structures.keys.sorted().map(\.string) }

  /// Adds all definitions in some JSON. Of two of one url and version the first counts.
  ///
  /// - Parameter name: what a fault calls the bytes, such as the name of a file.
  public mutating func add(_ bytes: [UInt8], name: String = "the definitions") {
    bytes.withUnsafeBytes { add($0, name: name) }
  }

  /// Adds all definitions in some JSON, which is only read and not kept.
  ///
  /// - Parameter name: what a fault calls the bytes, such as the name of a file.
  public mutating func add(_ bytes: UnsafeRawBufferPointer, name: String) {
    var reader = RecordReader(over: bytes, maximumDepth: 200, maximumRecordBytes: 256 << 20)
    do {
      while let event = try reader.next() {
        switch event {
        case .byteOrderMark: break
        case .value(let tape, let place): tape.forEachRecord(in: place) { index, _, _ in add(tape, index, name) }
        case .failure(let error, _):
          note(ProfileFault(name, "", "it is not JSON: \(error.code.rawValue) at byte \(error.start)"))
        }
      }
    } catch {
      note(ProfileFault(name, "", "it cannot be read: \(error)"))
    }
  }

  private mutating func note(_ fault: ProfileFault) {
    if faults.count < 1_000 { faults.append(fault) }
  }

  private mutating func add(_ tape: Tape, _ index: Int, _ name: String) {
    let node = DefinitionNode(tape, index)
    switch node["resourceType"]?.string {
    case "StructureDefinition": addStructure(node)
    case "ValueSet":
      if let facts = ValueSetFacts(node) { valueSets[facts.url.byBytes, default: []].append(facts) }
      // In the older form the codes of a system stand in the value set that defines it.
      if let own = node["codeSystem"], let system = own["system"]?.string {
        let facts = CodeSystemFacts(url: system, isComplete: true, codes: CodeSystemFacts.codes(in: own))
        codeSystems[system.byBytes, default: []].append(facts)
      }
    case "CodeSystem":
      if let facts = CodeSystemFacts(node) { codeSystems[facts.url.byBytes, default: []].append(facts) }
    case nil: note(ProfileFault(name, "", "it has no resourceType"))
    default: break
    }
  }

  private mutating func addStructure(_ node: DefinitionNode) {
    do throws(ProfileFault) {
      let facts = try StructureReader(node).read()
      structures[facts.url.byBytes, default: []].append(facts)
    } catch {
      note(error)
    }
  }

  // MARK: - Looking up

  /// The definitions of a url, those of all versions unless it names one.
  func structures(_ url: String) -> [StructureFacts] {
    let wanted = ProfileURL(url)
    let all = structures[wanted.address.byBytes] ?? []
    guard let version = wanted.version else { return all }
    return all.filter { $0.version == nil || $0.version?.hasPrefix(version) ?? false }
  }

  var allStructures: [StructureFacts] { structures.values.flatMap(\.self) }

  func valueSet(_ url: String) -> ValueSetFacts? { Self.find(url, in: valueSets, \.version) }

  func codeSystem(_ url: String) -> CodeSystemFacts? { Self.find(url, in: codeSystems, \.version) }

  private static func find<Facts>(
    _ url: String, in all: [ByteText: [Facts]], _ version: (Facts) -> String?
  ) -> Facts? {
    let wanted = ProfileURL(url)
    guard let found = all[wanted.address.byBytes] else { return nil }
    return found.first { wanted.version == nil || version($0) == wanted.version } ?? found.first
  }
}

extension CodeSystemFacts {
  init(url: String, isComplete: Bool, codes: [ByteText]) {
    (self.url, self.isComplete, self.codes) = (url, isComplete, codes)
  }
}
