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
   * @param record a record, left as it is
   * @return records strictly simpler in an order that cannot descend for ever; none if the record
   *     is as simple as can be
   */
  List<R> simpler(R record);
}
