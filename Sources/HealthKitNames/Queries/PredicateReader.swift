#if !canImport(HealthKit)
  import Foundation
  import HealthRecordStore

  final class StorePredicate: NSPredicate {
    let condition: QueryPredicate

    init(_ condition: QueryPredicate) {
      self.condition = condition
      super.init { object, _ in
        switch (object as? HKObject)?.content {
        case .record(let record)?: condition.matches(record)
        case .sample(let sample)?: condition.matches(sample)
        case nil: false
        }
      }
    }

    required init?(coder: NSCoder) { return nil }
  }

  /// A query's predicate: the part that the store can evaluate, and the whole.
  struct SampleFilter: @unchecked Sendable {
    // Predicates are immutable; the app must ensure that their closures are safe.
    private let predicate: NSPredicate?
    /// The part that the store can evaluate; `nil` for no restriction.
    let condition: QueryPredicate?
    /// Whether that part is the whole condition.
    let isComplete: Bool

    init(_ predicate: NSPredicate?) {
      self.predicate = predicate
      (condition, isComplete) = predicate.map(SampleFilter.condition) ?? (nil, true)
    }

    func matches(_ object: HKObject) -> Bool { predicate?.evaluate(with: object) ?? true }

    /// A condition that includes everything the predicate matches, and whether it is equivalent.
    private static func condition(of predicate: NSPredicate) -> (QueryPredicate?, Bool) {
      if let predicate = predicate as? StorePredicate { return (predicate.condition, true) }
      guard let compound = predicate as? NSCompoundPredicate else { return (nil, false) }
      let parts = compound.subpredicates.map(condition)
      let known = parts.compactMap(\.0)
      let isComplete = known.count == parts.count && parts.allSatisfy(\.1)
      switch compound.compoundPredicateType {
      case .and: return (known.isEmpty ? nil : .all(known), isComplete)
      // If the store cannot evaluate one alternative, it cannot restrict the result at all.
      case .or: return isComplete ? (.any(known), true) : (nil, false)
      case .not: return isComplete ? (known.first.map { !$0 }, true) : (nil, false)
      @unknown default: return (nil, false)
      }
    }
  }

  struct QueryPart: Sendable {
    let type: ObjectType
    let filter: SampleFilter

    /// The types of a query; two descriptors of one type are alternatives.
    static func parts(of descriptors: [HKQueryDescriptor]) -> [QueryPart] {
      let types = descriptors.map(\.sampleType.type)
      let predicates = Dictionary(zip(types, descriptors.map(\.predicate))) { first, second in
        guard let first, let second else { return nil }
        return NSCompoundPredicate(orPredicateWithSubpredicates: [first, second])
      }
      var seen: Set<ObjectType> = []
      let parts = types.filter { seen.insert($0).inserted }
      return parts.map { QueryPart(type: $0, filter: SampleFilter(predicates[$0] ?? nil)) }
    }
  }

  /// Parses a condition in the format language.
  ///
  /// ```text
  /// any        = all ("OR" all)*
  /// all        = term ("AND" term)*
  /// term       = "NOT" term | "(" any ")" | key operator value
  /// key        = "%K" | key path
  /// value      = "%@" | quoted text
  /// ```
  struct PredicateReader {
    typealias Condition = @Sendable (HKObject) -> Bool

    private var tokens: ArraySlice<Substring>
    private var arguments: ArraySlice<Any>
    /// Limits the nesting, to protect the stack.
    private var depth = 0

    init(_ text: String, _ arguments: [Any]) { (tokens, self.arguments) = (Self.tokens(of: text)[...], arguments[...]) }

    /// The condition; `nil` if the text is not supported, or the arguments do not fit.
    mutating func read() -> Condition? {
      guard let condition = any(), tokens.isEmpty, arguments.isEmpty else { return nil }
      return condition
    }

    private mutating func any() -> Condition? {
      guard let parts = parts("OR", "||", { $0.all() }) else { return nil }
      return { object in parts.contains { $0(object) } }
    }

    private mutating func all() -> Condition? {
      guard let parts = parts("AND", "&&", { $0.term() }) else { return nil }
      return { object in parts.allSatisfy { $0(object) } }
    }

    private mutating func parts(
      _ word: String, _ sign: String, _ next: (inout PredicateReader) -> Condition?
    ) -> [Condition]? {
      var parts: [Condition] = []
      repeat {
        guard let part = next(&self) else { return nil }
        parts.append(part)
      } while takes(word, sign)
      return parts
    }

    private mutating func term() -> Condition? {
      depth += 1
      defer { depth -= 1 }
      guard depth < 100 else { return nil }
      if takes("NOT", "!") {
        guard let condition = term() else { return nil }
        return { !condition($0) }
      }
      if takes("(", "(") {
        guard let condition = any(), takes(")", ")") else { return nil }
        return condition
      }
      return comparison()
    }

    private mutating func comparison() -> Condition? {
      guard let key = tokens.popFirst(), let name = key == "%K" ? arguments.popFirst() as? String : String(key),
        let property = PredicateValue.property(name), let symbol = tokens.popFirst(),
        let argument = tokens.popFirst().flatMap({ value($0) })
      else { return nil }
      if symbol.uppercased() == "IN" {
        guard let values = PredicateValue.collection(argument) else { return nil }
        return { object in property(object).map(values.contains) ?? false }
      }
      guard let value = PredicateValue(argument), let holds = Self.operators[String(symbol)] else { return nil }
      return { object in property(object).map { holds($0, value) } ?? false }
    }

    private static let operators: [String: @Sendable (PredicateValue, PredicateValue) -> Bool] = [
      "==": { $0 == $1 }, "=": { $0 == $1 }, "!=": { $0 != $1 }, "<>": { $0 != $1 }, "<": { $0 < $1 },
      "<=": { $0 <= $1 }, ">": { $0 > $1 }, ">=": { $0 >= $1 },
    ]

    private mutating func value(_ token: Substring) -> Any? {
      if token == "%@" { return arguments.popFirst() }
      guard let quote = token.first, quote == "'" || quote == "\"", token.count > 1, token.last == quote else {
        return nil
      }
      return String(token.dropFirst().dropLast())
    }

    private mutating func takes(_ word: String, _ sign: String) -> Bool {
      guard let token = tokens.first, token.uppercased() == word || token == sign else { return false }
      tokens.removeFirst()
      return true
    }

    /// Quoted texts, parentheses, signs of operators, and words.
    private static func tokens(of text: String) -> [Substring] {
      text.matches(of: #/'[^']*'?|"[^"]*"?|[()]|[=<>!&|]+|[^\s()=<>!&|'"]+/#).map { text[$0.range] }
    }
  }

  /// A value to compare; any text is before any date.
  enum PredicateValue: Hashable, Comparable, Sendable {
    case text(String)
    case date(Date)

    init?(_ value: Any) {
      switch value {
      case let value as String: self = .text(value)
      case let value as NSString: self = .text(value.description)
      case let value as HKFHIRResourceType: self = .text(value.rawValue)
      case let value as UUID: self = .text(value.uuidString)
      case let value as NSUUID: self = .text(value.uuidString)
      case let value as Date: self = .date(value)
      case let value as NSDate: self = .date(value as Date)
      default: return nil
      }
    }

    /// The members of an array or a set; `nil` for anything else.
    static func collection(_ value: Any) -> Set<PredicateValue>? {
      let members: [Any]
      switch value {
      case let value as [Any]: members = value
      case let value as Set<AnyHashable>: members = value.map(\.base)
      default: return nil
      }
      let values = members.compactMap { PredicateValue($0) }
      return values.count == members.count ? Set(values) : nil
    }

    /// Reads the value at one of HealthKit's key paths; `nil` if there is no such key path.
    static func property(_ keyPath: String) -> (@Sendable (HKObject) -> PredicateValue?)? {
      switch keyPath {
      case HKPredicateKeyPathStartDate: { ($0 as? HKSample).map { .date($0.startDate) } }
      case HKPredicateKeyPathEndDate: { ($0 as? HKSample).map { .date($0.endDate) } }
      case HKPredicateKeyPathUUID: { .text($0.uuid.uuidString) }
      case HKPredicateKeyPathClinicalRecordFHIRResourceIdentifier:
        { ($0 as? HKClinicalRecord)?.fhirResource.map { .text($0.identifier) } }
      case HKPredicateKeyPathClinicalRecordFHIRResourceType:
        { ($0 as? HKClinicalRecord)?.fhirResource.map { .text($0.resourceType.rawValue) } }
      case HKPredicateKeyPathCDATitle: { document($0).map { .text($0.title) } }
      case HKPredicateKeyPathCDAPatientName: { document($0).map { .text($0.patientName) } }
      case HKPredicateKeyPathCDAAuthorName: { document($0).map { .text($0.authorName) } }
      case HKPredicateKeyPathCDACustodianName: { document($0).map { .text($0.custodianName) } }
      default: nil
      }
    }

    private static func document(_ object: HKObject) -> HKCDADocument? { (object as? HKCDADocumentSample)?.document }
  }
#endif
