import FHIRReporting

/// Stands for the page among the reports that are written during a run: the page is written at the end.
struct PagePlaceholder: ReportRenderer {
  func render(_ part: ReportPart, into output: inout [UInt8]) {}
}
