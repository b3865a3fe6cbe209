import ClinicalSources
import FHIRProfiles
import FHIRTape
import FHIRText
import FHIRValidation

/// The definitions that the command line names: files of JSON, packages, and folders of both.
enum GivenDefinitions {
  /// Reads all definitions; hidden files and those that are not named like JSON or a package are passed over.
  ///
  /// - Parameter paths: the first that has a definition counts.
  /// - Throws: which of the paths cannot be read, and why.
  static func library(_ paths: [FilePath]) throws(UsageError) -> ProfileLibrary {
    var library = ProfileLibrary()
    for path in paths {
      var walk = FolderWalk(path)
      while let found = walk.next() {
        switch found {
        case .file(let file) where isPackage(file): try addPackage(file, to: &library)
        case .file(let file) where file == path || isDefinition(file): try add(file, to: &library)
        case .file, .hidden, .special: break
        case .unreadable(let file, let error): throw UsageError(sentence: "'\(file.text)': \(error.reason)")
        }
      }
    }
    return library
  }

  private static func isPackage(_ file: FilePath) -> Bool {
    file.text.hasSuffix(".tgz") || file.text.hasSuffix(".tar.gz")
  }

  /// Reads a package; what is wrong with it is a fault of the library, and what can be read of it counts.
  private static func addPackage(_ file: FilePath, to library: inout ProfileLibrary) throws(UsageError) {
    do throws(SystemError) {
      let source = try FileBytes(OpenFile(file))
      let problems = DefinitionPackage.read(ByteRange(source)) { name, bytes in
        library.add(bytes, name: "\(file.text), \(name)")
      }
      for problem in problems { library.note(ProfileFault(file.text, "", problem)) }
    } catch {
      throw UsageError(sentence: "'\(file.text)': \(error.reason)")
    }
  }

  /// Whether a file of a folder may hold definitions: the manifest of a package has none.
  private static func isDefinition(_ file: FilePath) -> Bool {
    file.isNamedLikeJSON && !file.text.byBytes.hasSuffix("package.json")
  }

  private static func add(_ file: FilePath, to library: inout ProfileLibrary) throws(UsageError) {
    do throws(SystemError) {
      let source = try FileBytes(OpenFile(file))
      library.add(ByteRange(source), size: source.count, name: file.text)
    } catch {
      throw UsageError(sentence: "'\(file.text)': \(error.reason)")
    }
  }
}

extension Invocation {
  /// Whether records are judged by profiles.
  var usesProfiles: Bool { !guides.isEmpty || givesDefinitions }

  /// Whether the caller gives definitions, or names profiles that may be unknown.
  var givesDefinitions: Bool { !definitions.isEmpty || !profiles.isEmpty || !terminology.isEmpty }
}
