package org.assay.verify.internal.distinguish;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.assay.verify.internal.inference.SupportingLine;

/**
 * Counts, over all runs, of the outcomes that occurred at least twice among the stored runs. If a
 * mechanism releases an exact value rarely, the stored runs do not tell this value from the many
 * values that recur by chance. The counts of later runs do.
 */
final class RecurringValues {
  /** Upper limit of the outcomes that are followed. Not tuned: bounds memory. */
  private static final int MAXIMUM = 4096;

  /** Counts up to 5 make 36 cells, few enough for {@link RankedScorer} to give each a bin. */
  private static final SeenCells CELLS = new SeenCells(5);

  private final FingerprintIndex candidates;
  private final long[] lefts;
  private final long[] rights;

  private RecurringValues(long[] candidates) {
    // An index of distinct fingerprints, numbered in the order given.
    this.candidates = new FingerprintIndex(candidates);
    this.lefts = new long[candidates.length];
    this.rights = new long[candidates.length];
  }

  /**
   * The outcomes that recur in a table. If most outcomes recur, none is followed, because {@link
   * FrequencyLearner} has a cell for each.
   */
  static RecurringValues of(OutcomeTable table) {
    long[] sorted = new long[table.rows()];
    for (int row = 0; row < sorted.length; row++) {
      sorted[row] = table.fingerprint(row);
    }
    Arrays.sort(sorted);
    long[] candidates = new long[MAXIMUM];
    int size = 0;
    int recurring = 0;
    for (int i = 1; i < sorted.length; i++) {
      if (sorted[i] == sorted[i - 1]) {
        recurring++;
        boolean known = size > 0 && candidates[size - 1] == sorted[i];
        if (!known && size < MAXIMUM) {
          candidates[size++] = sorted[i];
        }
      }
    }
    boolean rare = recurring <= sorted.length / 2;
    RecurringValues values = new RecurringValues(Arrays.copyOf(candidates, rare ? size : 0));
    values.add(values.hits(table));
    return values;
  }

  /**
   * The occurrences of followed outcomes among some rows. An occurrence is written as twice the
   * outcome's number, plus 1 on the right dataset.
   */
  double[] hits(OutcomeTable rows) {
    double[] hits = new double[8];
    int size = 0;
    for (int row = 0; candidates.size() > 0 && row < rows.rows(); row++) {
      int candidate = candidates.find(rows.fingerprint(row));
      if (candidate >= 0) {
        if (size == hits.length) {
          hits = Arrays.copyOf(hits, 2 * size);
        }
        hits[size++] = 2 * candidate + (rows.isLeft(row) ? 0 : 1);
      }
    }
    return Arrays.copyOf(hits, size);
  }

  /** Adds what {@link #hits} wrote. */
  void add(double[] hits) {
    for (double hit : hits) {
      int candidate = (int) hit / 2;
      if (hit == 2 * candidate) {
        lefts[candidate]++;
      } else {
        rights[candidate]++;
      }
    }
  }

  /**
   * Fits a scorer that counts every run by the values of all other runs.
   *
   * @param left runs on the left dataset
   * @param right runs on the right dataset
   */
  Optional<Scorer> fit(OutcomeTable table, List<SupportingLine> lines, long left, long right) {
    byte[] cells = new byte[candidates.size()];
    BinCounts counts = new BinCounts(CELLS.size());
    long otherLeft = left;
    long otherRight = right;
    for (int i = 0; i < cells.length; i++) {
      cells[i] = (byte) CELLS.cell(lefts[i], rights[i]);
      if (lefts[i] > 0) {
        counts.add(CELLS.cell(lefts[i] - 1, rights[i]), lefts[i], 0);
      }
      if (rights[i] > 0) {
        counts.add(CELLS.cell(lefts[i], rights[i] - 1), 0, rights[i]);
      }
      otherLeft -= lefts[i];
      otherRight -= rights[i];
    }
    counts.add(0, otherLeft, otherRight);
    Scorer scorer = RankedScorer.of(new RecurringScorer(candidates, cells, counts), table);
    boolean promising = FeatureLearner.promise(scorer.countPast(table), lines) > 0;
    return promising ? Optional.of(scorer) : Optional.empty();
  }

  private static final class RecurringScorer implements Scorer {
    private final FingerprintIndex candidates;
    private final byte[] cells;
    private final BinCounts past;

    RecurringScorer(FingerprintIndex candidates, byte[] cells, BinCounts past) {
      this.candidates = candidates;
      this.cells = cells;
      this.past = past;
    }

    @Override
    public int bins() {
      return past.bins();
    }

    @Override
    public int bin(OutcomeTable table, int row) {
      int candidate = candidates.find(table.fingerprint(row));
      return candidate < 0 ? 0 : cells[candidate];
    }

    @Override
    public BinCounts countPast(OutcomeTable table) {
      return past.copy();
    }

    @Override
    public int effort(int from, int to) {
      return INTERVAL * words(from, to).size();
    }

    @Override
    public String describe(int from, int to) {
      return String.join(" or ", words(from, to));
    }

    @Override
    public List<String> words(int from, int to) {
      return CELLS.words("output", from, to);
    }
  }

  /**
   * A hash table from fingerprints to their numbers. It is sparse, since most fingerprints that are
   * looked up are absent.
   */
  private static final class FingerprintIndex {
    /** Slots for each entry, at least. Not tuned. */
    private static final int SLOTS_PER_ENTRY = 4;

    private final long[] fingerprints;
    private final int[] slots;
    private final int mask;

    /** An index of distinct fingerprints. */
    FingerprintIndex(long[] fingerprints) {
      this.fingerprints = fingerprints.clone();
      int size = Integer.highestOneBit(Math.max(1, fingerprints.length)) * 2 * SLOTS_PER_ENTRY;
      this.slots = new int[size];
      this.mask = size - 1;
      Arrays.fill(slots, -1);
      for (int i = 0; i < fingerprints.length; i++) {
        int slot = slot(fingerprints[i]);
        while (slots[slot] >= 0) {
          slot = (slot + 1) & mask;
        }
        slots[slot] = i;
      }
    }

    int size() {
      return fingerprints.length;
    }

    /** The number of a fingerprint, -1 if it is absent. */
    int find(long fingerprint) {
      int slot = slot(fingerprint);
      while (slots[slot] >= 0) {
        if (fingerprints[slots[slot]] == fingerprint) {
          return slots[slot];
        }
        slot = (slot + 1) & mask;
      }
      return -1;
    }

    private int slot(long fingerprint) {
      return (int) (fingerprint ^ (fingerprint >>> 32)) & mask;
    }
  }
}
