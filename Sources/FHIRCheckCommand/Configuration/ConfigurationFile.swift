import ClinicalSources
import FHIRReporting

/// Finds the configuration of a run.
enum ConfigurationFile {
  /// The configuration that the caller names, else the nearest one in the working folder or above; `nil` without one.
  static func find(_ choice: ConfigurationChoice, _ context: CommandContext) throws(UsageError) -> Configuration? {
    guard choice.isUsed else { return nil }
    if let path = choice.path {
      return try read(path, isFound: false, folder: folder(of: path, working: context.workingFolder ?? "/"), context)
    }
    guard var folder = context.workingFolder else { return nil }
    while true {
      let path = (folder == "/" ? "" : folder) + "/" + Configuration.fileName
      if let file = try? FileAttributes(of: FilePath(path)), file.kind == .file {
        guard context.trustedOwners.contains(file.owner) else {
          throw UsageError(
            sentence: "\(path): this configuration belongs to another user and is not followed; "
              + "'--config' follows it, '--no-config' ignores it")
        }
        var configuration = try read(path, isFound: true, folder: folder, context)
        for setting in configuration.settings where setting.option.has(.writes) {
          configuration.faults.append(
            ConfigurationFault(
              place: setting.place,
              sentence: "'\(setting.option.name)' writes a file, which only a configuration that is named with "
                + "'--config' may do"))
        }
        return configuration
      }
      guard let slash = folder.utf8.lastIndex(of: UInt8(ascii: "/")), folder != "/" else { return nil }
      folder = slash == folder.startIndex ? "/" : String(folder[..<slash])
    }
  }

  private static func read(
    _ path: String, isFound: Bool, folder: String, _ context: CommandContext
  ) throws(UsageError) -> Configuration {
    try ConfigurationReader.read(
      SmallFile.read(path), path: path, isFound: isFound, folder: folder, today: context.today())
  }

  private static func folder(of path: String, working: String) -> String {
    let whole = path.utf8.first == UInt8(ascii: "/") ? path : working + "/" + path
    guard let slash = whole.utf8.lastIndex(of: UInt8(ascii: "/")), slash > whole.startIndex else { return "/" }
    return String(whole[..<slash])
  }
}
