import FHIRSchema
import FHIRSupport
import FHIRTape

extension Walker {
  /// Keeps the questionnaire at `index` for the responses in its Bundle.
  @inline(never) mutating func noteQuestionnaire(_ index: TapeIndex, type: TypeID) {
    let tape = cursor.tape
    func text(_ name: StaticString) -> String? { tape.member(name, of: index).flatMap(tape.primitive) }
    var addresses: [ByteText] = []
    if let url = text("url") { addresses.append(url.byBytes) }
    if let id = text("id") { addresses.append("\(cursor.schema.typeNames[type])/\(id)".byBytes) }
    let fullURL = references.bundle.entry.fullURL
    if fullURL.exists { addresses.append(tape.string(fullURL).byBytes) }
    references.bundle.questionnaires.add(
      askedQuestions(index, in: index), version: text("version"), release: cursor.release.number, addresses: addresses)
  }

  /// Judges the response at `index` by its questionnaire: a contained one, one of the Bundle, or one that the caller gave.
  @inline(never) mutating func judgeResponse(_ index: TapeIndex, type: TypeID) {
    let tape = cursor.tape
    guard let value = tape.member("questionnaire", of: index),
      let named = tape.primitive(tape.member("reference", of: value) ?? value), !named.isEmpty
    else { return }
    let address = named.byBytes
    if address.hasPrefix("#") {
      // A fragment that leads nowhere is another rule's.
      guard let questions = containedQuestions(named) else { return }
      return judge(index, type: type, by: questions)
    }
    // A fragment names what a questionnaire contains, which is not looked up.
    if address.contains("#") { return cursor.counts.countUnjudged(Self.lackOfQuestionnaire) }
    let release = cursor.release.number
    let questions =
      references.bundle.questionnaires.questions(at: address, release: release)
      ?? releases.profiles.questions(of: named, at: release, loaded.release(release).definitions)
    if let questions { return judge(index, type: type, by: questions) }
    if !references.bundle.isActive || !hold(index, address) { cursor.counts.countUnjudged(Self.lackOfQuestionnaire) }
  }

  private static let lackOfQuestionnaire: ByteText = "responses to questionnaires not available"

  private mutating func judge(_ index: TapeIndex, type: TypeID, by questions: AskedQuestions) {
    cursor.checkSubject(of: index, types: questions.subjectTypes)
    var judge = ResponseJudge(questions, cursor.schema.facts.questions, cursor.tape, index)
    if !judge.judge(index, type: type, &cursor) { cursor.counts.countExhaustedResponse() }
  }

  private mutating func containedQuestions(_ fragment: String) -> AskedQuestions? {
    var id = String(fragment.dropFirst())
    let (container, tape) = (cursor.container, cursor.tape)
    guard let index = id.withUTF8({ references.containedIDs.find($0, in: container, of: tape) }),
      cursor.resourceType(of: index) == cursor.roles.questionnaire
    else { return nil }
    return askedQuestions(index, in: container)
  }

  /// Reads a questionnaire; a value set `#id` is among the `contained` of the container.
  private mutating func askedQuestions(_ index: TapeIndex, in container: TapeIndex) -> AskedQuestions {
    let tape = cursor.tape
    let (number, definitions) = (cursor.release.number, loaded.release(cursor.release.number).definitions)
    return AskedQuestions(tape, index, cursor.schema.facts.questions) { name in
      let profiles = releases.profiles.profiles(at: number, definitions)
      guard name.utf8.first == UInt8(ascii: "#") else { return profiles.answerSet(name, in: -1) }
      var id = String(name.dropFirst())
      let found = id.withUTF8 { references.containedIDs.find($0, in: container, of: tape) }
      return found.map { profiles.answerSet(contained: $0, of: tape, in: -1) }
    }
  }

  // MARK: - The end of a Bundle

  private mutating func hold(_ index: TapeIndex, _ address: ByteText) -> Bool {
    let range = cursor.tape.range(index)
    let text = UnsafeBufferPointer(start: cursor.tape.bytes + range.lowerBound, count: range.count)
    return references.bundle.questionnaires.hold(
      BundleQuestionnaires.Held(
        bytes: Array(text) + Array(repeating: 0, count: Bytes.padding), count: range.count,
        start: cursor.place.inputOffset(range.lowerBound), root: cursor.path.root, steps: Array(cursor.path.steps),
        release: cursor.release.number, address: address))
  }

  /// Judges the responses whose questionnaire came later in the Bundle.
  @inline(never) mutating func judgeHeldResponses() {
    let held = references.bundle.questionnaires.held
    references.bundle.questionnaires.dropHeld()
    let outer = cursor.position
    let release = cursor.release.number
    for response in held {
      guard let questions = references.bundle.questionnaires.questions(at: response.address, release: response.release)
      else {
        cursor.counts.countUnjudged(Self.lackOfQuestionnaire)
        continue
      }
      use(response.release)
      var builder = TapeBuilder(maximumDepth: options.readableDepth)
      response.bytes.withUnsafeBufferPointer { bytes in
        guard let start = bytes.baseAddress, case .value = builder.read(start, from: 0, to: response.count)
        else { return }
        cursor.move(
          to: (
            builder.tape(over: start), RecordPlace(role: .line, base: response.start), response.root, response.steps,
            record: .root, container: .root
          ))
        judge(.root, type: cursor.resourceType(of: .root), by: questions)
        cursor.move(to: outer)
      }
    }
    use(release)
  }
}

/// The questionnaires of a Bundle, which is read entry by entry. A search answers with the response first, so a response
/// that comes before its questionnaire is kept as bytes and judged at the end of the Bundle.
struct BundleQuestionnaires {
  struct Held {
    /// Its text, with readable padding.
    let bytes: [UInt8]
    let count: Int
    let start: Int
    let root: ElementPath.Root
    let steps: [ElementPath.Step]
    let release: Int
    let address: ByteText
  }

  private var known: [ByteText: [(questions: AskedQuestions, version: String?, release: Int)]] = [:]
  private var itemCount = 0
  private(set) var held: [Held] = []
  private var heldBytes = 0

  var isEmpty: Bool { held.isEmpty }

  /// The most items of questionnaires, and the most bytes of responses, that are kept.
  private static let mostItems = 100_000
  private static let mostBytes = 4 << 20

  /// Adds a questionnaire; beyond the limit it counts as not available.
  mutating func add(_ questions: AskedQuestions, version: String?, release: Int, addresses: [ByteText]) {
    itemCount += questions.count + 1
    guard itemCount <= Self.mostItems else { return }
    for address in Set(addresses) { known[address, default: []].append((questions, version, release)) }
  }

  /// The only questionnaire with an address, which may name its version, among those so far.
  func questions(at address: ByteText, release: Int) -> AskedQuestions? {
    if known.isEmpty { return nil }
    let wanted = ProfileURL(address.string)
    let found = known[wanted.address.byBytes]?.filter { wanted.means(version: $0.version) } ?? []
    return found.count == 1 && found[0].release == release ? found[0].questions : nil
  }

  /// Keeps a response for the end; `false` if there is no room.
  mutating func hold(_ response: Held) -> Bool {
    guard heldBytes + response.count <= Self.mostBytes else { return false }
    heldBytes += response.count + 256
    held.append(response)
    return true
  }

  mutating func dropHeld() { held = [] }
}
