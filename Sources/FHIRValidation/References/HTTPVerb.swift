import FHIRTape

/// The method of an entry's request.
enum HTTPVerb: CustomStringConvertible {
  case get, post, put, delete
  /// Not a method that the release lists; another rule reports it.
  case other

  init(_ tape: Tape, _ value: TapeIndex) {
    self =
      if tape.string(value, equals: "POST") {
        .post
      } else if tape.string(value, equals: "PUT") {
        .put
      } else if tape.string(value, equals: "GET") {
        .get
      } else if tape.string(value, equals: "DELETE") {
        .delete
      } else {
        .other
      }
  }

  var description: String {
    switch self {
    case .get: "GET"
    case .post: "POST"
    case .put: "PUT"
    case .delete: "DELETE"
    case .other: "request"
    }
  }

  var expectedURL: String {
    switch self {
    case .post: "[type] or an operation"
    case .put, .delete: "[type]/[id] or [type]?[query]"
    case .get, .other: "a read, a search, a history or an operation"
    }
  }
}
