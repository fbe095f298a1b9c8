package org.assay.verify.pairs;

/**
 * Where the record that differs stands among the others. Leading pairs take the places in turn:
 * what is done to the first record or the last, or to neighbours in a list, shows at one of them.
 */
enum Place {
  LAST {
    @Override
    int among(int others) {
      return others;
    }
  },
  FIRST {
    @Override
    int among(int others) {
      return 0;
    }
  },
  MIDDLE {
    @Override
    int among(int others) {
      return others / 2;
    }
  };

  /** How many of the others stand before the record. */
  abstract int among(int others);

  /** The places in turn, without end. */
  static Place turn(int number) {
    return values()[number % values().length];
  }
}
