import FHIRSupport

/// The name of a link: <https://www.iana.org/assignments/link-relations/link-relations.xhtml>.
struct LinkRelation {
  let isRegistered: Bool
  /// A bit for each relation that may occur only once, 0 for others.
  let uniqueBit: Int

  init(_ name: UnsafeBufferPointer<UInt8>) {
    // The common names, compared without making a `String`.
    for (number, known) in Self.unique.enumerated() where Self.equals(name, known) {
      isRegistered = true
      // `prev` and `previous` are synonyms.
      uniqueBit = 1 << (number == Self.unique.count - 1 ? number - 1 : number)
      return
    }
    uniqueBit = 0
    let text = String(decoding: name.prefix(80), as: UTF8.self).lowercased()
    isRegistered = text.utf8.contains(UInt8(ascii: ":")) || Self.registered.contains(text.byBytes)
  }

  private static func equals(_ name: UnsafeBufferPointer<UInt8>, _ known: StaticString) -> Bool {
    name.count == known.utf8CodeUnitCount && name.indices.allSatisfy { name[$0] == known.utf8Start[$0] }
  }

  private static let unique: [StaticString] = ["self", "next", "first", "last", "prev", "previous"]

  /// The registry, and `fhir-base`, which DSTU1 used. A custom relation is named by a URI.
  private static let registered: Set<ByteText> = Set(
    """
    about acl alternate amphtml api-catalog appendix apple-touch-icon apple-touch-startup-image archives author
    blocked-by bookmark c2pa-manifest canonical chapter cite-as collection compression-dictionary contents convertedfrom
    copyright create-form current deprecation describedby describes disclosure dns-prefetch duplicate edit edit-form
    edit-media enclosure external fhir-base first geofeed glossary help hosts hub ice-server icon index intervalafter
    intervalbefore intervalcontains intervaldisjoint intervalduring intervalequals intervalfinishedby intervalfinishes
    intervalin intervalmeets intervalmetby intervaloverlappedby intervaloverlaps intervalstartedby intervalstarts item
    last latest-version license linkset lrdd manifest mask-icon me media-feed memento micropub modulepreload monitor
    monitor-group next next-archive nofollow noopener noreferrer opener openid2.local_provider openid2.provider original
    p3pv1 payment pingback preconnect predecessor-version prefetch preload prerender prev prev-archive preview previous
    privacy-policy profile publication rdap-active rdap-bottom rdap-down rdap-top rdap-up related replies restconf
    ruleinput search section self service service-desc service-doc service-meta sip-trunking-capability sponsored start
    status stylesheet subsection successor-version sunset tag terms-of-service timegate timemap type ugc up
    version-history via webmention working-copy working-copy-of
    """.split { $0 == " " || $0 == "\n" }.map(\.byBytes))
}
