import FHIRPath
import FHIRFindings
import FHIRSchema
import FHIRSupport
import FHIRTape

/// How much of a record's Bundle is in memory.
package enum JudgedExtent: Sendable {
  /// All of it, or the record is in none.
  case whole
  case entry
  /// Only the Bundle itself: its entries were read one by one before.
  case envelope
}

struct JudgedResource {
  var resource = JudgedItem(value: .root, type: .none)
  /// The resource that contains it, or itself.
  var container = JudgedItem(value: .root, type: .none)
  /// The tape index of the Bundle whose entries references may name, or of the container.
  var scope = TapeIndex.root
  var extent = JudgedExtent.whole
  /// Whether references can mean no resource in memory but a contained one.
  var isAlone = false

  /// Whether references may mean resources that are not in memory.
  var isPart: Bool { extent != .whole }

  /// Changes to another resource: one that is contained here, or an independent one, such as an entry.
  mutating func enter(_ target: JudgedItem, _ tape: Tape) {
    resource = target
    let list = tape.member("contained", of: container.value)
    if list.map({ target.value > $0 && target.value < tape.next($0) }) != true { container = target }
  }
}

/// The stacks of a judge, and the remaining work for the current resource.
struct JudgeWork {
  /// The keys of members by their slots, 64 for each object on the path; where it has none, they are of other objects.
  var keys: [MemberKeys] = []
  private var usedKeys = 0
  /// The members of the current resource, which several profiles judge, once one has asked for them.
  var whole = JudgedMembers()
  var items: [JudgedItem] = []
  var steps: [ElementPath.Step] = []
  var targets = ReferenceIndex()
  var extensions = ExtensionKeys()
  /// How many errors the current resource has, including those that were not kept.
  var found = 0
  var left = JudgeWork.most
  /// The definitions by which extensions of the current resource were judged, by tape index.
  var judgedExtensions: [TapeIndex: Profile] = [:]
  /// What the verdict on the current value depends on so far.
  var basis = VerdictBasis.value
  /// The numbers of the profiles that the current record was judged by, and their verdicts.
  var judged: [(number: Int, answer: Answer)] = []
  /// The profiles that the current resource meets, with those that others impose.
  var good: [ObjectIdentifier] = []
  /// The package of the first of them, in which the definitions of extensions are looked for; -1 for none.
  var package = -1
  /// How deep profiles and the targets of references are nested.
  var depth = 0

  /// The most work for one resource, in values: far more than any legitimate record needs.
  static let most = 10_000_000
  /// The longest chain of references that is followed.
  static let deepest = 12

  var isExhausted: Bool { left < 0 }

  mutating func begin() {
    found = 0
    // A loop, since they have one or two, and `removeAll` keeps no capacity without a call for each.
    while judged.popLast() != nil {}
    while good.popLast() != nil {}
    package = -1
    (usedKeys, whole) = (0, JudgedMembers())
    if !judgedExtensions.isEmpty { judgedExtensions.removeAll(keepingCapacity: true) }
    left = Self.most
  }

  /// Makes room for the keys of an object, and returns the place of the first.
  mutating func pushKeys() -> Int {
    let base = usedKeys
    usedKeys += 64
    while keys.count < usedKeys { keys.append(MemberKeys()) }
    return base
  }

  /// Leaves an object. The keys of the current resource stay.
  mutating func popKeys(of members: JudgedMembers) { if members.object != whole.object { usedKeys = members.base } }

  /// The keys of the member with a bit, if an object has it.
  func keys(_ bit: UInt64, in members: JudgedMembers) -> MemberKeys {
    members.filled & bit != 0 ? keys[members.base &+ bit.trailingZeroBitCount] : MemberKeys()
  }

  /// Notes what the verdict on the current value also depends on.
  mutating func rest(on other: VerdictBasis) { if basis < other { basis = other } }

  /// Uses some steps; returns whether there were enough left.
  mutating func spend(_ steps: Int) -> Bool {
    left -= steps
    return left >= 0
  }
}

struct JudgedMembers {
  var object = TapeIndex.none
  /// The place of their keys on the stack.
  var base = 0
  /// One bit for each slot of the type.
  var filled: UInt64 = 0
  /// Whether each has a value, which is no null.
  var isPlain = false
}

/// The tape indices of an element's value and its `_` sibling in an object, `.none` for absent ones.
struct MemberKeys {
  var value = TapeIndex.none
  var sibling = TapeIndex.none
  var member = -1

  /// Records a key; if two name the same member, the first counts.
  mutating func note(_ key: TapeIndex, _ member: Int, isSibling: Bool) {
    if isSibling {
      if !sibling.exists { sibling = key }
      if self.member < 0 { self.member = member }
    } else if !value.exists {
      (value, self.member) = (key, member)
    }
  }
}

/// Whether only the verdict is needed, without findings.
struct Silence {
  var isOn = false
  var hasFailed = false
  var fault: String?
  /// Verdicts on the targets of references.
  var known: [Target: Known] = [:]

  struct Target: Hashable {
    var resource: TapeIndex
    var profile: ObjectIdentifier
  }

  struct Known {
    var answer: Answer
    /// How deep it was found: with less above it, more could be found.
    var depth: Int

    func applies(at depth: Int) -> Bool {
      if case .open(let gap) = answer, gap.kind == .limit { self.depth <= depth } else { true }
    }
  }

