package org.assay.verify.pairs;

/**
 * The place of the record that differs among the others. Leading pairs take the places in turn.
 * Some mistakes concern the first record, the last record, or neighbours in a list, and show at one
 * place only.
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

  /** Number of other records that stand before the record. */
  abstract int among(int others);

  /** The places in turn: the place of the pair with this number. */
  static Place turn(int number) {
    return values()[number % values().length];
  }
}
