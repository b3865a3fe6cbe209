@testable import FHIRCheckCommand
import Testing

@Suite struct GlobSetTests {
  @Test(arguments: [
    ("build", "build/a.json", true), ("build", "x/build/y/a.json", true), ("build", "builder/a.json", false),
    ("*.bak", "x/a.bak", true), ("/a/*", "a/b", true), ("a/*", "a/b/c", true), ("a/*", "x/a/b", false),
    ("a/**/c", "a/c", true), ("a/**/c", "a/b/b/c", true), ("a/**/c", "a/b/d", false), ("?.json", "a.json", true),
    ("?.json", "ab.json", false), ("x/..", "x/..", false), ("a/b.json", "./a/./b.json", true),
    ("a/b.json", "../base/a/b.json", true), ("a/b.json", "/srv/base/a/b.json", true), ("a/b.json", "/a/b.json", true),
    ("b.json", "/elsewhere/b.json", true), ("**", "a", true), ("", "a", false),
  ])
  func patterns(_ pattern: String, _ path: String, _ matches: Bool) {
    #expect(GlobSet([pattern], base: "/srv/base", working: "/srv/base").matches(path) == matches)
  }

  @Test func hostilePatternsEnd() {
    let pattern = String(repeating: "*a", count: 200) + "b"
    #expect(!GlobSet([pattern], base: "/", working: "/").matches(String(repeating: "a", count: 2_000)))
    let folders = String(repeating: "**/a/", count: 40) + "b"
    #expect(!GlobSet([folders], base: "/", working: "/").matches(String(repeating: "a/", count: 60)))
  }
}
