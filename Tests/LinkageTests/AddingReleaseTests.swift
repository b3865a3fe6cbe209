import FHIRSchema
import FHIRTestSupport
import Foundation
import Testing

/// The article on adding a release is true: its list is short, each release has the places of the list, and no other
/// code names a release.
@Suite struct AddingReleaseTests {
  private let article: String
  /// The first file or folder that each item of the list names.
  private let places: [String]

  init() throws {
    let path = "Sources/FHIRValidation/FHIRValidation.docc/adding-a-release.md"
    article = String(decoding: try PackageRoot.bytes(path), as: UTF8.self)
    let list = article.components(separatedBy: "\n\n").filter { $0.hasPrefix("1. ") }
    try #require(list.count == 1)
    places = list[0].matches(of: /(?:^|\n)(\d)\. \*\*[^`]+`([^`]+)`/).map { String($0.output.2) }
    let numbers = list[0].split(separator: "\n").compactMap { $0.first?.wholeNumberValue }
    try #require(numbers == places.indices.map { $0 + 1 }, "an item does not begin with its name and its place")
  }

  private func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: PackageRoot.url.appending(path: path).path())
  }

  @Test func fivePlacesAtMost() {
    #expect(places.count > 2 && places.count <= 5, "\(places)")
  }

  /// A place that has the name of the example has that of each release; another one is a file that names each.
  @Test(arguments: FHIRRelease.published)
  func eachReleaseHasAllPlaces(release: FHIRRelease) throws {
    for place in places {
      if place.contains("r4b") {
        let own = place.replacing("r4b", with: release.name)
        #expect(exists(own), "\(own)")
      } else {
        let text = String(decoding: try PackageRoot.bytes(place), as: UTF8.self)
        let isNamed = [release.name, release.rawValue].contains { name in
          text.split { !$0.isLetter && !$0.isNumber }.contains { $0 == name }
        }
        #expect(isNamed, "\(place) does not name \(release.rawValue)")
      }
    }
  }

  /// All that is written by hand of the toy release is in the article.
  @Test func theToyReleaseNeedsNoMore() throws {
    let toy = PackageRoot.url.appending(path: "Tests/ToyReleaseTests/toy")
    let files = try FileManager.default.contentsOfDirectory(atPath: toy.path()).filter { !$0.hasPrefix(".") }
    // These are made from the published definitions, where there are such.
    let written = Set(files).subtracting(["types", "resources", "valuesets"])
    #expect(written.isSuperset(of: ["release.txt", "primitives.txt", "roles.txt", "invariants"]))
    for name in written.sorted() {
      let isNamed = article.contains("`\(name)`")
      #expect(isNamed, "\(name)")
    }
  }

  /// A file that names a release which has no models, and which HealthKit does not have, is in the article. The pages of
  /// rules may compare releases.
  @Test func noOtherCodeNamesARelease() throws {
    let names = FHIRRelease.published.map(\.rawValue).filter { !exists("Sources/FHIR\($0)") }
    #expect(names.count > 1)
    let releases = try NamesOfReleases()
    var files: [String] = []
    for (path, source) in try SwiftSource.handWritten(below: "Sources") {
      let found = releases.found(in: source).map { $0.word.uppercased() }
      if names.contains(where: { name in found.contains { $0.contains(name) } }) { files.append(path) }
    }
    #expect(files.contains("Sources/FHIRSchema/FHIRRelease.swift"))
    for path in files {
      let isListed = article.contains("`\(path)`")
      #expect(isListed, "\(path) names a release, and \"Adding a release\" does not list it")
    }
  }
}
