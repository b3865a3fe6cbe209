import FHIRTape
import FHIRValidation
import Foundation

struct Corpus {
  let name: String
  let documents: [Document]

  static func corpora(for options: Arguments.MeasureOptions) throws -> [Corpus] {
    var corpora: [Corpus] = []
    if !options.paths.isEmpty {
      let files = try options.paths.flatMap(files)
      guard !files.isEmpty else { throw Arguments.UsageError("no .json, .ndjson or .jsonl file in the paths given") }
      let documents = try files.map { file in
        Document(try Data(contentsOf: file), isLines: ["ndjson", "jsonl"].contains(file.pathExtension))
      }
      corpora.append(Corpus(name: options.name, documents: documents))
    }
    if let byteCount = options.generatedBytes {
      corpora.append(generated("generated, indented", byteCount, isPretty: true))
      corpora.append(generated("generated, one line", byteCount, isPretty: false))
    }
    return corpora
  }

  /// Bundles of about 200 kB, the size of a patient's history.
  private static func generated(_ name: String, _ byteCount: Int, isPretty: Bool) -> Corpus {
    var documents: [Document] = []
    var made = 0
    repeat {
      let bytes = SyntheticCorpus(
        kind: .bundle, release: .dstu2, byteCount: min(200_000, byteCount - made), seed: 1 + UInt64(documents.count),
        isPretty: isPretty
      ).bytes
      made += bytes.count
      documents.append(Document(Data(bytes), isLines: false))
    } while made < byteCount
    return Corpus(name: name, documents: documents)
  }

  private static func files(at path: String) throws -> [URL] {
    let url = URL(fileURLWithPath: path)
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw Arguments.UsageError("no such file: \(path)")
    }
    guard isFolder.boolValue else { return [url] }
    let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    return names.sorted()
      .map { url.appendingPathComponent($0) }
      .filter { ["json", "ndjson", "jsonl"].contains($0.pathExtension) }
  }
}

/// The bytes of one file, followed by the zeros that the tape needs; never freed, because the process ends soon.
struct Document {
  let bytes: UnsafeRawBufferPointer
  /// The JSON values in it: one, or one on each line.
  let values: [Range<Int>]
  /// Whether the validator assigns most records of the value to R4, so that it is decoded into models of that.
  let isR4: [Bool]
  /// The same values in the same memory, as `Data` for Foundation.
  let data: [Data]

  init(_ content: Data, isLines: Bool) {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: content.count + Bytes.padding, alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: 0)
    memory.copyBytes(from: content)
    bytes = UnsafeRawBufferPointer(rebasing: memory[..<content.count])
    let (text, validator) = (bytes, Validator())
    values =
      isLines
      ? text.split(separator: UInt8(ascii: "\n")).filter { line in line.contains { $0 > 0x20 } }
        .map { $0.startIndex..<$0.endIndex }
      : [0..<content.count]
    isR4 = values.map { range in
      let tally = validator.validate(UnsafeRawBufferPointer(rebasing: text[range])).tally
      let releases = tally.releases.mapValues { $0.values.reduce(0, +) }
      return releases["r4", default: 0] > releases["dstu2", default: 0]
    }
    data = values.map { range in
      guard let start = memory.baseAddress else { return Data() }
      return Data(bytesNoCopy: start + range.lowerBound, count: range.count, deallocator: .none)
    }
  }

  func text(_ value: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    UnsafeRawBufferPointer(rebasing: bytes[value]).assumingMemoryBound(to: UInt8.self)
  }
}
