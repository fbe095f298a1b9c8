package org.assay.accountant.meaning;

import java.util.List;

/** A program with its repetitions written out; leaves are numbered in order of execution. */
sealed interface Node {
  /** A leaf reads its input and releases an output. */
  record Call(int number) implements Node {}

  /** The children read the same input. */
  record Chain(List<Node> children) implements Node {}

  /** Every record of the input is kept independently. */
  record Kept(Fraction probability, Node child) implements Node {}

  /** A uniform subset of the input, which has the stated size. */
  record Subset(int size, int population, Node child) implements Node {}

  /** So many independent draws from the input, which has the stated size. */
  record Draws(int count, int population, Node child) implements Node {}

  /** Every unit becomes its records; the unit in which the databases differ owns most. */
  record Owned(int records, int recordsOfOthers, Node child) implements Node {}

  /** Every record goes to one child. */
  record Parts(int number, List<Node> children) implements Node {}
}
