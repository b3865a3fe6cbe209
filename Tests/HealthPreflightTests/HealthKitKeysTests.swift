import FHIRFindings
import HealthPreflight
import Testing

/// Each key of HealthKit, with the rules about it: one test for each key, so that none is forgotten.
struct HealthKitKeysTests {
  private func rules(info: [String: String] = [:], rights: [String: String] = [:]) -> Set<String> {
    let files = [("Info.plist", info), ("App.entitlements", rights)].compactMap { path, keys -> ProjectFile? in
      let members = keys.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \($0.value)" }.joined(separator: ", ")
      return keys.isEmpty ? nil : ProjectFile(path: path, bytes: Array("{\(members)}".utf8))
    }
    let found = Preflight().check(files, isWholeProject: false).flatMap(\.findings)
    return Set(found.map { String($0.rule.rawValue.dropFirst("preflight/".count)) })
  }

  private let healthKit = ["com.apple.developer.healthkit": "true"]
  private let update = ["NSHealthUpdateUsageDescription": "\"Stores your workouts.\""]

  @Test func NSHealthShareUsageDescription() {
    #expect(rules(info: ["CFBundleName": "\"A\""], rights: healthKit) == ["missing-usage-description"])
    let share = ["NSHealthShareUsageDescription": "\"Shows your pulse.\""].merging(update) { $1 }
    #expect(rules(info: share, rights: healthKit) == [])
  }

  @Test func NSHealthUpdateUsageDescription() {
    let share = ["NSHealthShareUsageDescription": "\"Shows your pulse.\""]
    #expect(rules(info: share, rights: healthKit) == ["no-update-description"])
    #expect(rules(info: ["NSHealthUpdateUsageDescription": "\"\""]) == ["empty-usage-description"])
    #expect(rules(info: ["NSHealthUpdateUsageDescription": "\"Workouts\""]) == ["one-word-usage-description"])
    #expect(rules(info: ["NSHealthUpdateUsageDescription": "1"]) == ["invalid-usage-description"])
  }

  @Test func NSHealthClinicalHealthRecordsShareUsageDescription() {
    let clinical = ["NSHealthClinicalHealthRecordsShareUsageDescription": "\"Shows your records.\""]
    #expect(rules(info: clinical.merging(update) { $1 }, rights: healthKit) == ["missing-health-records-access"])
  }

  @Test func NSHealthRequiredReadAuthorizationTypeIdentifiers() {
    let two = "[\"HKClinicalTypeIdentifierAllergyRecord\", \"allergyRecord\"]"
    #expect(
      rules(info: ["NSHealthRequiredReadAuthorizationTypeIdentifiers": two].merging(update) { $1 }) == [
        "missing-usage-description", "shorthand-type", "too-few-required-types",
      ])
  }

  @Test func UIRequiredDeviceCapabilities() {
    #expect(rules(info: ["UIRequiredDeviceCapabilities": "[\"healthkit\"]"]) == ["device-capability"])
  }

  @Test func entitlementHealthKit() {
    #expect(rules(rights: ["com.apple.developer.healthkit": "false"]) == ["missing-healthkit-entitlement"])
    #expect(rules(rights: ["com.apple.developer.healthkit": "1"]) == ["invalid-entitlement"])
    #expect(rules(rights: healthKit) == [])
  }

  @Test func entitlementAccess() {
    let access = "com.apple.developer.healthkit.access"
    #expect(rules(rights: healthKit.merging([access: "[\"health-records\"]"]) { $1 }) == [])
    #expect(rules(rights: healthKit.merging([access: "[\"verifiable-health-records\"]"]) { $1 }) == [])
    #expect(rules(rights: healthKit.merging([access: "[\"records\"]"]) { $1 }) == ["unknown-access"])
    #expect(rules(rights: [access: "[\"health-records\"]"]) == ["missing-healthkit-entitlement"])
  }

  @Test func entitlementBackgroundDelivery() {
    let background = "com.apple.developer.healthkit.background-delivery"
    #expect(rules(rights: healthKit.merging([background: "true"]) { $1 }) == [])
    #expect(rules(rights: healthKit.merging([background: "[]"]) { $1 }) == ["invalid-entitlement"])
  }
}
