/// How often an element may occur: `0..1`, `1..*`, `0..0` for one that a constrained type forbids.
package struct Cardinality: Hashable, Sendable, CustomStringConvertible {
  package let min: Int
  /// Nil for `*`.
  package let max: Int?

  package init(min: Int, max: String, path: String) throws(CompilerError) {
    self.min = min
    if max == "*" {
      self.max = nil
    } else if let number = Int(max), number >= 0 {
      self.max = number
    } else {
      throw CompilerError("\(path): the maximum '\(max)' is neither a number nor *")
    }
    if min < 0 || self.max.map({ $0 < min }) == true {
      throw CompilerError("\(path): the cardinality \(min)..\(max) cannot be met")
    }
  }

  package var description: String { "\(min)..\(max.map(String.init) ?? "*")" }
}
