package org.assay.verify.audit;

import java.util.ArrayList;
import java.util.List;
import org.assay.verify.distinguish.BinCounts;
import org.assay.verify.inference.ClaimFamily;
import org.assay.verify.inference.SupportingLine;
import org.assay.verify.inference.SupportingLines;

/**
 * A book against every member of the claim's family other than the claim, all on the same runs, and
 * the lower bound they give together: see {@link ClaimFamily} for why their number costs nothing.
 */
final class BoundSearch {
  private static final int LINES = 6;

  private final ClaimFamily family;
  private final double threshold;
  private final List<Double> values = new ArrayList<>();
  private final List<ClaimBook> books = new ArrayList<>();

  BoundSearch(ClaimFamily family, double threshold, int pairs) {
    this.family = family;
    this.threshold = threshold;
    for (double value : family.grid()) {
      // The largest members may allow too much for any bet; they are then no bound either.
      List<SupportingLine> lines = SupportingLines.ifAny(family.at(value), LINES);
      if (value != family.claimed() && !lines.isEmpty()) {
        values.add(value);
        books.add(ClaimBook.light(lines, pairs));
      }
    }
  }

  void plan(int pair, List<BinCounts> past) {
    for (ClaimBook book : books) {
      if (!isRefuted(book)) {
        book.plan(pair, past);
      }
    }
  }

  void settle(int pair, List<BinCounts> fresh) {
    for (ClaimBook book : books) {
      if (!isRefuted(book)) {
        book.settle(pair, fresh);
      }
    }
  }

  /** Looks at every book's wealth, as the main book is looked at. */
  void checkpoint() {
    for (ClaimBook book : books) {
      if (!isRefuted(book)) {
        book.logWealth();
      }
    }
  }

  /**
   * The bound.
   *
   * @param claimRefuted whether the claim itself was; then every smaller member is, too
   */
  double value(boolean claimRefuted) {
    double bound = claimRefuted ? family.claimed() : 0;
    for (int i = 0; i < books.size(); i++) {
      boolean implied = claimRefuted && values.get(i) <= family.claimed();
      boolean passesClaim = !claimRefuted && values.get(i) > family.claimed();
      if (passesClaim || !(implied || isRefuted(books.get(i)))) {
        return bound;
      }
      bound = Math.max(bound, values.get(i));
    }
    return bound;
  }

  private boolean isRefuted(ClaimBook book) {
    return book.peak() >= threshold;
  }
}
