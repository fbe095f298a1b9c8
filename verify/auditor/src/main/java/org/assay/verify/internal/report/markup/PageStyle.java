package org.assay.verify.internal.report.markup;

/**
 * The style sheet of all pages. Every colour is a variable with a light and a dark value, and every
 * font belongs to one of three families. What may be wider than a narrow window scrolls within its
 * own box.
 */
final class PageStyle {
  /** The font of running text. */
  static final String TEXT_FONT =
      "\"Source Serif 4\", Charter, \"Bitstream Charter\", Georgia, \"DejaVu Serif\", serif";

  /** The font of drawings and badges; widths of labels are estimated for it. */
  static final String DRAWING_FONT = "\"DejaVu Sans\", Verdana, sans-serif";

  /** The font of commands. */
  static final String COMMAND_FONT = "\"DejaVu Sans Mono\", Menlo, monospace";

  private static final String COLOURS =
      """
      :root { color-scheme: light dark;
        --paper: #fff; --ink: #1d2329; --soft: #4a535c; --link: #14507a; --rule: #c9d0d6;
        --faint: #e3e7ea; --axis: #7d8790; --block: #f5f6f7; --first: #14507a; --second: #2a7347;
        --third: #b4571d; --fourth: #7a4b9a; --mark: #6b6347; --excluded: #f2f0e9; --guess: #7d8790; --limit: #8a1c1c;
        --refuted: #8a1c1c; --refuted-paper: #fbeaea; --refuted-edge: #d9a3a3;
        --certified: #1d5c33; --certified-paper: #e8f4ec; --certified-edge: #9cc6aa;
        --not-refuted: #3f4a54; --not-refuted-paper: #eef0f2; --not-refuted-edge: #b6bfc7;
        --inconclusive: #6b5200; --inconclusive-paper: #fbf3d9; --inconclusive-edge: #d8c37c; }
      @media screen and (prefers-color-scheme: dark) {
        :root { --paper: #15191d; --ink: #e4e8eb; --soft: #aab4bc; --link: #8fc1e8; --rule: #444d55;
          --faint: #2b3238; --axis: #8d98a1; --block: #1f252a; --first: #7db7e6; --second: #74c690;
          --third: #eb9a61; --fourth: #c39be6; --mark: #c9bd8f; --excluded: #3b382b; --guess: #8d98a1; --limit: #f09a9a;
          --refuted: #f4a6a6; --refuted-paper: #3a1d1d; --refuted-edge: #7d4343;
          --certified: #93d3a9; --certified-paper: #17301f; --certified-edge: #3f7353;
          --not-refuted: #c3ccd3; --not-refuted-paper: #262d33; --not-refuted-edge: #56616b;
          --inconclusive: #e6cc78; --inconclusive-paper: #332a10; --inconclusive-edge: #776326; } }
      """;

  private static final String TEXT =
      """
      * { box-sizing: border-box; }
      body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 TEXT_FONT;
        overflow-wrap: anywhere; }
      main { max-width: 62rem; margin: 0 auto; padding: 2.5rem 1.5rem 4rem; }
      h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 .6rem; }
      h2 { font-size: 1.3rem; line-height: 1.3; margin: 0 0 .3rem; }
      p { margin: .5rem 0; max-width: 46rem; }
      a { color: var(--link); }
      .number { white-space: nowrap; }
      .answer { font-size: 1.3rem; line-height: 1.35; font-weight: 600; }
      .below { color: var(--soft); font-size: .87rem; line-height: 1.45; margin-top: .15rem; }
      footer { border-top: 1px solid var(--rule); margin-top: 2.5rem; padding-top: .8rem;
        font-size: .85rem; color: var(--soft); }
      .lead, .claim, .remark { color: var(--soft); }
      section { border-top: 1px solid var(--rule); margin-top: 2.5rem; padding-top: 1.5rem;
        break-inside: avoid; }
      .witness { border-left: 3px solid var(--rule); padding-left: .9rem; }
      .remark { font-style: italic; }
      .badge { display: inline-block; font: 600 .74rem/1.7 DRAWING_FONT; padding: 0 .6em;
        border-radius: .3em; border: 1px solid; vertical-align: .12em; white-space: nowrap; }
      .badge.refuted { color: var(--refuted); background: var(--refuted-paper);
        border-color: var(--refuted-edge); }
      .badge.certified { color: var(--certified); background: var(--certified-paper);
        border-color: var(--certified-edge); }
      .badge.not-refuted { color: var(--not-refuted); background: var(--not-refuted-paper);
        border-color: var(--not-refuted-edge); }
      .alarm { color: var(--refuted); background: var(--refuted-paper); font-weight: 600;
        border: 2px solid var(--refuted); border-radius: .3em; padding: .5rem .9rem; }
      .badge.inconclusive { color: var(--inconclusive); background: var(--inconclusive-paper);
        border-color: var(--inconclusive-edge); }
      pre { font: .85rem/1.5 COMMAND_FONT; background: var(--block); padding: .7rem .9rem;
        margin: .3rem 0; white-space: pre-wrap; }
      code { font: .85rem/1.5 COMMAND_FONT; }
      .reproduce { margin: .8rem 0 0; font-size: .93rem; color: var(--soft); }
      """;

