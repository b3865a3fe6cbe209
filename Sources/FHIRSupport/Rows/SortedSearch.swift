extension RandomAccessCollection {
  /// The first index from which on a condition holds, found by bisection; the end if it holds nowhere.
  @inlinable
  package func bisect<Failure>(_ holds: (Element) throws(Failure) -> Bool) throws(Failure) -> Index {
    var (low, count) = (startIndex, count)
    while count > 0 {
      let middle = index(low, offsetBy: count / 2)
      if try holds(self[middle]) { count /= 2 } else { (low, count) = (index(after: middle), count - count / 2 - 1) }
    }
    return low
  }
}
