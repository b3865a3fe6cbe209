import Foundation
import ClinicalSources
import Testing

/// Files that have changed since they were listed, or without a stated size.
@Suite struct FileBytesTests {
  private let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path

  private func failure(_ body: () throws -> Void) -> Int32? {
    do {
      try body()
      return nil
    } catch {
      return (error as? SystemError)?.code ?? 0
    }
  }

  enum Change: CaseIterable { case cut, grown, rewritten, none }

  /// A file that is cut at a line end looks complete, unless its size is compared.
  @Test(arguments: Change.allCases) func aFileThatChangesWhileItIsReadThrows(_ change: Change) throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data("{}\n{}\n{}\n".utf8).write(to: URL(fileURLWithPath: path))
    var source = ByteRange(try FileBytes(path: path))
    let code = failure {
      try withUnsafeTemporaryAllocation(byteCount: 3, alignment: 1) { buffer in
        #expect(try source.read(into: buffer) == 3)
        switch change {
        case .cut: truncate(path, 6)
        case .grown: truncate(path, 12)
        case .rewritten:
          try FileManager.default.setAttributes([.modificationDate: Date.distantPast], ofItemAtPath: path)
        case .none: break
        }
        while try source.read(into: buffer) > 0 {}
      }
    }
    #expect(code == (change == .none ? nil : SystemError.hasChanged))
  }

  /// Opening it for reading would wait for a writer.
  @Test func aPipeInThePlaceOfAFileIsRefused() {
    mkfifo(path, 0o600)
    defer { unlink(path) }
    #expect(failure { _ = try FileBytes(path: path) } == SystemError.isNoFile)
    #expect(failure { _ = try FileBytes(path: "/dev/null") } == SystemError.isNoFile)
    #expect(failure { _ = try FileBytes(path: "/") } == SystemError.isFolder)
  }

  #if os(Linux)
    @Test func aFileThatStatesNoSizeIsRead() throws {
      let bytes = try FileBytes(path: "/proc/version")
      #expect(bytes.count > 0)
      #expect(try Contents(of: ByteRange(bytes)).bytes.starts(with: "Linux version".utf8))
    }
  #endif

  @Test func aNameThatIsNotTextIsShownByItsBytes() {
    #expect(FilePath("a/ö日😀".utf8 + [0xFF, 0x2E, 0xC3, 0x0A]).text == "a/ö日😀\\xFF.\\xC3\n")
    #expect(FilePath("ö").text == "ö")
  }
}
