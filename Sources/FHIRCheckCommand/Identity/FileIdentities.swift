/// Determines which numbers stand for the same file; examines each file once, and only if needed.
struct FileIdentities {
  private let items: [InputItem]
  private var known: [InputItem.Identity??]

  init(_ items: [InputItem]) {
    self.items = items
    known = Array(repeating: nil, count: items.count)
  }

  mutating func isSame(_ first: Int, _ second: Int) -> Bool {
    if first == second { return true }
    guard let one = identity(of: first), let other = identity(of: second) else { return false }
    return one == other
  }

  private mutating func identity(of file: Int) -> InputItem.Identity? {
    if let identity = known[file] { return identity }
    let identity = items[file].identity
    known[file] = .some(identity)
    return identity
  }
}