  /**
   * Tables. A cell is at least as wide as its longest word, so that no word or number is broken.
   */
  private static final String TABLES =
      """
      .table { overflow-x: auto; margin: 1rem 0; }
      table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums;
        font-size: .93rem; overflow-wrap: break-word; }
      th, td { text-align: left; vertical-align: top; padding: .4rem .8rem .4rem 0;
        border-bottom: 1px solid var(--faint); }
      thead th { border-bottom: 1px solid var(--axis); font-weight: 600; }
      .facts th { width: 13rem; font-weight: 400; color: var(--soft); }
      .facts { overflow-wrap: anywhere; }
      .summary td.name { overflow-wrap: anywhere; min-width: 9rem; }
      th.end, td.end { text-align: right; padding-right: 0; white-space: nowrap; }
      @media (max-width: 640px) {
        main { padding: 1.5rem 1rem 3rem; }
        table, tbody, tr, th, td { display: block; }
        thead { display: none; }
        tr { border: 1px solid var(--rule); border-radius: .4em; padding: .5rem .8rem;
          margin: 0 0 .8rem; }
        th, td, th.end, td.end { border: 0; padding: .15rem 0; text-align: left;
          white-space: normal; }
        td:empty { display: none; }
        td[data-head]::before { content: attr(data-head); display: block; font-size: .8rem;
          color: var(--soft); }
        .facts tr { border: 0; border-bottom: 1px solid var(--faint); border-radius: 0;
          padding: .3rem 0; margin: 0; }
        .facts th { width: auto; font-size: .8rem; }
      }
      """;

  /**
   * Drawings. A caption takes the width of its drawing, which keeps its size while there is room.
   */
  private static final String DRAWINGS =
      """
      .plots figure { margin: 0; }
      .plots { display: flex; flex-wrap: wrap; gap: 1.5rem; margin: 1.2rem 0; align-items: flex-start; }
      figure { margin: 1.2rem 0; width: fit-content; max-width: 100%; }
      figcaption { font-size: .85rem; line-height: 1.4; color: var(--soft); contain: inline-size; }
      svg { display: block; max-width: 100%; height: auto; }
      svg text { font: 12px DRAWING_FONT; fill: var(--soft); }
      svg .middle { text-anchor: middle; }
      svg .end { text-anchor: end; }
      svg .grid { stroke: var(--faint); }
      svg .axis { stroke: var(--axis); }
      svg path { fill: none; stroke-width: 2; stroke-linejoin: round; }
      svg path.first { stroke: var(--first); }
      svg circle.first { fill: var(--first); }
      svg path.second { stroke: var(--second); }
      svg circle.second { fill: var(--second); }
      svg path.third { stroke: var(--third); stroke-dasharray: 6 4; }
      svg circle.third { fill: var(--third); }
      svg path.fourth { stroke: var(--fourth); stroke-dasharray: 2 3; }
      svg circle.fourth { fill: var(--fourth); }
      svg path.mark { stroke: var(--mark); stroke-dasharray: 2 3; stroke-width: 1.5; }
      svg circle.mark { fill: var(--mark); }
      svg path.border { stroke: var(--mark); stroke-width: 1.6; }
      svg path.guess { stroke: var(--guess); stroke-dasharray: 2 4; stroke-width: 1.5; }
      svg path.limit { stroke: var(--limit); stroke-dasharray: 6 4; stroke-width: 1.3; }
      svg text.limit { fill: var(--limit); }
      svg .excluded { fill: var(--excluded); }
      svg .band { fill: var(--first); fill-opacity: .16; }
      svg .box { fill: var(--first); fill-opacity: .13; stroke: var(--first); stroke-opacity: .55; }
      """;

  private static final String PRINT =
      """
      @media print {
        body { font-size: 10.5pt; }
        main { max-width: none; padding: 0; }
        a { color: inherit; text-decoration: none; }
        .badge, svg * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
      }
      """;

  static final String CSS =
      (COLOURS + TEXT + TABLES + DRAWINGS + PRINT)
          .replace("TEXT_FONT", TEXT_FONT)
          .replace("DRAWING_FONT", DRAWING_FONT)
          .replace("COMMAND_FONT", COMMAND_FONT);

  private PageStyle() {}
}
