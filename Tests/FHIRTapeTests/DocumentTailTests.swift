import FHIRTape
import Testing

@Suite struct DocumentTailTests {
  private func saysBundle(_ tail: String) -> Bool {
    Array(tail.utf8).withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { DocumentTail.saysBundle($0, count: buffer.count, .named) } ?? false
    }
  }

  @Test(arguments: [
    #"{}], "resourceType": "Bundle"}"#, #"{}],"type":"collection","resourceType":"Bundle","total":1}"#,
    "{}]\n,\n\"resourceType\"\n:\n\"Bundle\"\n}\n\n", #"{}], "link": [{}], "resourceType": "Bundle"}"#,
    #"{}], "meta": {"id": "1"}, "resourceType": "Bundle", "id": null, "x": -1.5e+3}"#,
  ]) func aBundleIsRecognisedByItsLastMembers(_ tail: String) { #expect(saysBundle(tail)) }

  @Test(arguments: [
    "", "}", "]}", #"{}], "resourceType": "List"}"#, #"{}], "type": "Bundle"}"#, #"{}], "resourceType": "Bundle""#,
    #"{}], "resourceType": "Bundle", "resourceType": "Bundle"}"#, #"{}], "resourceType": "Bundl\u0065"}"#,
    #"{}], "resourceType": "Bundle", "link": []}"#, #""resourceType": "Bundle"}"#, #"{"resourceType": "Bundle"}"#,
    #"{}], "x\"resourceType": "Bundle"}"#, #"{}], "resourceType" "Bundle"}"#, #"{}], "resourceType": "Bundle",}"#,
    #"{}], resourceType: "Bundle"}"#, #""Bundle"}"#, #": "Bundle"}"#, #"{}] "resourceType": "Bundle"}"#,
  ]) func whatDoesNotSaySoIsNotTakenForOne(_ tail: String) { #expect(!saysBundle(tail)) }
}
