extension ProfileJudge {
  /// Judges how often an element occurs.
  mutating func check(
    _ edge: ProfileEdge, _ items: Range<Int>, around item: JudgedItem, _ keys: MemberKeys
  ) {
    if items.count >= edge.count.minimum, items.count <= edge.count.maximum { return }
    let outer = slice
    if slice == nil { slice = profile.nodes[edge.node].form }
    checkMinimum(edge, items, around: item)
    checkMaximum(edge, items)
    slice = outer
  }
}
