import FHIRTape
import FHIRSupport
import FHIRRecognition

/// The questionnaires of a Bundle, and the responses whose questionnaire may follow.
///
/// A Bundle is read entry by entry, and a search answers with the response first. So a response that comes before
/// its questionnaire is kept as bytes and judged at the end of the Bundle.
struct BundleQuestionnaires {
  /// A response that is judged at the end.
  struct Held {
    /// Its text, with readable padding.
    let bytes: [UInt8]
    let count: Int
    /// Its place in the input.
    let start: Int
    let root: ElementPath.Root
    let steps: [ElementPath.Step]
    /// The number of its release.
    let release: Int
    /// What it names as its questionnaire.
    let address: ByteText
  }

  private enum Known {
    case questions(AskedQuestions, release: Int)
    /// Two questionnaires have the address.
    case several
  }

  private var known: [ByteText: Known] = [:]
  private var itemCount = 0
  private(set) var held: [Held] = []
  private var heldBytes = 0

  /// Whether there is nothing to do at the end.
  var isEmpty: Bool { held.isEmpty }

  /// The most items of questionnaires, and the most bytes of responses, that are kept.
  private static let mostItems = 100_000
  private static let mostBytes = 4 << 20

  /// Adds a questionnaire; beyond the limit it counts as not available.
  mutating func add(_ questions: AskedQuestions, release: Int, addresses: [ByteText]) {
    itemCount += questions.count + 1
    guard itemCount <= Self.mostItems else { return }
    for address in Set(addresses) {
      known[address] = known[address] == nil ? .questions(questions, release: release) : .several
    }
  }

  /// The questionnaire with an address, among those so far.
  func questions(at address: ByteText, release: Int) -> AskedQuestions? {
    guard case .questions(let questions, release)? = known[address] else { return nil }
    return questions
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
