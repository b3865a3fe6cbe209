/// The style that all pages share: light and dark, for screens from 320 points and for paper.
enum PageStyle {
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
    h2 { margin: 2rem 0 .5rem; border-bottom: 1px solid var(--line); font-size: 1.35rem; }
    h3 { margin: .75rem 0 0; font-size: 1rem; }
    p { margin: .4rem 0; }
    .quiet, figcaption { color: var(--quiet); font-size: .9rem; }
    .charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); gap: 1rem 2rem; }
    figure { margin: 0 0 1rem; }
    table { border-collapse: collapse; width: 100%; }
    caption { padding: .3rem 0; font-weight: 600; text-align: left; }
    .bars th { width: 50%; padding: .1rem .5rem .1rem 0; font-weight: 400; text-align: left; vertical-align: top; }
    .bars .bar { width: 35%; }
    .bars svg { display: block; width: 100%; height: .7rem; }
    .bars rect, .timeline rect { fill: var(--bar); }
    .bars rect.error, .bars rect.fatal { fill: var(--error); }
    .bars rect.warning { fill: var(--warning); }
    .count { padding-right: .6rem; text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
    .axis { display: flex; justify-content: space-between; color: var(--quiet); font-size: .9rem; }
    summary { cursor: pointer; }
    .contents { position: sticky; z-index: 1; top: 0; background: var(--back); }
    .contents ul { display: flex; flex-wrap: wrap; gap: 0 1.25rem; margin: 0; padding: .25rem 0; list-style: none; }
    .contents a, .bars a { display: inline-block; min-height: 1.5rem; }
    @media (min-width: 64rem) {
      .columns { display: grid; grid-template-columns: 12rem minmax(0, 1fr); gap: 2rem; }
      .contents { align-self: start; padding-top: 2rem; }
      .contents ul { display: block; }
      .contents li { padding: .15rem 0; }
    }
    @media (max-width: 64rem) {
      :is(section, article, details) { scroll-margin-top: 6rem; }
    }
    @media (max-width: 46rem) {
      .contents ul { flex-wrap: nowrap; overflow-x: auto; padding-right: 4rem; white-space: nowrap;
        mask-image: linear-gradient(to left, transparent, #000 4rem); }
      :is(section, article, details) { scroll-margin-top: 3rem; }
    }
    @media print {
      :root { --back: #ffffff; --text: #000000; --quiet: #3c444d; --line: #999999; --soft: #ffffff; --link: #000000;
        --error: #8a120c; --warning: #5c3900; --note: #000000; --good: #0c4a23; --bar: #4a6fa5; --mark: #ffe08a; }
      html { font-size: 10pt; }
      body { max-width: none; padding: 0; }
      .skip, nav { display: none; }
      .columns { display: block; }
      h2, h3, h4, caption, summary { break-after: avoid; }
      tr, figure { break-inside: avoid; }
      details::details-content { display: block; content-visibility: visible; block-size: auto; opacity: 1; }
    }

    """

  /// The SHA-256 of ``style`` in base64, by which a browser recognises it; a test computes it.
  static let digest = "6vwPumKRE0n0fb59nbnNB0KtL0DZL0b60lVMagg5f0M="
}
