extension HTMLReport {
  /// The style of the page: light and dark, for screens from 320 points and for paper.
  static let style = """
    :root { --back: #ffffff; --text: #1b1f24; --quiet: #4f5863; --line: #c8ced6; --soft: #f2f4f7; --link: #0a4f9e;
      --error: #a61b14; --warning: #7a4b00; --note: #0a4f9e; --good: #12612f; --bar: #4a6fa5; --mark: #ffe08a; }
    @media (prefers-color-scheme: dark) {
      :root { --back: #14171b; --text: #e8ebee; --quiet: #aab3bd; --line: #3b434d; --soft: #1f242a; --link: #8fc1ff;
        --error: #ff9c92; --warning: #f0bf5a; --note: #8fc1ff; --good: #7bd99a; --bar: #7ea6de; --mark: #6b5200; }
    }
    * { box-sizing: border-box; }
    html { scroll-padding-top: 1rem; }
    body { margin: 0 auto; max-width: 76rem; padding: 1rem; background: var(--back); color: var(--text);
      font: 1rem/1.45 system-ui, sans-serif; overflow-wrap: anywhere; }
    a { color: var(--link); }
    :focus-visible { outline: 3px solid var(--link); outline-offset: 1px; }
    .skip { position: absolute; left: -100vw; }
    .skip:focus { left: 1rem; background: var(--back); padding: .5rem; }
    h1 { margin: 0 0 .25rem; font-size: 2rem; }
    h1.not-valid { color: var(--error); }
    h1.valid { color: var(--good); }
    h1.incomplete, h1.valid-as-far-as-judged, h1.nothing-judged { color: var(--warning); }
    h2 { margin: 2rem 0 .5rem; border-bottom: 1px solid var(--line); font-size: 1.35rem; }
    h3 { margin: .75rem 0 0; font-size: 1rem; }
    p { margin: .4rem 0; }
    .quiet, figcaption { color: var(--quiet); font-size: .9rem; }
    .charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); gap: 1rem 2rem; }
    figure { margin: 0 0 1rem; }
    .timeline { width: 100%; height: auto; }
    .timeline rect { fill: var(--bar); }
    .timeline line { stroke: var(--line); }
    .timeline text { fill: var(--text); font-size: 13px; }
    table { border-collapse: collapse; width: 100%; }
    caption { padding: .3rem 0; font-weight: 600; text-align: left; }
    .bars th { width: 50%; padding: .1rem .5rem .1rem 0; font-weight: 400; text-align: left; vertical-align: top; }
    .bars .bar { width: 35%; }
    .bars svg { display: block; width: 100%; height: .7rem; }
    .bars rect { fill: var(--bar); }
    .bars rect.error, .bars rect.fatal { fill: var(--error); }
    .bars rect.warning { fill: var(--warning); }
    .count { padding-right: .6rem; text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
    .wide { table-layout: fixed; }
    #finding-table th { width: 16%; }
    #kind-table th { width: 20%; }
    #finding-table th:nth-child(1), #kind-table th:nth-child(2) { width: 7.5rem; }
    #finding-table th:nth-child(4), #kind-table th:nth-child(5) { width: auto; }
    #kind-table th:nth-child(1) { width: 8%; }
    .wide th { background: var(--soft); text-align: left; }
    .wide th, .wide td { border-bottom: 1px solid var(--line); padding: .35rem .5rem; vertical-align: top; }
    .wide button { border: 0; padding: 0; background: none; color: inherit; font: inherit; font-weight: 600; cursor: pointer; }
    th[aria-sort="ascending"] button::after { content: " \\2191"; }
    th[aria-sort="descending"] button::after { content: " \\2193"; }
    .severity { font-weight: 600; }
    .severity.error, .severity.fatal { color: var(--error); }
    .severity.warning { color: var(--warning); }
    .severity.information { color: var(--note); }
    .rule, .place, .path, pre { font-family: ui-monospace, monospace; font-size: .85rem; }
    .path { color: var(--quiet); }
    pre { margin: .3rem 0 0; padding: .3rem .5rem; background: var(--soft); overflow-x: auto; overflow-wrap: normal; }
    .line { color: var(--quiet); user-select: none; }
    mark { background: var(--mark); color: var(--text); }
    .controls { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: end; margin-bottom: .5rem; }
    .controls[hidden], .wide tr[hidden] { display: none; }
    .controls p { flex-basis: 100%; }
    .controls label { max-width: 100%; }
    .controls input, .controls select, .controls button { max-width: 100%; border: 1px solid var(--quiet);
      border-radius: .2rem; padding: .3rem .5rem; background: var(--back); color: var(--text); font: inherit; }
    summary { cursor: pointer; }
    @media (max-width: 46rem) {
      .wide, .wide tbody, .wide tr, .wide td { display: block; width: 100%; }
      .wide thead tr { display: flex; flex-wrap: wrap; }
      .wide thead tr th { width: auto !important; }
      .wide td { border: 0; padding: .1rem 0; text-align: left; }
      .wide tr { border-bottom: 1px solid var(--line); padding: .4rem 0; }
    }
    @media print {
      :root { --back: #ffffff; --text: #000000; --quiet: #3c444d; --line: #999999; --soft: #ffffff; --link: #000000; }
      body { max-width: none; padding: 0; font-size: 9pt; }
      .controls, .skip { display: none; }
      pre { white-space: pre-wrap; }
      tr, figure { break-inside: avoid; }
    }

    """

  /// The SHA-256 of ``style`` in base64, by which a browser recognises it; a test computes it.
  static let styleDigest = "1c29lDlZ19mrRaoaQQmzjwLoc7Trz4X/LUKF9pfd6UU="
}
