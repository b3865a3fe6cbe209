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

  /// Goes over to a resource that a reference points to: one that is contained here, or one that stands for itself.
  mutating func enter(_ target: JudgedItem, _ tape: Tape) {
    let isContained = target.value > container.value && target.value < tape.next(container.value)
    resource = target
    if !isContained { container = target }
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
  private var left = JudgeWork.most
  /// The definitions by which extensions of the current resource were judged, by tape index.
  var judgedExtensions: [Int: ObjectIdentifier] = [:]
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

  mutating func countConstraint() {
    total += 1
    constraints += 1
  }
}
