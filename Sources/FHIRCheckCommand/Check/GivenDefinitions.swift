import ClinicalSources
import FHIRProfiles
import FHIRText
import FHIRValidation

/// The definitions that the command line names: files and folders of JSON.
enum GivenDefinitions {
  /// The most bytes of one file.
  private static let mostBytes = 256 << 20

  /// Reads all definitions; hidden files and those that are not named like JSON are passed over.
  ///
  /// - Throws: which of the paths cannot be read, and why.
  static func library(_ paths: [FilePath]) throws(UsageError) -> ProfileLibrary {
    var library = ProfileLibrary()
    for path in paths {
      var walk = FolderWalk(path)
      while let found = walk.next() {
        switch found {
        case .file(let file) where file == path || isDefinition(file): try add(file, to: &library)
        case .file, .hidden, .special: break
        case .unreadable(let file, let error): throw UsageError(sentence: "'\(file.text)': \(error.reason)")
        }
      }
    }
    return library
  }

  /// Whether a file of a folder may hold definitions: the manifest of a package has none.
  private static func isDefinition(_ file: FilePath) -> Bool {
    file.isNamedLikeJSON && !file.text.byBytes.hasSuffix("package.json")
  }

  private static func add(_ file: FilePath, to library: inout ProfileLibrary) throws(UsageError) {
    do throws(SystemError) {
      let source = try FileBytes(OpenFile(file))
      guard source.count <= mostBytes else { throw SystemError(code: SystemError.isEndless) }
      let bytes = [UInt8](unsafeUninitializedCapacity: source.count) { buffer, count in
        count = (try? source.read(at: 0, into: UnsafeMutableRawBufferPointer(buffer))) ?? 0
      }
      guard bytes.count == source.count else { throw SystemError(code: SystemError.hasChanged) }
      library.add(bytes, name: file.text)
    } catch {
      throw UsageError(sentence: "'\(file.text)': \(error.reason)")
    }
  }
}
