import FHIRFindings
import FHIRPath
import FHIRSchema
import FHIRSupport

/// One expression, compiled for each release that records may be of.
struct PathExpressions: Sendable {
  private let compiled: [(release: FHIRRelease, result: Result<FHIRPathExpression, FHIRPathError>)]

  /// Compiles a text.
  ///
  /// - Parameters:
  ///   - releases: the releases of the records, at least one.
  ///   - isStrict: whether an unknown name is an error.
  init(_ text: String, releases: [FHIRRelease], isStrict: Bool) {
    compiled = releases.map { release in
      let result = Result { () throws(FHIRPathError) in
        try FHIRPathExpression(text, release: release, strict: isStrict)
      }
      return (release, result)
    }
  }

  /// The expression for the records of a release; for a release without definitions, the expression for the latest one.
  ///
  /// - Throws: the error of compiling it for that release.
  func expression(for release: FHIRRelease) throws(FHIRPathError) -> FHIRPathExpression {
    try (compiled.first { $0.release == release } ?? compiled[compiled.count - 1]).result.get()
  }

  /// Whether it needs the whole document, and not only the current record.
  var needsDocument: Bool { usable.contains(where: \.needsDocument) }

  /// Whether it names the type of a Bundle.
  var namesBundle: Bool { usable.contains(where: \.namesBundle) }

  /// The expression for each release; `nil` if it cannot be used for that one.
  var all: [FHIRPathExpression?] { compiled.map { try? $0.result.get() } }

  private var usable: [FHIRPathExpression] { all.compactMap(\.self) }

  /// A sentence with a place in the expression.
  struct Remark {
    var column: Int
    var message: String
  }

  /// Why it cannot be used for any release; `nil` if it can be used for one.
  var failure: Remark? {
    guard usable.isEmpty, case .failure(let error) = compiled[0].result else { return nil }
    return Remark(column: error.column, message: error.message)
  }

  /// The releases for which it cannot be used, if there are others; and parts that select nothing in any release.
  var remarks: [Remark] {
    let failures = compiled.compactMap { release, result -> (release: String, error: FHIRPathError)? in
      if case .failure(let error) = result { (release.rawValue, error) } else { nil }
    }
    // At one place the reason is the same in each.
    let remarks = failures.grouped(by: \.error.column).map { group in
      let (releases, error) = (group.map(\.release).listed, group[0].error)
      return Remark(
        column: error.column, message: "the expression cannot be used for records of \(releases): \(error.message)")
    }
    let hints = usable.map(\.hints)
    guard let first = hints.first else { return remarks }
    // A name of another release is not a mistake if the input may have records of both.
    let columns = hints.dropFirst().reduce(Set(first.map(\.column))) { $0.intersection($1.map(\.column)) }
    let found = hints.joined().filter { columns.contains($0.column) }
      .grouped { FHIRPathHint(column: $0.column, message: $0.message, release: nil) }
    return remarks
      + found.map { group in
        let releases = group.compactMap(\.release?.rawValue)
        return Remark(
          column: group[0].column, message: group[0].message + (releases.isEmpty ? "" : " in \(releases.listed)"))
      }
  }
}
