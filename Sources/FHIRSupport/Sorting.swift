/// One sort for all types and closures.
///
/// The standard library's sort is compiled anew for each closure, five kilobytes at a time: that was a tenth of the time
/// in which a release build compiles the reports. These functions have its signature, so that they take its place
/// wherever this module is imported, and sort the numbers of the elements. Loops in which a sort takes a share of the
/// time use `sort(by:)`, which stays the library's.
@usableFromInline
package enum SortOrder {
  /// The numbers below `count` in order; equal ones stay as they are.
  // Not inlined, and not a closure's own copy: it is the one that is shared.
  @inline(never) @usableFromInline
  package static func of(_ count: Int, _ isBefore: (Int, Int) -> Bool) -> [Int] {
    var order = Array(0..<count)
    order.sort(by: isBefore)
    return order
  }
}

extension Array {
  /// The elements in an order.
  @inlinable
  package func sorted(by isBefore: (Element, Element) -> Bool) -> [Element] {
    SortOrder.of(count) { isBefore(self[$0], self[$1]) }.map { self[$0] }
  }
}

extension Dictionary {
  /// The keys and values in an order.
  @inlinable
  package func sorted(by isBefore: (Element, Element) -> Bool) -> [Element] {
    Array(self).sorted(by: isBefore)
  }
}
