package org.assay.accountant.internal.iteration.recoupling;

import java.util.ArrayList;
import java.util.List;

/**
 * The slope of a line: the number of half spacings of loss by which the line rises in a cell. If
 * that number is odd, the losses on a line are whole at every other place only. Lines from even and
 * from odd places are then distinct.
 *
 * @param halves spacings of loss in two cells
 * @param parity of the places where lines start if {@code halves} is odd; else lines start
 *     everywhere
 */
record TwoDataTilt(int halves, int parity) {
  private static final int[] HALVES = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16};

  /** All slopes that are tried. */
  static List<TwoDataTilt> all() {
    List<TwoDataTilt> all = new ArrayList<>();
    for (int halves : HALVES) {
      all.add(new TwoDataTilt(halves, 0));
      if (halves % 2 == 1) {
        all.add(new TwoDataTilt(halves, 1));
      }
    }
    return all;
  }

  /** Spacings of loss that a line gains in a cell. */
  double gain() {
    return halves / 2.0;
  }

  /** The slope λ of the line, in losses over noises of a block. */
  double slope(TwoDataLattice lattice) {
    return gain() * lattice.spacing() / lattice.cell();
  }

  /** The first place, at or above a place, where lines start. */
  int first(int place) {
    return step() == 1 || (place - parity) % 2 == 0 ? place : place + 1;
  }

  /** Number of places from one start of lines to the next. */
  int step() {
    return halves % 2 + 1;
  }

  boolean startsAt(int place) {
    return first(place) == place;
  }

  /** 1 if the losses at a place are half way between two losses of the lattice, else 0. */
  int half(int place) {
    return startsAt(place) ? 0 : 1;
  }

  /** Spacings of loss that a line gains in a number of cells, rounded up. */
  int gains(int cells) {
    return (halves * cells + 1) / 2;
  }

  /**
   * Spacings that a line rises from a place to the limit, or to the next place where lines start;
   * rounded up.
   */
  int below(int limit, int place) {
    return -Math.floorDiv(-halves * (first(limit) - place), 2);
  }
}
