import FHIRTape

extension RecordFacts {
  /// A concept: its text for people, and its codes.
  public struct Concept: Hashable, Sendable {
    /// The text, as a person entered or saw it.
    public let text: String?
    /// The codes, of one or several systems, in their order.
    public let codings: [Coding]

    /// A name to show: the text, else the first display. A code is never used as a name.
    public var name: String? {
      if let text, !text.isEmpty { return text }
      return codings.lazy.compactMap(\.display).first { !$0.isEmpty }
    }

    /// Reads the JSON of a CodeableConcept, a Coding or a code.
    package init?(json: [UInt8]) {
      let concept = json.withUnsafeBytes { TapedJSON.withTape(of: $0) { FactReader($0).concept(.root) } }
      guard let concept, let concept else { return nil }
      self = concept
    }

    init(text: String?, codings: [Coding]) { (self.text, self.codings) = (text, codings) }

    /// The first code of a system, compared byte by byte; `nil` if the concept has none.
    public func code(in system: String) -> String? {
      codings.first { $0.system.map { $0.utf8.elementsEqual(system.utf8) } ?? false }?.code
    }
  }

  /// A code with its system.
  public struct Coding: Hashable, Sendable {
    /// The system as written.
    public let system: String?
    /// The code as written.
    public let code: String?
    /// The system's name for the code.
    public let display: String?
  }

  /// A reference to another resource.
  public struct Reference: Hashable, Sendable {
    /// The reference as written: relative, absolute, or `#` and the id of a contained resource.
    public let reference: String?
    /// A text for people.
    public let display: String?
  }
}
