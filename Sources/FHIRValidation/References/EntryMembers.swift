import FHIRRecognition
import FHIRTape

/// The members of a Bundle's entry, as tape indices; -1 for absent ones.
struct EntryMembers {
  var fullURL = -1
  var resource = -1
  var search = -1
  var request = -1
  var response = -1
  var link = -1

  /// The members of a value that is not an object: none.
  init() {}

  init(_ tape: Tape, _ entry: Int) {
    let end = tape.next(entry)
    var key = entry + 2
    while key < end {
      // The first of two equal keys counts, as in the walk.
      switch KeyWord.of(tape, key) {
      case KeyWord.fullURL where fullURL < 0: fullURL = key + 1
      case KeyWord.resource where resource < 0: resource = key + 1
      case KeyWord.search where search < 0: search = key + 1
      case KeyWord.request where request < 0: request = key + 1
      case KeyWord.response where response < 0: response = key + 1
      case KeyWord.link where link < 0: link = key + 1
      default: break
      }
      key = tape.next(key + 1)
    }
  }
}
