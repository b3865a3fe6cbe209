import ClinicalSources
import FHIRReporting

/// How a file is to be read, recognised by its first bytes.
enum FileForm {
  case plain
  case cards
  /// It is large and consists of lines, so it can be read in parts.
  case lines
  case gzip
  case zip
  case tar
  case packedTar

  var isArchive: Bool { self == .zip || self == .tar || self == .packedTar }

  /// Recognises a file; one that cannot be opened is plain, and its reader reports the error.
  init(of path: FilePath, partBytes: Int) {
    guard let bytes = try? FileBytes(OpenFile(path)) else {
      self = .plain
      return
    }
    self = (try? FileForm(of: bytes, partBytes: partBytes)) ?? .plain
  }

  init(of bytes: some RandomAccessBytes, partBytes: Int) throws {
    self =
      switch try ContentKind(of: bytes) {
      case .gzip: ContentKind(inflating: bytes) == .tar ? .packedTar : .gzip
      case .zip: .zip
      case .tar: .tar
      case .healthCard: .cards
      case .json where bytes.hasParts(of: partBytes) && !bytes.isOwnReport: .lines
      default: .plain
      }
  }

  /// Recognises many files, on several threads: opening a small file takes longer than reading its first bytes, and
  /// nothing can be judged before all files are listed.
  static func of(_ paths: [FilePath], partBytes: Int, threads: Int) -> [FileForm] {
    let batches = (paths.count + batchSize - 1) / batchSize
    let state = Monitor((next: 0, forms: [[FileForm]](repeating: [], count: batches)))
    Threads.run(count: min(threads, batches)) {
      while true {
        let batch = state.withLock { state in
          defer { state.next += 1 }
          return state.next
        }
        if batch >= batches { return }
        let range = batch * batchSize..<min(paths.count, (batch + 1) * batchSize)
        let forms = paths[range].map { FileForm(of: $0, partBytes: partBytes) }
        state.withLock { $0.forms[batch] = forms }
      }
    }
    return state.withLock { Array($0.forms.joined()) }
  }

  private static let batchSize = 64
}
