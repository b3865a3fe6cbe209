import FHIRFindings
import FHIRTape
import Foundation

/// Stops the process with the reason if a property does not hold; the fuzzer then keeps the input.
func require(_ holds: Bool, _ reason: @autoclosure () -> String) {
  if !holds { stop(reason()) }
}

/// As ``require(_:_:)``, and prints where two lists first differ.
func require<Element: Equatable>(
  _ holds: Bool, _ reason: @autoclosure () -> String, _ expected: [Element], _ found: [Element]
) {
  if holds { return }
  let index = zip(expected, found).enumerated().first { $0.element.0 != $0.element.1 }?.offset
  let place = index ?? min(expected.count, found.count)
  func text(_ list: [Element]) -> String { place < list.count ? "\(list[place])" : "nothing more" }
  stop("\(reason()); at \(place) of \(expected.count) and \(found.count):\n  \(text(expected))\n  \(text(found))")
}

func requireSound(_ findings: [Finding], in bytes: [UInt8]) {
  for finding in findings {
    require(isInside(finding.range, bytes), "a finding outside of the input of \(bytes.count) bytes: \(finding)")
    require(!finding.message.isEmpty, "a finding without words: \(finding)")
  }
}

func isInside(_ range: SourceRange, _ bytes: [UInt8]) -> Bool {
  0 <= range.start && range.start <= range.end && range.end <= bytes.count
}

/// The result of what must not throw, whatever the bytes are.
func notThrowing<Result>(_ what: String, _ body: () throws -> Result) -> Result {
  do { return try body() } catch { stop("the bytes made \(what) throw: \(error)") }
}

func stop(_ reason: String) -> Never {
  // In a release build, a trap prints no message.
  print("property broken: \(reason)")
  fflush(nil)
  preconditionFailure("property broken")
}

/// Bytes in memory that are read in pieces of unequal size, from 1 to `largest`, always in the same order.
struct ChunkedSource: ByteSource {
  private let bytes: [UInt8]
  private let largest: Int
  private var position = 0
  private var state: UInt64 = 1

  init(_ bytes: [UInt8], largest: Int) { (self.bytes, self.largest) = (bytes, largest) }

  mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    let size = Int(state >> 33) % largest + 1
    let count = min(size, buffer.count, bytes.count - position)
    buffer.copyBytes(from: bytes[position..<position + count])
    position += count
    return count
  }

  mutating func rewind() { position = 0 }
}
