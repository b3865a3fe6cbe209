import FHIRTape
import FHIRSupport

/// The contained resources of one resource by their ids, gathered at the first local reference.
struct ContainedIDs {
  private struct Entry {
    var resource: TapeIndex
    var isReferred = false
  }

  private var resources: [ByteText: Entry] = [:]
  private var owner = TapeIndex.none
  /// Whether some item is not a resource, so that a missing id needs no second finding.
  private(set) var isBroken = false

  /// Whether nothing is gathered.
  var isForgotten: Bool { !owner.exists }

  /// Clears the state of the previous resource.
  mutating func forget() {
    guard owner.exists else { return }
    owner = .none
    isBroken = false
    resources.removeAll(keepingCapacity: true)
  }

  /// The tape index of the contained resource with this id; marks it as referred to.
  mutating func find(_ id: UnsafeBufferPointer<UInt8>, in container: TapeIndex, of tape: Tape) -> TapeIndex? {
    if owner != container { gather(container, tape) }
    guard let place = resources.index(forKey: String(decoding: id, as: UTF8.self).byBytes) else { return nil }
    resources.values[place].isReferred = true
    return resources.values[place].resource
  }

  /// Whether `find` has been called for this id.
  func isReferred(_ id: String, in container: TapeIndex) -> Bool {
    owner == container && resources[id.byBytes]?.isReferred == true
  }

  private mutating func gather(_ container: TapeIndex, _ tape: Tape) {
    forget()
    owner = container
    guard let array = tape.member("contained", of: container) else { return }
    guard tape.tag(array) == .array else { return add(array, tape) }
    for item in tape.items(of: array) {
      add(item, tape)
    }
  }

  private mutating func add(_ resource: TapeIndex, _ tape: Tape) {
    if tape.tag(resource) != .object || tape.length(resource) == 0 { isBroken = true }
    guard tape.tag(resource) == .object, let id = tape.member("id", of: resource),
      tape.tag(id) == .string || tape.tag(id) == .escapedString
    else { return }
    let key = tape.string(id).byBytes
    if resources[key] == nil { resources[key] = Entry(resource: resource) }
  }
}
