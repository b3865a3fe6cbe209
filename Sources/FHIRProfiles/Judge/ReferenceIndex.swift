import FHIRTape
import FHIRText

/// The possible targets of a record's references: indexed once for each resource with contained resources, and once for
/// each Bundle.
struct ReferenceIndex {
  private var containedIn = -1
  private var contained: [ByteText: Int] = [:]
  private var scope = -1
  private var entries: [ByteText: Int] = [:]

  /// Clears the index of the previous record.
  mutating func forget() {
    (containedIn, scope) = (-1, -1)
    if !contained.isEmpty { contained = [:] }
    if !entries.isEmpty { entries = [:] }
  }

  /// The contained resource with an id.
  mutating func contained(_ id: String, in container: Int, _ tape: Tape) -> Int? {
    if id.isEmpty { return container }
    if containedIn != container {
      containedIn = container
      contained = [:]
      let list = tape.member("contained", of: container) ?? -1
      var items = ArrayCursor(tape, list)
      while items.item >= 0 {
        if let id = Self.text("id", of: items.item, tape) { contained[id, default: items.item] = items.item }
        items.advance(tape)
      }
    }
    return contained[id.byBytes]
  }

  /// Whether a resource is a Bundle with entries that references may mean.
  mutating func hasEntries(_ bundle: Int, _ tape: Tape) -> Bool {
    if scope != bundle { fill(bundle, tape) }
    return !entries.isEmpty
  }

  /// The resource in an entry of a Bundle, by its full URL or by its type and id.
  mutating func entry(_ reference: String, in bundle: Int, _ tape: Tape) -> Int? {
    guard hasEntries(bundle, tape) else { return nil }
    if let found = entries[reference.byBytes] { return found }
    guard let history = reference.utf8.firstRange(of: "/_history/".utf8) else { return nil }
    return entries[reference[..<history.lowerBound].byBytes]
  }

  private mutating func fill(_ bundle: Int, _ tape: Tape) {
    scope = bundle
    if !entries.isEmpty { entries = [:] }
    guard let list = tape.member("entry", of: bundle) else { return }
    var items = ArrayCursor(tape, list)
    while items.item >= 0 {
      if let resource = tape.member("resource", of: items.item) {
        if let url = Self.text("fullUrl", of: items.item, tape) { add(url, resource) }
        if let type = Self.text("resourceType", of: resource, tape), let id = Self.text("id", of: resource, tape) {
          add("\(type)/\(id)".byBytes, resource)
        }
      }
      items.advance(tape)
    }
  }

  /// If two have the same address, the first counts.
  private mutating func add(_ address: ByteText, _ resource: Int) {
    if entries[address] == nil { entries[address] = resource }
  }

  private static func text(_ name: StaticString, of object: Int, _ tape: Tape) -> ByteText? {
    tape.member(name, of: object).flatMap { DefinitionNode(tape, $0).string?.byBytes }
  }
}
