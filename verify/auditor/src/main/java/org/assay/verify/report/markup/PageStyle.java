package org.assay.verify.report.markup;

/** The style sheet of all pages. */
final class PageStyle {
  static final String CSS =
      """
      :root { color-scheme: light; }
      * { box-sizing: border-box; }
      body { margin: 0; background: #fff; color: #1d2329;
        font: 16px/1.55 "Source Serif 4", Charter, "Bitstream Charter", Georgia, "DejaVu Serif", serif; }
      main { max-width: 62rem; margin: 0 auto; padding: 2.5rem 1.5rem 4rem; }
      h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 .6rem; }
      h2 { font-size: 1.3rem; line-height: 1.3; margin: 0 0 .3rem; }
      p { margin: .5rem 0; max-width: 46rem; }
      a { color: #14507a; }
      .lead { color: #4a535c; }
      section { border-top: 1px solid #c9d0d6; margin-top: 2.5rem; padding-top: 1.5rem;
        break-inside: avoid; }
      .claim { color: #4a535c; }
      .witness { border-left: 3px solid #c9d0d6; padding-left: .9rem; }
      .remark { color: #4a535c; font-style: italic; }
      table { border-collapse: collapse; width: 100%; margin: 1rem 0;
        font-variant-numeric: tabular-nums; font-size: .93rem; }
      th, td { text-align: left; vertical-align: top; padding: .4rem .8rem .4rem 0;
        border-bottom: 1px solid #e3e7ea; overflow-wrap: anywhere; }
      thead th { border-bottom: 1px solid #7d8790; font-weight: 600; }
      .facts th { width: 13rem; font-weight: 400; color: #4a535c; }
      .end { text-align: right; padding-right: 0; }
      .badge { display: inline-block; font: 600 .74rem/1.7 "DejaVu Sans", Verdana, sans-serif;
        padding: 0 .6em; border-radius: .3em; border: 1px solid; vertical-align: .12em;
        overflow-wrap: normal; white-space: nowrap; }
      .refuted { color: #8a1c1c; background: #fbeaea; border-color: #d9a3a3; }
      .consistent { color: #1d5c33; background: #e8f4ec; border-color: #9cc6aa; }
      .inconclusive { color: #6b5200; background: #fbf3d9; border-color: #d8c37c; }
      .plots { display: flex; flex-wrap: wrap; gap: 1.5rem; margin: 1.2rem 0; align-items: flex-end; }
      figure { margin: 0; flex: 1 1 19rem; }
      figure.wide { flex: 1.5 1 26rem; }
      figure.bound { max-width: 32rem; }
      figcaption { font-size: .85rem; line-height: 1.4; color: #4a535c; }
      svg { display: block; width: 100%; height: auto; }
      svg text { font: 12px "DejaVu Sans", Verdana, sans-serif; fill: #4a535c; }
      svg .middle { text-anchor: middle; }
      svg .end { text-anchor: end; }
      svg .note { paint-order: stroke; stroke: #f2f0e9; stroke-width: 4px; }
      svg .grid { stroke: #e3e7ea; }
      svg .axis { stroke: #7d8790; }
      svg .guess { stroke: #b3bbc2; stroke-dasharray: 2 4; }
      svg line.limit { stroke: #8a1c1c; stroke-dasharray: 6 4; stroke-width: 1.3; }
      svg text.limit { fill: #8a1c1c; }
      svg path.wealth { fill: none; stroke: #14507a; stroke-width: 2; stroke-linejoin: round; }
      svg circle.wealth, svg .observed { fill: #14507a; }
      svg .excluded { fill: #f2f0e9; stroke: none; }
      svg .claimed { fill: none; stroke: #6b6347; stroke-width: 1.6; }
      svg .box { fill: #14507a; fill-opacity: .13; stroke: #14507a; stroke-opacity: .55; }
      pre { font: .85rem/1.5 "DejaVu Sans Mono", Menlo, monospace; background: #f5f6f7;
        padding: .7rem .9rem; margin: .3rem 0; white-space: pre-wrap; overflow-wrap: anywhere; }
      .reproduce { margin: .8rem 0 0; font-size: .93rem; color: #4a535c; }
      @media print {
        body { font-size: 10.5pt; }
        main { max-width: none; padding: 0; }
        a { color: inherit; text-decoration: none; }
        .badge, svg * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
      }
      """;

  private PageStyle() {}
}
