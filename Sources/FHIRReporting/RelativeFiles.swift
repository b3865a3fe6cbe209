import FHIRSupport

/// Names files relative to a folder, as tools expect that show findings beside the files of a project.
struct RelativeFiles: Sendable {
  /// The path of the folder with a slash at its end; `nil` for none.
  private let folder: String?

  init(_ folder: String?) {
    self.folder = folder.map { $0.utf8.last == UInt8(ascii: "/") ? $0 : $0 + "/" }
  }

  /// The path below the folder, or the given path if the file is elsewhere; `./` at its beginning is left out.
  func name(of file: String) -> String {
    if let folder, file.byBytes.hasPrefix(folder.byBytes), file.utf8.count > folder.utf8.count {
      return String(file[file.utf8.index(file.startIndex, offsetBy: folder.utf8.count)...])
    }
    guard file.byBytes.hasPrefix("./"), file.utf8.count > 2 else { return file }
    return String(file[file.utf8.index(file.startIndex, offsetBy: 2)...])
  }
}
