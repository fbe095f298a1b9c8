package org.assay.cli.internal.evaluate;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** The answer of a function. */
@FunctionalInterface
interface BatchAnswer {
  /**
   * Writes the answer.
   *
   * @param object receives it after what it has: the id of the question and the function's name
   */
  void putInto(ObjectNode object);
}
