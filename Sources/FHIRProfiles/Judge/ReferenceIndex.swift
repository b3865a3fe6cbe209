import FHIRTape
import FHIRSupport

/// The possible targets of a record's references: indexed once for each resource with contained resources, and once for
/// each Bundle.
struct ReferenceIndex {
  private var containedIn = TapeIndex.none
  private var contained: [ByteText: TapeIndex] = [:]
  private var scope = TapeIndex.none
  private var entries: [ByteText: TapeIndex] = [:]

  /// Clears the index of the previous record.
  mutating func forget() {
    (containedIn, scope) = (TapeIndex.none, TapeIndex.none)
    if !contained.isEmpty { contained = [:] }
    if !entries.isEmpty { entries = [:] }
  }

  /// The contained resource with an id.
  mutating func contained(_ id: String, in container: TapeIndex, _ tape: Tape) -> TapeIndex? {
    if id.isEmpty { return container }
    if containedIn != container {
      containedIn = container
      contained = [:]
      let list = tape.member("contained", of: container) ?? TapeIndex.none
      for item in tape.items(of: list) {
        if let id = Self.text("id", of: item, tape) { contained[id, default: item] = item }
      }
    }
    return contained[id.byBytes]
  }

  /// Whether a resource is a Bundle with entries that references may mean.
  mutating func hasEntries(_ bundle: TapeIndex, _ tape: Tape) -> Bool {
    if scope != bundle { fill(bundle, tape) }
    return !entries.isEmpty
  }

  /// The resource in an entry of a Bundle, by its full URL or by its type and id.
  mutating func entry(_ reference: String, in bundle: TapeIndex, _ tape: Tape) -> TapeIndex? {
    guard hasEntries(bundle, tape) else { return nil }
    if let found = entries[reference.byBytes] { return found }
    guard let history = reference.utf8.firstRange(of: "/_history/".utf8) else { return nil }
    return entries[reference[..<history.lowerBound].byBytes]
  }

  private mutating func fill(_ bundle: TapeIndex, _ tape: Tape) {
    scope = bundle
    if !entries.isEmpty { entries = [:] }
    guard let list = tape.member("entry", of: bundle) else { return }
    for item in tape.items(of: list) {
      guard let resource = tape.member("resource", of: item) else { continue }
      if let url = Self.text("fullUrl", of: item, tape) { add(url, resource) }
      if let type = Self.text("resourceType", of: resource, tape), let id = Self.text("id", of: resource, tape) {
        add("\(type)/\(id)".byBytes, resource)
      }
    }
  }

  /// If two have the same address, the first counts.
  private mutating func add(_ address: ByteText, _ resource: TapeIndex) {
    if entries[address] == nil { entries[address] = resource }
  }

  private static func text(_ name: StaticString, of object: TapeIndex, _ tape: Tape) -> ByteText? {
    DefinitionNode(tape, object)[name]?.string?.byBytes
  }
}
