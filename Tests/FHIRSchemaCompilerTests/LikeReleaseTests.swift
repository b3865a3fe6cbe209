import FHIRSchema
import FHIRSchemaCompiler
import Foundation
import Testing

/// A release that is like another states only what differs from it.
struct LikeReleaseTests {
  private static let base = [
    "release.txt": "release old 1\n", "roles.txt": "role element Element\n", "models.txt": "model A\n",
    "types/A.txt": "type A Element\n", "types/B.txt": "type B Element\n",
    "invariants/a-1.txt": """
    summary an A has b
    matters Nobody knows why.

    a-1 error A
      published b.empty() = true
      fhirpath b.empty()
      expected no b
      found one
      bad
        { "b": 1 }
      good
        {}

    """,
  ]

  /// Calls `body` with a folder beside that of ``base``.
  private func withFolder(_ body: (URL) throws -> Void) throws {
    let root = FileManager.default.temporaryDirectory.appending(path: "like-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: root) }
    try SchemaFiles(release: "old", files: Self.base).write(to: root.appending(path: "old"))
    try body(root.appending(path: "new"))
  }

  private func read(_ folder: URL) throws -> [String: String] {
    try SchemaFiles(reading: folder, release: FHIRRelease(name: "new", version: "2")).files
  }

  @Test func filesAreStoredOnce() throws {
    try withFolder { folder in
      var files = Self.base
      files["release.txt"] = "release new 2\nlike old\n"
      files["models.txt"] = nil
      files["types/B.txt"] = nil
      files["types/C.txt"] = "type C A\n"
      try SchemaFiles(release: "new", files: files).write(to: folder)
      #expect(
        try SchemaFiles.texts(in: folder) == [
          "release.txt": "release new 2\nlike old\n", "types/C.txt": "type C A\n", "without.txt": "types/B.txt\n",
        ])
      #expect(try read(folder) == files)
    }
  }

  @Test func aFolderIsLackedAsAWhole() throws {
    try withFolder { folder in
      let files = ["release.txt": "release new 2\nlike old\n", "types/A.txt": "type A -\n"]
      try SchemaFiles(release: "new", files: files).write(to: folder)
      #expect(
        try SchemaFiles.texts(in: folder)["without.txt"] == "invariants/\nroles.txt\ntypes/B.txt\n")
      #expect(try read(folder) == files)
    }
  }

  @Test func onlyThePublishedExpressionMayDiffer() throws {
    try withFolder { folder in
      try SchemaFiles(
        release: "new",
        files: ["release.txt": "release new 2\nlike old\n", "published.txt": "a-1 A b.exists().not()\n"]
      ).write(to: folder)
      try Data().write(to: folder.appending(path: "without.txt"))
      let files = try read(folder)
      let text = try #require(files["invariants/a-1.txt"])
      #expect(text.contains("\n  published b.exists().not()\n  fhirpath b.empty()\n"))
      #expect(!text.contains("= true"))
      // It is not stored, as nothing else differs.
      #expect(try SchemaFiles(release: "new", files: files).stored(in: folder)["invariants/a-1.txt"] == nil)
    }
  }

  /// Code systems that the package of a release leaves out, though those of the other release hold.
  @Test func codeSystemsAreTakenOver() {
    let base = SchemaFiles(
      release: "old", files: ["codesystems.txt": "s/a 1  x\ns/b 1  x\ns/c 1  x\ns/c|2 1  y\nt/d 1  x\n"])
    var files = ["codesystems.txt": "s/b 2  y\n"]
    #expect(SchemaFiles(release: "new", files: files).codeSystems(like: base) == "s/b 2  y\n")
    files["systems.txt"] = "# Why.\ntake s/\nexcept s/c\n"
    let all = SchemaFiles(release: "new", files: files).codeSystems(like: base)
    #expect(all == "s/b 2  y\ns/a 1  x\ns/c|2 1  y\n")
    #expect(SchemaFiles(release: "new", files: files).codeSystems(like: nil) == "s/b 2  y\n")
  }

  @Test(arguments: ["a-2 A b", "a-1 B b", "a-1"])
  func anExpressionOfNoInvariantIsRefused(line: String) throws {
    try withFolder { folder in
      try SchemaFiles(release: "new", files: ["release.txt": "release new 2\n"]).write(to: folder)
      try Data("release new 2\nlike old\n".utf8).write(to: folder.appending(path: "release.txt"))
      try Data("\(line)\n".utf8).write(to: folder.appending(path: "published.txt"))
      #expect(throws: CompilerError.self) { try read(folder) }
    }
  }

  /// Lines that the other text has, in any order, are copied; short ones are written out.
  @Test func theGeneratedTextCopiesLines() throws {
    let long = (1...4).map { "resource Resource\($0) DomainResource\n" }
    func files(_ release: String, _ like: String, _ parts: [String]) -> SchemaFiles {
      var files = ["release.txt": "release \(release) 1\n\(like)", "primitives.txt": ""]
      for (number, part) in parts.enumerated() { files["resources/\(number).txt"] = part }
      return SchemaFiles(release: release, files: files)
    }
    let base = files("old", "", ["abstract DomainResource -\n"] + long)
    let new = files(
      "new", "like old\n", ["abstract DomainResource -\n", long[2], long[3], "resource New DomainResource\n"])
    let source = try GeneratedSource.swift(new, like: base)
    #expect(source.contains("\nlike old\nrelease new 1\nabstract DomainResource -\n\t"))
    #expect(source.contains("\nresource New DomainResource\n"))
    #expect(!source.contains("Resource3"))
    #expect(try GeneratedSource.text(new).hasPrefix("release new 1\nabstract DomainResource -\nresource Resource3"))
  }
}
