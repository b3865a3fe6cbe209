import FHIRPrimitives
package import FHIRSchema
import FHIRTape

extension SchemaRows {
  /// How many bytes of the full URL of a Bundle's entry are put before relative references in it: those before the type and
  /// the id of a resource on a server; 0 if it shows none. See <https://hl7.org/fhir/R4/bundle.html#references>.
  package func rootLength(ofFullURL url: UnsafePointer<UInt8>, _ count: Int) -> Int {
    let slash = Bytes.last(UInt8(ascii: "/"), of: url, before: count)
    let type = slash < 0 ? 0 : Bytes.last(UInt8(ascii: "/"), of: url, before: slash) + 1
    guard type > 0, slash - type < 128, url[0] | 0x20 == UInt8(ascii: "h"),
      resource(named: url + type, length: slash - type).exists,
      IDGrammar.check(url + slash + 1, count - slash - 1).isNone
    else { return 0 }
    return type
  }
}
