import ClinicalSources
import FHIRTerminology
import FHIRValidation

/// The definitions on the command line: JSON files, packages, and folders of both.
enum GivenDefinitions {
  /// Reads all definitions; skips hidden files, and files whose name is not that of JSON or a package. If several have
  /// the same definition, the first one counts, and before all those of `terminology`.
  static func library(_ paths: [FilePath], terminology: [FilePath] = []) throws(UsageError) -> ProfileLibrary {
    var library = ProfileLibrary()
    try library.addFirst { library throws(UsageError) in try add(terminology, to: &library, areCodes: true) }
    try add(paths, to: &library, areCodes: false)
    return library
  }

  private static func add(_ paths: [FilePath], to library: inout ProfileLibrary, areCodes: Bool) throws(UsageError) {
    // The packages of folders that hold the files of one, with its manifest.
    var packages: [FilePath: Int?] = [:]
    for path in paths {
      let before = (library.count, library.faults.count)
      for found in FolderWalk(path) {
        switch found {
        case .file(let file) where file == path || isPackage(file) || isDefinition(file):
          if file == path, let compiled = try pack(file, isWanted: areCodes && !isPackage(file)) {
            library.add(compiled)
            continue
          }
          do throws(SystemError) {
            if !isPackage(file) { enterPackage(of: file, &packages, &library) }
            try add(file, to: &library)
          } catch {
            throw UsageError("'\(file.text)': \(error.reason)")
          }
        case .file, .hidden, .special: break
        case .unreadable(let file, let error): throw UsageError("'\(file.text)': \(error.reason)")
        }
      }
      // Whatever is wrong with its files was said already.
      if before == (library.count, library.faults.count) {
        note(
          "expected definitions of profiles, extensions, value sets, codes or questionnaires, found none", path,
          &library)
      }
    }
  }

  /// Makes the package of a file's folder the one that definitions are added to, or none.
  private static func enterPackage(
    of file: FilePath, _ packages: inout [FilePath: Int?], _ library: inout ProfileLibrary
  ) {
    let folder = file.folder
    if let known = packages[folder] { return library.continuePackage(known) }
    let manifest = folder.appending(Array("package.json".utf8))
    if let source = try? FileBytes(OpenFile(manifest)) {
      packages[folder] = library.beginPackage()
      library.add(ByteRange(source), size: source.count, name: manifest.text)
    } else {
      packages[folder] = .some(nil)
      library.continuePackage(nil)
    }
  }

  private static func note(_ problem: String, _ path: FilePath, _ library: inout ProfileLibrary) {
    library.note(ProfileFault(.definitionUnreadable, path.text, "", problem, at: DefinitionPlace(path.text)))
  }

  /// The bytes of a source of definitions, to find lines in; `nil` for a folder, a package, and what cannot be read.
  static func source(_ name: String) -> InputSource? {
    let path = FilePath(name)
    if !isPackage(path), let bytes = try? FileBytes(OpenFile(path)) { return InputSource(bytes) }
    for slash in name.indices where name[slash] == "/" && isPackage(FilePath(String(name[..<slash]))) {
      var found: [UInt8]?
      guard let package = try? FileBytes(OpenFile(FilePath(String(name[..<slash])))) else { continue }
      _ = DefinitionPackage.read(ByteRange(package)) { entry, bytes in
        if found == nil, entry == name[name.index(after: slash)...] { found = bytes }
      }
      if let found { return InputSource(MemoryBytes(found)) }
    }
    return nil
  }

  /// Opens a terminology pack, `nil` if the file is none; `isWanted` makes that an error unless it is JSON.
  private static func pack(_ path: FilePath, isWanted: Bool) throws(UsageError) -> TerminologyPack? {
    var beginning = [UInt8](repeating: 0, count: 8)
    guard let bytes = try? FileBytes(OpenFile(path)),
      (try? beginning.withUnsafeMutableBytes { try bytes.read(at: 0, into: $0) }) != nil,
      TerminologyPack.isPack(beginning) || isWanted && (try? ContentKind(of: bytes)) != .json
    else { return nil }
    do throws(TerminologyPackError) {
      return try TerminologyPack(path.text)
    } catch {
      throw UsageError("'\(path.text)': \(error.description)")
    }
  }

  private static func isPackage(_ file: FilePath) -> Bool {
    file.text.hasSuffix(".tgz") || file.text.hasSuffix(".tar.gz")
  }

  /// Whether a file of a folder may hold definitions; the manifest of a package does not.
  private static func isDefinition(_ file: FilePath) -> Bool {
    file.isNamedLikeJSON && !file.text.byBytes.hasSuffix("package.json")
  }

  /// Adds the definitions of a file or a package, whose problems become faults of the library.
  private static func add(_ file: FilePath, to library: inout ProfileLibrary) throws(SystemError) {
    let source = try FileBytes(OpenFile(file))
    guard isPackage(file) else { return library.add(ByteRange(source), size: source.count, name: file.text) }
    let problems = library.addPackage { add in
      DefinitionPackage.read(ByteRange(source)) { name, bytes in add("\(file.text)/\(name)", bytes) }
    }
    for problem in problems { note(problem, file, &library) }
  }
}

/// The keys of issuers on the command line: JSON files, and folders of them.
enum GivenKeys {
  /// Reads all keys; of a folder, the files that are named like JSON.
  static func keys(_ paths: [FilePath]) throws(UsageError) -> CardKeys {
    var keys = CardKeys()
    for path in paths {
      if try add(path, below: path, to: &keys) == 0 {
        throw UsageError("'--keys' names '\(path.text)', in which no file is named like JSON")
      }
    }
    return keys
  }

  /// - Returns: how many files were read.
  private static func add(_ path: FilePath, below root: FilePath, to keys: inout CardKeys) throws(UsageError) -> Int {
    var count = 0
    for found in FolderWalk(path) {
      switch found {
      // A pipe may be named, too.
      case .file(let file) where file == path || file.isNamedLikeJSON, .special(let file) where file == path:
        let bytes = try SmallFile.read(file.text)
        let folders = file == root ? [] : file.folder.text.utf8.dropFirst(root.text.utf8.count).split(separator: 0x2F)
        if let problem = keys.add(bytes, folder: folders.map { String(decoding: $0, as: UTF8.self) }) {
          throw UsageError("'--keys': '\(file.text)': \(problem)")
        }
        count += 1
      // Where a server keeps the keys.
      case .hidden(let folder) where folder.text.byBytes.hasSuffix("/.well-known"):
        count += try add(folder, below: root, to: &keys)
      case .file, .hidden, .special: break
      case .unreadable(let file, let error): throw UsageError("'--keys': '\(file.text)': \(error.reason)")
      }
    }
    return count
  }
}
