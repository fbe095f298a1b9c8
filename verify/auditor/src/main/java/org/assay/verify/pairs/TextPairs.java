package org.assay.verify.pairs;

import java.util.List;
import org.assay.accountant.privacy.AdjacencyRelation;

/** Pairs of datasets of texts or categories. */
public final class TextPairs {
  /** Texts that no domain expects and on which software often fails. */
  static final List<String> UNUSUAL =
      List.of(
          "unseen category",
          "",
          " ",
          "null",
          "NaN",
          "x".repeat(10_000),
          "a,b\n\"c\"",
          "\u0000",
          "\u00df\u0130\ud83d\ude00");

  private TextPairs() {}

  /**
   * Pairs made from a dataset of texts: its own texts, unseen, empty and very long ones, and texts
   * changed slightly. Other texts contain separators, control characters or characters beyond
   * ASCII.
   *
   * @param dataset the texts, possibly empty
   * @param adjacency the relation; zero-out needs {@link RecordPairs#zero}
   * @return the pairs
   */
  public static RecordPairs<String> of(List<String> dataset, AdjacencyRelation adjacency) {
    return RecordPairs.of(dataset, adjacency)
        .values(UNUSUAL)
        .mutation("blank added", (text, random) -> text + " ")
        .mutation("doubled", (text, random) -> text + text)
        .mutation(
            "first character dropped", (text, random) -> text.isEmpty() ? "?" : text.substring(1));
  }
}
