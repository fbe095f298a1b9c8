package org.assay.accountant.internal.iteration.recoupling;

import java.util.ArrayList;
import java.util.List;

/**
 * How steep a line is: by how many half spacings of loss it rises in a cell. Where that is odd, the
 * losses on a line are whole at every other place only, so that the lines from even and from odd
 * places are told apart.
 *
 * @param halves spacings of loss in two cells
 * @param parity of the places where lines start if {@code halves} is odd; else lines start
 *     everywhere
 */
record TwoDataTilt(int halves, int parity) {
  private static final int[] HALVES = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16};

  /** All that are tried. */
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

  /** The first place from a place on where lines start. */
  int first(int place) {
    return step() == 1 || (place - parity) % 2 == 0 ? place : place + 1;
  }

  /** Between places where lines start. */
  int step() {
    return halves % 2 + 1;
  }

  boolean startsAt(int place) {
    return first(place) == place;
  }

  /** 1 if losses are half way between two at a place, else 0. */
  int half(int place) {
    return startsAt(place) ? 0 : 1;
  }

  /** Spacings in so many cells, rounded up. */
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