  /// Whether the verdict is decided, so that nothing more need be judged.
  var isDecided: Bool { isOn && hasFailed }
}

/// One value of an element on the tape, with its `_` sibling.
struct JudgedItem {
  /// The tape index of the value, `.none` if only the `_` sibling is present.
  var value: TapeIndex
  /// The tape index of the object with a primitive's id and extensions, `.none` if there is none.
  var sibling = TapeIndex.none
  /// The tape index of the key, and of the object that has it; `.none` for a resource.
  var key = TapeIndex.none
  var owner = TapeIndex.none
  /// The position in an array, -1 for a single value.
  var position = -1
  /// The row of the member, -1 if the type does not have it.
  var member = -1
  /// The row of the value's type, `.none` if it is unknown.
  var type = TypeID.none

  /// The object whose members are the element's children, `.none` if there is none.
  func object(_ tape: Tape) -> TapeIndex { value.exists && tape.tag(value) == .object ? value : sibling }

  /// The same element, for the evaluation of expressions.
  var node: FHIRPathNode {
    !owner.exists
      ? FHIRPathNode(resource: value, type: type)
      : FHIRPathNode(value: value, type: type, member: member, key: key, owner: owner, position: position)
  }

  /// Whether it is the target of a reference that is not available.
  var isElsewhere: Bool { !value.exists && !sibling.exists && !key.exists }
  func range(_ tape: Tape) -> Range<Int> { tape.headRange(value.exists ? value : sibling.exists ? sibling : key) }
}

extension Tape {
  /// The range of the whole value, or of its opening bracket.
  func headRange(_ index: TapeIndex) -> Range<Int> {
    isContainer(index) ? offset(index)..<offset(index) + 1 : range(index)
  }
}

/// The possible targets of references: indexed once for each resource with contained ones, and for each Bundle.
struct ReferenceIndex {
  private var containedIn = TapeIndex.none
  private var contained: [ByteText: TapeIndex] = [:]
  private var scope = TapeIndex.none
  /// The full URLs of the entries that have these resources.
  private var fullURLs: [TapeIndex: TapeIndex] = [:]
  private var entries: [Fingerprint: TapeIndex] = [:]
  /// The further resources with an address: other versions of the first one.
  private var others: [Fingerprint: [TapeIndex]] = [:]

  mutating func contained(_ id: String, in container: TapeIndex, _ tape: Tape) -> TapeIndex? {
    if id.isEmpty { return container }
    if containedIn != container {
      containedIn = container
      contained = [:]
      let list = tape.member("contained", of: container) ?? TapeIndex.none
      for item in tape.items(of: list) {
        if let id = tape.text("id", of: item) { contained[id.byBytes, default: item] = item }
      }
    }
    return contained[id.byBytes]
  }

  /// Whether a resource is a Bundle with entries that references may mean.
  mutating func hasEntries(_ bundle: TapeIndex, _ tape: Tape) -> Bool {
    if scope != bundle { fill(bundle, tape) }
    return !entries.isEmpty
  }

  /// The resource in an entry, by its full URL, or by type and id for a reference without one around it; in the version
  /// that is named, else the first, the newest of a history. See <https://hl7.org/fhir/R4/bundle.html#references>.
  mutating func entry(
    _ reference: TapeIndex, of resource: TapeIndex, in bundle: TapeIndex, _ tape: Tape, _ rows: SchemaRows
  ) -> TapeIndex? {
    guard hasEntries(bundle, tape) else { return nil }
    var text = tape.string(reference)
    if let url = fullURLs[resource], !text.utf8.contains(Bytes.colon) {
      let length = tape.withEscapedText(url) { rows.rootLength(ofFullURL: $0.baseAddress!, $0.count) }
      if length == 0 { return nil }
      text = String(Substring(tape.string(url).utf8.prefix(length))) + text
    }
    if let found = entries[Self.fingerprint(text)] { return found }
    guard let history = text.utf8.firstRange(of: "/_history/".utf8) else { return nil }
    let (address, version) = (Self.fingerprint(text[..<history.lowerBound]), text[history.upperBound...].byBytes)
    guard let first = entries[address] else { return nil }
    return ([first] + (others[address] ?? [])).first { resource in
      tape.member("meta", of: resource).flatMap { tape.text("versionId", of: $0)?.byBytes } == version
    }
  }

  private mutating func fill(_ bundle: TapeIndex, _ tape: Tape) {
    scope = bundle
    (entries, others, fullURLs) = ([:], [:], [:])
    guard let list = tape.member("entry", of: bundle) else { return }
    entries.reserveCapacity(min(2 * tape.length(list), 1_000))
    for item in tape.items(of: list) {
      guard let resource = tape.member("resource", of: item) else { continue }
      if let url = tape.member("fullUrl", of: item), tape.isString(url) {
        fullURLs[resource] = url
        add(Self.fingerprint(tape.string(url)), resource)
      }
      if let type = tape.text("resourceType", of: resource), let id = tape.text("id", of: resource) {
        add(Self.fingerprint("\(type)/\(id)"), resource)
      }
    }
  }

  private static func fingerprint(_ text: some StringProtocol) -> Fingerprint { KeyedHash.process.hash(text.utf8) }

  private mutating func add(_ address: Fingerprint, _ resource: TapeIndex) {
    guard let first = entries.updateValue(resource, forKey: address) else { return }
    entries[address] = first
    others[address, default: []].append(resource)
  }
}
