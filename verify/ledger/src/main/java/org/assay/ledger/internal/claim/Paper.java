package org.assay.ledger.internal.claim;

/** The papers whose claims the ledger judges. */
public enum Paper {
  /** Amplification by iteration, Snowball-SGD, localization. */
  A(
      "FeldmanKorenTalwar2020",
      "Private Stochastic Convex Optimization: Optimal Rates in Linear Time"),

  /** Minibatch noisy SGD and objective perturbation. */
  B(
      "BassilyFeldmanTalwarThakurta2019",
      "Private Stochastic Convex Optimization with Optimal Rates"),

  /** The last iterate of noisy SGD over many epochs. */
  C("AltschulerTalwar2022", "Privacy of Noisy Stochastic Gradient Descent"),

  /** Losses with the Kurdyka-Łojasiewicz condition. */
  D("MenartEtAl2023", "Differentially Private Non-Convex Optimization under the KL Condition"),

  /** Norms other than the Euclidean one. */
  E(
      "BassilyGuzmanNandi2021",
      "Non-Euclidean Differentially Private Stochastic Convex Optimization");

  private final String key;
  private final String title;

  Paper(String key, String title) {
    this.key = key;
    this.title = title;
  }

  /**
   * The paper in the bibliography.
   *
   * @return its key in {@code docs/papers/references.bib}
   */
  public String key() {
    return key;
  }

  /**
   * The paper's title.
   *
   * @return the title
   */
  public String title() {
    return title;
  }
}
