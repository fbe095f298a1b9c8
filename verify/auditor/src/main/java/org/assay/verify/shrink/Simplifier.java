package org.assay.verify.shrink;

import java.util.List;

/**
 * Ways of making a record simpler.
 *
 * @param <R> the type of records
 */
@FunctionalInterface
public interface Simplifier<R> {
  /**
   * Simpler records, the simplest first.
   *
   * @param record a record, which must not be changed
   * @return records strictly simpler in an order without infinite descent; empty if the record is
   *     as simple as possible
   */
  List<R> simpler(R record);
}
