import FHIRFindings
import FHIRSupport

/// One check of the files of a project: each is read, then checked alone, then with the files it belongs to.
struct ProjectCheck {
  private let files: [ProjectFile]
  private let isWholeProject: Bool
  private let limits: PropertyListLimits
  private(set) var findings: [[Finding]]

  private var infoPlists: [(file: Int, content: InfoPlist)] = []
  private var entitlements: [(file: Int, content: Entitlements)] = []
  /// Files that could not be read, whose content is unknown.
  private var unread: [ProjectFile.Kind: [ProjectPath]] = [:]

  init(files: [ProjectFile], isWholeProject: Bool, limits: PropertyListLimits) {
    (self.files, self.isWholeProject, self.limits) = (files, isWholeProject, limits)
    findings = Array(repeating: [], count: files.count)
    var inBuildSettings: Set<String> = []
    for (index, file) in files.enumerated() where file.kind == .buildSettings {
      for (name, range) in InfoPlist.keys(inBuildSettings: file.bytes) {
        inBuildSettings.insert(name)
        PreflightRule.reportBuildSetting(name, at: range, &findings[index])
      }
    }
    for (index, file) in files.enumerated() where file.kind != .buildSettings { read(file, index, inBuildSettings) }
    for (file, content) in infoPlists {
      PreflightRule.checkUsageDescriptionValues(of: content, &findings[file])
      PreflightRule.checkRequiredTypes(of: content, &findings[file])
      PreflightRule.checkDeviceCapabilities(of: content, &findings[file])
    }
    for (file, content) in entitlements {
      PreflightRule.checkEntitlementForms(of: content, &findings[file])
      PreflightRule.checkHealthKit(of: content, &findings[file])
      PreflightRule.checkAccess(of: content, &findings[file])
    }
    checkTogether()
  }

  private mutating func read(_ file: ProjectFile, _ index: Int, _ inBuildSettings: Set<String>) {
    do throws(PropertyListFault) {
      let list = try PropertyList.read(file.bytes, limits: limits)
      guard let entries = list.entries else {
        throw PropertyListFault(
          .malformed, range: list.head, message: "expected a dictionary at the top, found \(list.kind)")
      }
      PreflightRule.checkKeys(of: list, &findings[index])
      let isRights = entries.contains { $0.key.byBytes.hasPrefix("com.apple.developer.") }
      switch file.kind ?? (isRights ? .entitlements : .infoPlist) {
      case .entitlements: entitlements.append((index, Entitlements(root: list, name: ProjectPath(file.path).name)))
      default: infoPlists.append((index, InfoPlist(root: list, inBuildSettings: inBuildSettings)))
      }
    } catch {
      if let kind = file.kind { unread[kind, default: []].append(ProjectPath(file.path)) }
      PreflightRule.reportFault(error, &findings[index])
    }
  }

  private mutating func checkTogether() {
    let pairing = Pairing(
      entitlements: entitlements.map { files[$0.file].path }, infoPlists: infoPlists.map { files[$0.file].path },
      isWholeProject: isWholeProject)
    // One of these may be the counterpart of another file.
    let unreadInfos = ProjectTree(unread[.infoPlist] ?? [])
    let unreadRights = ProjectTree(unread[.entitlements] ?? [])
    var rights: [[Entitlements]] = Array(repeating: [], count: infoPlists.count)
    for (outcome, (file, content)) in zip(pairing.outcomes, entitlements) {
      if case .paired(let index) = outcome {
        rights[index].append(content)
        PreflightRule.checkHealthKit(of: content, infoPlists[index].content, &findings[file])
        PreflightRule.checkHealthRecordsAccess(of: content, infoPlists[index].content, &findings[file])
      } else if isWholeProject, content.isAboutHealthKit, !unreadInfos.reaches(ProjectPath(files[file].path)) {
        PreflightRule.reportNotPaired(content.root, outcome, &findings[file])
      }
    }
    for (rights, (file, content)) in zip(rights, infoPlists) {
      PreflightRule.checkUsageDescriptions(of: content, rights, &findings[file])
      guard rights.isEmpty, isWholeProject, content.isAboutHealthKit,
        !unreadRights.reaches(ProjectPath(files[file].path))
      else { continue }
      if entitlements.isEmpty, unread[.entitlements] == nil {
        PreflightRule.reportMissingEntitlements(for: content, &findings[file])
      } else {
        PreflightRule.reportNotPaired(content.root, &findings[file])
      }
    }
  }
}

extension [Finding] {
  /// Adds a finding with the rule's own severity at keys, as in `com.apple.developer.healthkit.access[0]`.
  mutating func report(_ rule: Rule, at range: SourceRange, path: String = "", _ message: String) {
    append(Finding(rule: rule.id, severity: rule.severity, range: range, path: path, message: message))
  }
}
