import FHIRFindings
@testable import HealthPreflight
import Testing

struct PairingTests {
  private func outcomes(
    _ entitlements: [String], _ infoPlists: [String], isWholeProject: Bool = true
  ) -> [Pairing.Outcome] {
    Pairing(entitlements: entitlements, infoPlists: infoPlists, isWholeProject: isWholeProject).outcomes
  }

  @Test func theSameFolderComesFirst() {
    #expect(outcomes(["p/App/App.entitlements"], ["p/Info.plist", "p/App/Info.plist"]) == [.paired(1)])
  }

  @Test func theNearestFolderAboveOrBelowIsNext() {
    #expect(outcomes(["App.entitlements"], ["App/Deep/Info.plist", "App/Info.plist"]) == [.paired(1)])
    #expect(outcomes(["App/Signing/App.entitlements"], ["App/Info.plist", "Info.plist"]) == [.paired(0)])
  }

  @Test func aSiblingFolderIsAnotherTarget() {
    #expect(outcomes(["Widget/Widget.entitlements"], ["App/Info.plist"]) == [.none])
  }

  @Test func theNameDecidesAmongEquallyNear() {
    let infos = ["App-Info.plist", "Widget-Info.plist", "AppClip-Info.plist"]
    #expect(
      outcomes(["App.entitlements", "WidgetDebug.entitlements", "AppClip.entitlements"], infos) == [
        .paired(0), .paired(1), .paired(2),
      ])
    #expect(outcomes(["Other.entitlements"], infos) == [.several(3)])
  }

  @Test func theFolderIsTheNameOfAnInfoPlist() {
    #expect(outcomes(["app.entitlements"], ["AppTests/Info.plist", "App/Info.plist"]) == [.paired(1)])
  }

  @Test func aNameEndsWhereAWordEnds() {
    #expect(outcomes(["Apple.entitlements"], ["App/Info.plist", "Core/Info.plist"]) == [.several(2)])
    #expect(outcomes(["App-Store.entitlements"], ["App/Info.plist", "Core/Info.plist"]) == [.paired(0)])
  }

  @Test func debugAndReleaseShareAnInfoPlist() {
    let rights = ["App/AppDebug.entitlements", "App/AppRelease.entitlements"]
    #expect(outcomes(rights, ["App/Info.plist"]) == [.paired(0), .paired(0)])
  }

  @Test func namedFilesBelongTogether() {
    #expect(outcomes(["a/A.entitlements"], ["b/Info.plist"], isWholeProject: false) == [.paired(0)])
    #expect(outcomes(["a/A.entitlements"], ["b/Info.plist", "c/Info.plist"], isWholeProject: false) == [.none])
  }

  @Test(
    arguments: [
      ("Info.plist", ProjectFile.Kind.infoPlist), ("a/App-Info.plist", .infoPlist), ("a/info.PLIST", .infoPlist),
      ("App.entitlements", .entitlements), ("A.xcodeproj/project.pbxproj", .buildSettings), (".entitlements", nil),
      ("MyInfo.plist", nil), ("GoogleService.plist", nil), ("", nil),
    ] as [(String, ProjectFile.Kind?)])
  func namesDecideTheKindOfAFile(_ path: String, _ kind: ProjectFile.Kind?) {
    #expect(ProjectFile.kind(ofFileAt: path) == kind)
  }

  @Test func theContentDecidesTheKindOfAFileWithAnotherName() {
    let rights = "{\"com.apple.developer.healthkit\": false}"
    #expect(
      Preflight.lines(in: Array(rights.utf8), path: "-").map { $0.prefix { $0 != " " } } == [
        "preflight/missing-healthkit-entitlement"
      ])
    let info = "{\"NSHealthUpdateUsageDescription\": true}"
    #expect(
      Preflight.lines(in: Array(info.utf8), path: "-").map { $0.prefix { $0 != " " } } == [
        "preflight/invalid-usage-description"
      ])
  }
}
