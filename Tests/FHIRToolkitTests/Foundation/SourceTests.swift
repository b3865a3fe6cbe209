import ClinicalRecords
import ClinicalSources
import FHIRFindings
import FHIRToolkit
import FHIRTape
import FHIRValidation
import Foundation
import HealthPreflight
import Testing

/// Reads files, handles and pipes; a file handle is read from its current position.
struct SourceTests {
  private static let bundle =
    #"{"entry":[{"resource":{"resourceType":"Patient","id":"p"}}],"resourceType":"Bundle","type":"collection"}"#

  private func withFile(_ text: String, _ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString) é")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "ä b.json")
    try Data(text.utf8).write(to: file)
    try body(file)
  }

  @Test func files() throws {
    try withFile(Self.bundle) { file in
      let result = try Validator().validate(contentsOf: file)
      #expect(result.tally.records == 1)
      #expect(try ClinicalRecordReader().read(contentsOf: file).records.count == 1)
      #expect(try ClinicalRecordReader().cursor(over: file).next()?.record.identifier == "p")
      #expect(try FileBytes(file).count == Self.bundle.utf8.count)
      #expect(try FolderTree(file.deletingLastPathComponent()).count == 1)
    }
    #expect(throws: (any Error).self) { try ZipArchive(URL(filePath: "/nowhere/at all")) }
    #expect(throws: CocoaError.self) { try FileSource(#require(URL(string: "https://a.example/a.json"))) }
  }

  @Test func dataInMemory() throws {
    let plist = Data("<plist><dict></dict></plist>".utf8)
    let file = ProjectFile(path: "Info.plist", data: plist)
    #expect(file.bytes.count == plist.count)
    #expect(MemoryBytes(plist).count == plist.count)
    let condition = Data(#"{"resourceType":"Condition","id":"1"}"#.utf8)
    #expect(Classifier().classify(condition).clinicalType == .conditionRecord)
  }

  @Test func aHandleOfAFile() throws {
    try withFile("  {}" + Self.bundle) { file in
      let handle = try FileHandle(forReadingFrom: file)
      defer { try? handle.close() }
      try handle.seek(toOffset: 4)
      var source = FileHandleSource(handle, keeping: 0)
      #expect(try Self.all(&source) == Self.bundle)
      try source.rewind()
      #expect(try Self.all(&source) == Self.bundle)
      try handle.seek(toOffset: 4)
      #expect(try Validator().validate(from: handle) { _ in }.records == 1)
    }
  }

  /// The bytes of a pipe are kept for a second reading: only the end of this Bundle shows its type.
  @Test func aPipe() throws {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data(Self.bundle.utf8))
    try pipe.fileHandleForWriting.close()
    let records = ClinicalRecordReader().cursor(over: pipe.fileHandleForReading)
    #expect(try records.next()?.record.identifier == "p")
    #expect(try records.next() == nil)
  }

  /// Lines are read before the writer has closed its end.
  @Test func aPipeThatStaysOpen() throws {
    let pipe = Pipe()
    let line = #"{"resourceType":"Patient","id":"p"}"# + "\n"
    try pipe.fileHandleForWriting.write(contentsOf: Data(line.utf8))
    var source = FileHandleSource(pipe.fileHandleForReading)
    var buffer = [UInt8](repeating: 0, count: 1000)
    #expect(try buffer.withUnsafeMutableBytes { try source.read(into: $0) } == line.utf8.count)
    try source.rewind()
    #expect(try buffer.withUnsafeMutableBytes { try source.read(into: $0) } == line.utf8.count)
    try pipe.fileHandleForWriting.close()
  }

  private static func all(_ source: inout FileHandleSource) throws -> String {
    var text = ""
    var buffer = [UInt8](repeating: 0, count: 16)
    while case let count = try buffer.withUnsafeMutableBytes({ try source.read(into: $0) }), count > 0 {
      text += String(decoding: buffer[..<count], as: UTF8.self)
    }
    return text
  }
}
