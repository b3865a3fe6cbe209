extension [String] {
  /// `a`, `a or b`, `a, b or c`.
  package var listed: String { count < 2 ? first ?? "" : dropLast().joined(separator: ", ") + " or " + self[count - 1] }

  /// The same in quotes.
  package var alternatives: String { map { "'\($0)'" }.listed }
}
