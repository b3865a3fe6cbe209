extension SchemaTable {
  private static let published = OncePerRelease<SchemaTable>()

  /// The table of a published release; `nil` if there is no generated text.
  package static func of(_ release: FHIRRelease) -> SchemaTable? {
    GeneratedSchema.releases.first { $0.release == release }?.table
  }

  fileprivate static func of(_ generated: GeneratedRelease) -> SchemaTable {
    published.value(of: generated.release) {
      do {
        return try SchemaTable(SchemaText(generated.wholeFacts))
      } catch {
        // The text is generated and its freshness tested; without it no record can be judged.
        preconditionFailure("the generated schema text of \(generated.release.rawValue) cannot be read: \(error)")
      }
    }
  }
}

extension GeneratedRelease {
  /// The table of the release, decoded on first use.
  package var table: SchemaTable { .of(self) }
}

extension FHIRRelease {
  /// The releases whose definitions are part of this package, the oldest first.
  public static var published: [FHIRRelease] { GeneratedSchema.releases.map(\.release) }

  /// The release of ``published`` that a version such as `4.0.0` belongs to; `nil` if there is none.
  package static func of(version: String) -> FHIRRelease? { published.first { $0.has(version: version) } }

  /// Whether a version is one of the release: the first two numbers are the same. 1.1 to 1.8 were ballots of STU3, 4.1
  /// was one of R4B.
  package func has(version other: String) -> Bool {
    version.split(separator: ".").prefix(2) == other.split(separator: ".").prefix(2)
  }
}
