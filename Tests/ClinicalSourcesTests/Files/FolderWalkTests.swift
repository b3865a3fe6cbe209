import Foundation
import Testing

@testable import ClinicalSources

@Suite struct FolderWalkTests {
  @Test func skippedFilesAreReported() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "fhircheck-walk-" + UUID().uuidString).path()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for name in ["a", ".hidden/inside", "b/.c", "b/d"] {
      let file = folder + "/" + name
      try FileManager.default.createDirectory(
        atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      #expect(FileManager.default.createFile(atPath: file, contents: Data()))
    }
    #expect(mkfifo(folder + "/pipe", 0o600) == 0)
    try FileManager.default.createSymbolicLink(atPath: folder + "/device", withDestinationPath: "/dev/null")
    var found: [String] = []
    var walk = FolderWalk(FilePath(folder))
    while let next = walk.next() {
      switch next {
      case .file(let path): found.append("file " + path.text.dropFirst(folder.count))
      case .hidden(let path): found.append("hidden " + path.text.dropFirst(folder.count))
      case .special(let path): found.append("special " + path.text.dropFirst(folder.count))
      case .unreadable(let path, _): found.append("unreadable " + path.text)
      }
    }
    #expect(
      found == ["hidden /.hidden", "file /a", "hidden /b/.c", "file /b/d", "special /device", "special /pipe"])
  }
}
