extension PersonPage {
  /// What this page needs in addition to ``PageStyle``.
  static let style = """
    .index { display: flex; flex-wrap: wrap; gap: 0 1rem; font-size: .9rem; }
    :is(.index, .tests, td) a { display: inline-block; min-height: 1.5rem; }
    .notice a { line-height: 1.75rem; }
    .attention { border-color: var(--error); }
    .notice { border-left: 4px solid var(--link); padding: .35rem .75rem; background: var(--soft); }
    h4 { margin: 0; font-size: 1rem; }
    .tests { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 20rem), 1fr)); gap: 1rem;
      margin-top: .5rem; align-items: start; }
    .test, .medication, .twin, .problem { border: 1px solid var(--line); border-radius: .4rem; padding: .75rem; }
    .medication, .twin, .problem { margin-top: .6rem; padding: .5rem .75rem; }
    .twin h3 { margin: 0; }
    .test strong { font-size: 1.2rem; }
    .test figure { margin: .4rem 0; }
    .results { display: block; width: 100%; max-width: 24rem; height: auto; }
    .results polyline { fill: none; stroke: var(--bar); stroke-width: 1.5; }
    .results polyline ~ polyline { stroke-dasharray: 5 3; }
    .results circle { fill: var(--bar); stroke: var(--back); }
    .results .range { fill: var(--good); opacity: .18; }
    .results text { fill: var(--text); font-size: 15.5px; }
    .date { white-space: nowrap; }
    .values th, .values td { border-bottom: 1px solid var(--line); padding: .2rem .4rem .2rem 0; text-align: left;
      vertical-align: top; font-size: .9rem; }
    .values, .sides { table-layout: fixed; }
    .values th:first-child { width: 40%; }
    .values td:first-child { font-variant-numeric: tabular-nums; }
    .axis { padding: 0 .75rem; }
    .spans { display: block; width: 100%; height: .8rem; margin: .3rem 0; background: var(--soft); }
    .spans rect { fill: var(--bar); opacity: .75; }
    .medication ul, .problem ul { margin: .25rem 0 0; padding-left: 1.25rem; }
    .wide { table-layout: fixed; }
    .wide th { background: var(--soft); text-align: left; }
    .wide thead th:first-child { width: 34%; }
    .wide thead th:first-child:nth-last-child(5) { width: 24%; }
    .wide th, .wide td { border-bottom: 1px solid var(--line); padding: .35rem .5rem; vertical-align: top; }
    .wide tbody th { background: none; font-weight: 600; }
    .sides th, .sides td { border-bottom: 1px solid var(--line); padding: .25rem .5rem .25rem 0; text-align: left;
      vertical-align: top; }
    .sides tr > :first-child { width: 6rem; }
    .sides tbody th { font-weight: 400; color: var(--quiet); }
    .problem h3 { margin: 0; }
    .back { display: none; }
    .problem li { margin-top: .25rem; }
    @media screen and (max-width: 46rem) {
      .contents { position: static; }
      .contents ul { flex-wrap: wrap; padding-right: 0; white-space: normal; mask-image: none; }
      .back { position: fixed; right: 0; bottom: 0; display: block; background: var(--soft); padding: .5rem .75rem; }
      :is(.wide, .sides), :is(.wide, .sides) :is(tbody, tr, td), .wide tbody th { display: block; width: 100%; }
      :is(.wide, .sides) thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
      .sides tr > :first-child { width: auto; font-weight: 600; }
      .sides th, .sides td { border: 0; padding: .1rem 0; }
      .wide tbody th, .wide td { border: 0; padding: .1rem 0; text-align: left; }
      :is(.wide, .sides) td::before { color: var(--quiet); content: attr(data-name) ": "; }
      .wide td:empty { display: none; }
      .wide tr { border-bottom: 1px solid var(--line); padding: .4rem 0; }
    }
    @media print {
      .test, .medication, .twin, .problem { break-inside: avoid; }
      .index, .back { display: none; }
      .tests { display: block; columns: 2; }
      .test { margin-bottom: .5rem; padding: .4rem .6rem; }
      .test p { break-after: avoid; }
      summary { list-style: none; }
      .chart > details::details-content { display: none; }
      .chart > details > summary::after { content: " on the screen"; }
      .spans { outline: 1px solid var(--line); }
      .values tbody tr:nth-child(n + 11), .medication li:nth-child(n + 11) { display: none; }
      .values:has(tr:nth-child(11))::after, .medication ul:has(li:nth-child(11))::after {
        display: table-caption; caption-side: bottom; content: "The latest ten are on paper; the page on a screen has all."; }
    }

    """

  /// The SHA-256 of ``style`` in base64, by which a browser recognises it; a test computes it.
  static let styleDigest = "Dm3mSp/LxL8czDddJDoMTS4L4NmoY1lEVqcorjIWlc0="
}
