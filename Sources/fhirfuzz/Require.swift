import Foundation

/// Stops the process with the reason when a property does not hold; the fuzzer then keeps the input.
func require(_ holds: Bool, _ reason: @autoclosure () -> String) {
  if !holds { stop(reason()) }
}

/// As ``require(_:_:)``, and says where two lists first differ.
func require<Element: Equatable>(
  _ holds: Bool, _ reason: @autoclosure () -> String, _ expected: [Element], _ found: [Element]
) {
  if holds { return }
  let index = zip(expected, found).enumerated().first { $0.element.0 != $0.element.1 }?.offset
  let place = index ?? min(expected.count, found.count)
  func text(_ list: [Element]) -> String { place < list.count ? "\(list[place])" : "nothing more" }
  stop("\(reason()); at \(place) of \(expected.count) and \(found.count):\n  \(text(expected))\n  \(text(found))")
}

/// Stops the process with the reason.
func stop(_ reason: String) -> Never {
  // A trap shows no words in a release build.
  print("property broken: \(reason)")
  fflush(nil)
  preconditionFailure("property broken")
}
