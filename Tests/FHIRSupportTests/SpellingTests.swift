import FHIRSupport
import Testing

struct SpellingTests {
  @Test(arguments: [
    ("tpye", "type"), ("nmae", "name"), ("valuestring", "valueString"), ("EUS", "EUR"), ("identifeir", "identifier"),
  ])
  func findsTheNearest(name: String, nearest: String) {
    #expect(Spelling.nearest(to: name, among: ["type", "name", "valueString", "EUR", "identifier"]) == nearest)
  }

  @Test(arguments: ["ZZZ", "a", "EXX", "nothing like them"])
  func findsNone(name: String) {
    #expect(Spelling.nearest(to: name, among: ["AZN", "EUR", "type", "identifier"]) == nil)
  }
}
