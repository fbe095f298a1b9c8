package org.assay.cli.internal.evaluate;

import com.fasterxml.jackson.databind.JsonNode;

/** A function of the batch language, from the arguments as a question states them. */
interface BatchFunction {
  /** Its name in the batch language. */
  String name();

  /**
   * The certified value.
   *
   * @param args the arguments by name, an object
   * @throws LineException if an argument is missing, unknown or out of range
   */
  BatchAnswer at(JsonNode args);

  /**
   * The value to a number of correct significant digits.
   *
   * @param args the arguments by name, an object
   * @param digits how many
   * @throws LineException if an argument is wrong, or the function is not known to more digits
   */
  BatchAnswer at(JsonNode args, int digits);
}
