/// A row of eight words, whose meaning the user defines; ``RowSorter`` and ``RowMerge`` order rows word by word.
package struct IndexRow: Equatable {
  package var w0, w1, w2, w3, w4, w5, w6, w7: UInt64

  package init(
    _ w0: UInt64 = 0, _ w1: UInt64 = 0, _ w2: UInt64 = 0, _ w3: UInt64 = 0, _ w4: UInt64 = 0, _ w5: UInt64 = 0,
    _ w6: UInt64 = 0, _ w7: UInt64 = 0
  ) {
    (self.w0, self.w1, self.w2, self.w3) = (w0, w1, w2, w3)
    (self.w4, self.w5, self.w6, self.w7) = (w4, w5, w6, w7)
  }

  package static let byteCount = 64

  @inline(__always) static func < (lhs: IndexRow, rhs: IndexRow) -> Bool {
    if lhs.w0 != rhs.w0 { return lhs.w0 < rhs.w0 }
    if lhs.w1 != rhs.w1 { return lhs.w1 < rhs.w1 }
    if lhs.w2 != rhs.w2 { return lhs.w2 < rhs.w2 }
    if lhs.w3 != rhs.w3 { return lhs.w3 < rhs.w3 }
    if lhs.w4 != rhs.w4 { return lhs.w4 < rhs.w4 }
    if lhs.w5 != rhs.w5 { return lhs.w5 < rhs.w5 }
    if lhs.w6 != rhs.w6 { return lhs.w6 < rhs.w6 }
    return lhs.w7 < rhs.w7
  }
}
