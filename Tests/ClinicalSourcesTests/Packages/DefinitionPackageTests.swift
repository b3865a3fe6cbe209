import ClinicalSources
import FHIRTestSupport
import FHIRTape
import Testing

/// Reads valid and hostile packages.
struct DefinitionPackageTests {
  private func read(
    _ bytes: [UInt8], limits: DefinitionPackage.Limits = DefinitionPackage.Limits()
  ) -> (files: [String: String], problems: [String]) {
    var files: [String: String] = [:]
    let problems = DefinitionPackage.read(ByteRange(MemoryBytes(bytes)), limits: limits) { name, bytes in
      files[name] = String(decoding: bytes, as: UTF8.self)
    }
    return (files, problems)
  }

  @Test func readsTheDefinitionsDirectlyInPackage() {
    var tar = TarWriter()
    tar.add("package/package.json", "{}")
    tar.add("package/.index.json", "{}")
    tar.add("package/", kind: "5")
    tar.add("package/StructureDefinition-a.json", "{\"a\":1}")
    tar.add("./package/ValueSet-b.json", "{\"b\":2}")
    tar.add("package/example/Patient-c.json", "{}")
    tar.add("package/example/Questionnaire-d.json", "{\"d\":3}")
    tar.add("package/example/QuestionnaireResponse-e.json", "{}")
    tar.add("package/example/deeper/Questionnaire-f.json", "{}")
    tar.add("package/other/Questionnaire-g.json", "{}")
    tar.add("package/other.xml", "<a/>")
    let (files, problems) = read(tar.gzipped)
    #expect(
      files == [
        "package/package.json": "{}", "package/StructureDefinition-a.json": "{\"a\":1}",
        "./package/ValueSet-b.json": "{\"b\":2}", "package/example/Questionnaire-d.json": "{\"d\":3}",
      ])
    #expect(problems.isEmpty)
  }

  @Test func readsLongNames() {
    let long = "package/StructureDefinition-" + String(repeating: "n", count: 120) + ".json"
    var tar = TarWriter()
    let record = " path=\(long)\n"
    tar.add("pax", "\(record.utf8.count + 3)\(record)", kind: "x")
    tar.add("package/short.json", "{}")
    tar.add("long", long + "\0", kind: "L")
    tar.add("package/short.json", "{}")
    tar.add("package/own.json", "{}")
    let (files, problems) = read(tar.gzipped)
    #expect(files.keys.sorted() == [long, "package/own.json"].sorted())
    #expect(problems.isEmpty)
  }

  @Test func refusesNamesThatLeadOutAndLinks() {
    var tar = TarWriter()
    for name in ["../package/a.json", "/package/a.json", "package/../a.json", "package\\a.json"] { tar.add(name, "{}") }
    tar.add("package/link.json", kind: "2")
    tar.add("package/b.json", "{}")
    let (files, problems) = read(tar.gzipped)
    #expect(files == ["package/b.json": "{}"])
    #expect(problems.count == 5)
    #expect(problems.filter { $0.contains("leads out of the package") }.count == 4)
    #expect(problems.last?.contains("is a link") ?? false)
  }

  @Test func saysWhatHasDataAndIsNoFile() {
    var tar = TarWriter()
    tar.add("package/", "{}", kind: "5")
    tar.add("package/old/", "{}")
    tar.add("volume", "{}", kind: "V")
    tar.add("package/b.json", "{}")
    let (files, problems) = read(tar.gzipped)
    #expect(files == ["package/b.json": "{}"])
    #expect(problems.count == 3 && problems.allSatisfy { $0.contains("is no plain file") })
  }

  @Test func saysWhereAPackageIsBroken() {
    var tar = TarWriter()
    tar.add("package/a.json", "{}")
    let whole = tar.gzipped
    #expect(read(Array(whole.prefix(30))).problems.count == 1)
    #expect(read(Array("no package".utf8)).problems.count == 1)
    #expect(read([]).problems.count == 1)
    #expect(read(Deflate.gzip(Array(repeating: 7, count: 2000))).problems.count == 1)
    tar.add("package/b.json", "{}", size: 4000)
    let (files, problems) = read(tar.gzipped)
    #expect(files == ["package/a.json": "{}"])
    #expect(problems.count == 1)
  }

  @Test func keepsToItsLimits() {
    var tar = TarWriter()
    for number in 0..<20 { tar.add("package/\(number).json", "{\"n\":\(number)}") }
    var limits = DefinitionPackage.Limits()
    limits.entries = 5
    #expect(read(tar.gzipped, limits: limits).files.count == 5)
    #expect(read(tar.gzipped, limits: limits).problems.count == 1)
    limits = DefinitionPackage.Limits()
    limits.bytesOfOne = 7
    #expect(read(tar.gzipped, limits: limits).files.count == 10)
    #expect(read(tar.gzipped, limits: limits).problems.count == 10)
  }

  @Test(.timeLimit(.minutes(1))) func endsWithAMillionEntriesAndWithBombs() {
    var tar = TarWriter()
    tar.add("package/a.txt")
    let block = tar.bytes
    var many: [UInt8] = []
    many.reserveCapacity(block.count * 300_000)
    for _ in 0..<300_000 { many += block }
    #expect(read(Deflate.gzip(many, level: 1)).problems.count == 1)
    var bomb = TarWriter()
    bomb.add("package/a.json", size: 1 << 32)
    let zeros = Deflate.gzip(bomb.bytes + [UInt8](repeating: 0x20, count: 50_000_000))
    #expect(read(zeros).files.isEmpty)
    #expect(read(zeros).problems.isEmpty == false)
  }
}
