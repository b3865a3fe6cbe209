import FHIRPath
import FHIRSchema
import FHIRValidation
import FHIRTape
import Testing

/// Compares a fast form and an evaluation of one expression on the same elements.
struct FormComparison: ~Copyable {
  let text: String
  let form: FastForm
  /// How often the form decided, by verdict.
  private(set) var told: [FastVerdict: Int]
  private let type: TypeID
  private let expression: FHIRPathExpression
  private var evaluator: FHIRPathEvaluator

  /// - Parameter type: the name of the type of the release as which the elements are treated.
  init(_ text: String, on type: String, release: FHIRRelease = .dstu2) throws {
    let definitions = try #require(Definitions.of(release))
    let type = try #require(definitions.schema.type(named: type))
    let expression = try FHIRPathExpression(text, model: definitions.model, context: type)
    self.text = text
    self.type = type
    self.expression = expression
    form = FastForm(text, schema: definitions.schema, context: type)
    told = [:]
    evaluator = FHIRPathEvaluator()
  }

  var count: Int { told.values.reduce(0, +) }

  /// Compares the two for a record and for alterations of it, each as a whole and, if requested, for all objects in it
  /// of any type.
  mutating func compare(_ record: String, mutations: Int, isDeep: Bool = false) {
    for text in [Array(record.utf8)] + MutatedJSON(record, count: mutations) {
      guard let record = try? FHIRPathRecord(text), record.tape.tag(.root) == .object else { continue }
      let tape = record.tape
      var index = TapeIndex.root
      while index < tape.next(.root) {
        if tape.tag(index) == .object {
          compare(FHIRPathNode(resource: index, type: type), index, tape, text)
          if !isDeep { break }
        }
        index = tape.isContainer(index) ? index.content : index.following
      }
    }
  }

  /// Compares the two for the value of the first member of an object.
  mutating func compareValue(_ record: String) throws {
    let record = try FHIRPathRecord(Array(record.utf8))
    // The object, its end, the key, the value.
    let node = FHIRPathNode(value: .root.content.value, type: type, member: -1, key: .root.content, owner: .root)
    compare(node, .root.content.value, record.tape, [])
  }

  private mutating func compare(_ node: FHIRPathNode, _ index: TapeIndex, _ tape: Tape, _ record: [UInt8]) {
    let verdict = form.verdict(on: index, in: tape)
    if verdict == .open { return }
    told[verdict, default: 0] += 1
    let truth: String
    do {
      let holds = try evaluator.evaluateBoolean(expression, over: tape, at: node, resource: node, root: node)
      if holds == (verdict == .empty ? nil : verdict == .yes) { return }
      truth = holds.map { "\($0)" } ?? "empty"
    } catch {
      truth = "\(error)"
    }
    Issue.record("\(text) is \(truth), not \(verdict), at \(index) of \(String(decoding: record, as: UTF8.self))")
  }
}
