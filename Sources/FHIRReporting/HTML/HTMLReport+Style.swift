extension HTMLReport {
  /// What this page needs in addition to ``PageStyle``.
  static let style = """
    h1.not-valid { color: var(--error); }
    h1.valid { color: var(--good); }
    h1.incomplete, h1.valid-as-far-as-judged, h1.nothing-judged { color: var(--warning); }
    .lead { font-size: 1.1rem; }
    header dl, .finding dl { display: grid; grid-template-columns: 11rem 1fr; gap: .15rem .75rem; margin: .5rem 0; }
    dt { color: var(--quiet); }
    dd { margin: 0; min-width: 0; }
    code, pre, .finding dd, .group .name { font-family: ui-monospace, monospace; font-size: .85rem; }
    pre { margin: .3rem 0; padding: .3rem .5rem; background: var(--soft); overflow-x: auto; overflow-wrap: normal; }
    .finding pre { white-space: pre-wrap; overflow-wrap: anywhere; }
    mark { background: var(--mark); color: var(--text); }
    .charts { display: block; columns: 22rem; column-gap: 2rem; }
    .chart { break-inside: avoid; padding-bottom: 1rem; }
    .timeline { display: block; width: 100%; height: 10rem; }
    .timeline line { stroke: var(--line); }
    .gaps th { width: 25%; }
    .gaps td { font-size: .9rem; }
    .gaps svg { background: var(--soft); }
    .gaps .axis { margin-left: 65%; }
    .numbers th, .numbers td { border-bottom: 1px solid var(--line); padding: .25rem .5rem .25rem 0; text-align: right;
      font-size: .9rem; overflow-wrap: normal; }
    .numbers th:first-child { text-align: left; }
    .controls { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: end; margin-bottom: .5rem; }
    .controls[hidden] { display: none; }
    .controls label { display: grid; grid-template-columns: minmax(0, auto); max-width: 100%; color: var(--quiet);
      font-size: .9rem; }
    .controls select { width: 10rem; }
    .controls p, .controls output { flex-basis: 100%; }
    input, select, button { min-height: 2rem; max-width: 100%; border: 1px solid var(--quiet); border-radius: .2rem;
      padding: .2rem .5rem; background: var(--back); color: var(--text); font: inherit; }
    .pages { display: flex; flex-wrap: wrap; gap: .4rem; align-items: center; margin: .4rem 0; }
    .pages input { width: 5.5rem; }
    .pages [aria-disabled="true"] { color: var(--quiet); border-style: dashed; }
    #list ul { margin: 0; padding: 0; list-style: none; }
    .group { border-bottom: 1px solid var(--line); }
    .group > summary { display: grid; grid-template-columns: 9rem minmax(0, 1fr) 5rem 15%; gap: .75rem;
      align-items: center; padding: .35rem 0; }
    #list summary { position: relative; padding-left: 1.1rem; }
    #list summary::before { position: absolute; top: .35rem; left: 0; color: var(--quiet); content: "\\25B8"; }
    #list [open] > summary::before { content: "\\25BE"; }
    .group .title { color: var(--quiet); font: .9rem/1.3 system-ui, sans-serif; }
    .share { height: .7rem; background: var(--bar); }
    .share.error, .share.fatal { background: var(--error); }
    .share.warning { background: var(--warning); }
    .group > div { margin: 0 0 .75rem .5rem; border-left: 3px solid var(--line); padding-left: .75rem; }
    .finding > summary { display: grid; grid-template-columns: 7.5rem minmax(0, 3fr) minmax(0, 2fr); gap: .75rem;
      padding: .25rem 0; }
    .finding .where { color: var(--quiet); font-size: .9rem; }
    .finding[open] { background: var(--soft); padding: 0 .5rem .25rem; }
    .finding[open] pre { background: var(--back); }
    .severity { display: block; font-weight: 600; white-space: nowrap; }
    .severity.error, .severity.fatal { color: var(--error); }
    .severity.warning { color: var(--warning); }
    .severity.note { color: var(--note); }
    @media screen and (max-width: 46rem) {
      header dl, .finding dl { grid-template-columns: 1fr; gap: 0; }
      header dd, .finding dd { margin-bottom: .35rem; }
      .group > summary { grid-template-columns: 7.5rem minmax(0, 1fr); gap: 0 .75rem; }
      .group > summary .name { grid-column: 1 / -1; grid-row: 2; }
      .share { display: none; }
      .finding > summary { grid-template-columns: 1fr; gap: 0; }
      .gaps :is(table, caption, tbody, tr, th, td, .bar) { display: block; width: 100%; }
      .gaps .axis { margin-left: 0; }
      .controls label { flex: 1 1 8rem; }
      .keys { display: none; }
      .contents ul { flex-wrap: wrap; padding-right: 0; mask-image: none; }
      :is(section, article, details) { scroll-margin-top: 5rem; }
    }
    @media print {
      .controls, .pages, .share { display: none; }
      #list::before { content: attr(data-paper); }
      #rules summary { list-style: none; }
      #copies ul { columns: 2; column-gap: 2.5rem; }
      #copies li:nth-child(n + 11) { display: none; }
      #copies ul:has(li:nth-child(11))::after { content: "The first ten are on paper; the page on a screen has all."; }
      :is(#rules, .chart, figure) > details::details-content { display: none; }
      .chart > details > summary::after { content: " on the screen"; }
      .gaps svg { outline: 1px solid var(--line); }
      .finding { break-inside: avoid; }
      .brief li:nth-child(n + 4) { display: none; }
      .bars a { min-height: 0; }
      pre { white-space: pre-wrap; }
    }

    """

  /// The SHA-256 of ``style`` in base64, by which a browser recognises it; a test computes it.
  static let styleDigest = "E2zd/xrQOMrENJH5WUDgoCMdHIK4zus4iPKoXHzwgOM="
}
