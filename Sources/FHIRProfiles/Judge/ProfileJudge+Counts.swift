extension ProfileJudge {
  /// Judges how often an element occurs.
  mutating func check(
    _ edge: ProfileEdge, _ items: Range<Int>, around item: JudgedItem, _ keys: MemberKeys
  ) {
    checkMinimum(edge, items, around: item)
    checkMaximum(edge, items)
  }
}
