import Diagnostics
import FHIRValidation

/// One run over the files of a project: each is read, then judged alone, then with those it belongs to.
struct ProjectCheck {
  private let files: [ProjectFile]
  private let isWholeProject: Bool
  private let limits: PropertyListLimits
  private(set) var findings: [FileFindings]

  private var infoPlists: [(file: Int, content: InfoPlist)] = []
  private var entitlements: [(file: Int, content: Entitlements)] = []
  /// Files that could not be read: what they would have said is unknown.
  private var unread: [(kind: ProjectFile.Kind, path: ProjectPath)] = []

  init(files: [ProjectFile], isWholeProject: Bool, limits: PropertyListLimits) {
    self.files = files
    self.isWholeProject = isWholeProject
    self.limits = limits
    findings = Array(repeating: FileFindings(), count: files.count)
  }

  mutating func run() {
    let inBuildSettings = readBuildSettings()
    for (index, file) in files.enumerated() where file.kind != .buildSettings {
      read(file, index, inBuildSettings)
    }
    for (file, content) in infoPlists { PreflightRule.checkAlone(content, &findings[file]) }
    for (file, content) in entitlements { PreflightRule.checkAlone(content, &findings[file]) }
    checkTogether()
  }

  private mutating func readBuildSettings() -> Set<String> {
    var names: Set<String> = []
    for (index, file) in files.enumerated() where file.kind == .buildSettings {
      for (name, range) in BuildSettings(file.bytes).keys {
        names.insert(name)
        PreflightRule.reportBuildSetting(name, at: range, &findings[index])
      }
    }
    return names
  }

  private mutating func read(_ file: ProjectFile, _ index: Int, _ inBuildSettings: Set<String>) {
    do throws(PropertyListFault) {
      let list = try PropertyList.read(file.bytes, limits: limits)
      guard let entries = list.entries else {
        throw PropertyListFault(
          .malformed, range: list.head, message: "expected a dictionary at the top, found \(list.kind)")
      }
      PreflightRule.checkKeys(of: list, &findings[index])
      let isRights = entries.contains { $0.key.hasPrefix("com.apple.developer.") }
      switch file.kind ?? (isRights ? .entitlements : .infoPlist) {
      case .entitlements:
        entitlements.append((index, Entitlements(root: list, name: ProjectPath(file.path).name)))
      default:
        infoPlists.append((index, InfoPlist(root: list, inBuildSettings: inBuildSettings)))
      }
    } catch {
      if let kind = file.kind { unread.append((kind, ProjectPath(file.path))) }
      PreflightRule.reportFault(error, &findings[index])
    }
  }

  // MARK: - Together

  /// Whether a file of this kind could not be read that may be the one that belongs to another.
  private func hasUnread(_ kind: ProjectFile.Kind, near file: Int) -> Bool {
    let path = ProjectPath(files[file].path)
    return unread.contains { $0.kind == kind && $0.path.steps(to: path) != nil }
  }

  private mutating func checkTogether() {
    let pairing = Pairing(
      entitlements: entitlements.map { files[$0.file].path }, infoPlists: infoPlists.map { files[$0.file].path },
      isWholeProject: isWholeProject)
    var rights: [[Entitlements]] = Array(repeating: [], count: infoPlists.count)
    for (outcome, (file, content)) in zip(pairing.outcomes, entitlements) {
      if case .paired(let index) = outcome {
        rights[index].append(content)
        PreflightRule.checkTogether(content, infoPlists[index].content, &findings[file])
      } else if isWholeProject, content.isAboutHealthKit, !hasUnread(.infoPlist, near: file) {
        PreflightRule.reportNotPaired(content.root, outcome, &findings[file])
      }
    }
    for (rights, (file, content)) in zip(rights, infoPlists) {
      PreflightRule.checkUsageDescriptions(of: content, rights, &findings[file])
      guard rights.isEmpty, isWholeProject, content.isAboutHealthKit, !hasUnread(.entitlements, near: file) else {
        continue
      }
      if entitlements.isEmpty, !unread.contains(where: { $0.kind == .entitlements }) {
        PreflightRule.reportMissingEntitlements(for: content, &findings[file])
      } else {
        PreflightRule.reportNotPaired(content.root, &findings[file])
      }
    }
  }
}
