package org.assay.verify.pairs;

/** An integer type that a sum may overflow. */
public enum IntegerType {
  /** 8 bits. */
  BYTE(Byte.MIN_VALUE, Byte.MAX_VALUE),

  /** 16 bits. */
  SHORT(Short.MIN_VALUE, Short.MAX_VALUE),

  /** 32 bits. */
  INT(Integer.MIN_VALUE, Integer.MAX_VALUE),

  /** 64 bits. */
  LONG(Long.MIN_VALUE, Long.MAX_VALUE);

  private final long smallest;
  private final long largest;

  IntegerType(long smallest, long largest) {
    this.smallest = smallest;
    this.largest = largest;
  }

  /**
   * The smallest value.
   *
   * @return a negative number
   */
  public long smallest() {
    return smallest;
  }

  /**
   * The largest value.
   *
   * @return a positive number
   */
  public long largest() {
    return largest;
  }
}
