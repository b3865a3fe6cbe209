import FHIRNarrative
import FHIRPath
import FHIRTape
import FHIRView

/// The resource that is judged, and what is around it.
struct JudgedResource {
  /// The resource, and the row of its type.
  var resource = JudgedItem(resource: 0, type: -1)
  /// The resource that contains it, or the same.
  var container = JudgedItem(resource: 0, type: -1)
  /// The tape index of the Bundle whose entries references may mean, or of the container.
  var scope = 0
  /// Whether it is an entry of a Bundle whose other entries are not at hand.
  var isPart = false

  /// Goes over to another resource: one that is contained here, or one that stands for itself, such as an entry.
  mutating func enter(_ target: JudgedItem, _ tape: Tape) {
    resource = target
    if !isContained(target.value, tape) { container = target }
  }

  private func isContained(_ target: Int, _ tape: Tape) -> Bool {
    guard target > container.value, target < tape.next(container.value),
      let list = tape.member("contained", of: container.value)
    else { return false }
    return target > list && target < tape.next(list)
  }
}

/// The stacks of a judge, and how much it may still do for the current resource.
struct JudgeWork {
  /// The keys of members, of the objects on the way.
  var keys: [MemberKeys] = []
  /// The values of elements on the way.
  var items: [JudgedItem] = []
  /// The way from the resource.
  var steps: [ElementPath.Step] = []
  var targets = ReferenceIndex()
  /// How many errors the current resource has, kept or not.
  var found = 0
  var left = JudgeWork.most
  /// The definitions by which extensions of the current resource were judged, by tape index.
  var judgedExtensions: [Int: ObjectIdentifier] = [:]
  /// Whether the slice of a value could not be told without a resource that is not at hand.
  var needsTarget = false
  /// How deep profiles and the targets of references are nested.
  var depth = 0

  /// What one resource may cost, in values looked at: far more than any that is meant well.
  static let most = 10_000_000
  /// How far references are followed.
  static let deepest = 12

  var isExhausted: Bool { left < 0 }

  mutating func begin() {
    found = 0
    if !judgedExtensions.isEmpty { judgedExtensions.removeAll(keepingCapacity: true) }
    left = Self.most
  }

  /// Takes some steps; returns whether there were enough left.
  mutating func spend(_ steps: Int) -> Bool {
    left -= steps
    return left >= 0
  }
}

/// What a judge has to evaluate expressions with.
struct ExpressionWork: ~Copyable {
  var evaluator = FHIRPathEvaluator(limits: FHIRPathLimits(maximumSteps: 2_000_000))
  /// What tells expressions of value sets and profiles.
  let definitions: ExpressionDefinitions
  var texts = TextSet()

  init(_ definitions: ExpressionDefinitions) {
    self.definitions = definitions
    evaluator.definitions = definitions
  }
}

/// Where the value of an element and its `_` sibling stand in an object, -1 for not at all.
struct MemberKeys {
  var value = -1
  var sibling = -1
  var member = -1

  var hasSome: Bool { value >= 0 || sibling >= 0 }

  /// Takes a key; of two that name the same the first counts.
  mutating func note(_ key: Int, _ member: Int, isSibling: Bool) {
    if isSibling {
      if sibling < 0 { sibling = key }
      if self.member < 0 { self.member = member }
    } else if value < 0 {
      (value, self.member) = (key, member)
    }
  }
}

/// Whether only the verdict is asked for, and not what is wrong.
struct Silence {
  var isOn = false
  var hasFailed = false
  /// Verdicts on resources that references point to.
  var known: [Target: Bool] = [:]

  struct Target: Hashable {
    var resource: Int
    var profile: ObjectIdentifier
  }

  /// Whether nothing more needs to be looked at.
  var isDecided: Bool { isOn && hasFailed }
}

/// What could not be judged.
package struct ProfileGaps {
  private(set) var total = 0
  /// Profiles and value sets that are not at hand, by their urls.
  package private(set) var urls: [String: Int] = [:]
  /// Constraints that could not be told within the limits of an evaluation.
  package private(set) var constraints = 0

  mutating func count(_ url: String) {
    total += 1
    if urls.count < 1_000 || urls[url] != nil { urls[url, default: 0] += 1 }
  }

  /// Counts a value whose slice is told by the target of a reference, which is not at hand.
  mutating func countTarget() { total += 1 }

  mutating func countConstraint() {
    total += 1
    constraints += 1
  }
}
