import Foundation
import ClinicalSources
import Testing

struct FolderTreeTests {
  @Test func filesStandInTheOrderOfBytesFolderByFolder() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["a.json", "a/z.json", "a/b/c.json", "B.json", ".hidden/x.json"] {
      let file = folder.appending(path: name)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(name.utf8).write(to: file)
    }
    for path in [folder.path, folder.path + "/"] {
      let tree = try FolderTree(path: path)
      let paths = (0..<tree.count).map { tree.path(of: $0) }
      #expect(paths == ["B.json", "a/b/c.json", "a/z.json", "a.json"])
      for (file, path) in paths.enumerated() {
        #expect(try Contents(of: tree.open(file)).bytes == Array(path.utf8))
      }
    }
    for (name, reason) in [("B.json", "a part of the path is not a folder"), ("missing", "no such file or folder")] {
      let path = folder.path + "/" + name
      let error = #expect(throws: (any Error).self) { try FolderTree(path: path) }
      #expect(error.map { "\($0)" } == "\(path): \(reason)")
    }
    let path = folder.path + "/missing"
    let error = #expect(throws: (any Error).self) { try FileBytes(path: path) }
    #expect(error.map { "\($0)" } == "\(path): no such file or folder")
  }
}
