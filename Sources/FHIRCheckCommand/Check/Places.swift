import FHIRReporting

/// An input that is read a second time for lines and columns, as far as there are findings.
final class Places {
  let input: InputSource
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)

  init(_ input: InputSource) { self.input = input }
  deinit { buffer.deallocate() }

  func feed(_ resolver: inout PositionResolver) throws {
    let count = try input.read(into: buffer)
    guard count > 0 else { return resolver.finish() }
    resolver.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
  }
}
