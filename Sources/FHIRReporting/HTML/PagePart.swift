/// A style sheet or a script of the pages; `Schemas/pages` has them.
struct PagePart: Sendable {
  /// The SHA-256 of the text in base64, by which a browser recognises it.
  let digest: String
  let text: String

  /// What stands for it in a Content-Security-Policy.
  var source: String { "'sha256-\(digest)'" }
}
