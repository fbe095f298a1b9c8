package org.assay.accountant.budget;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assay.accountant.numeric.Rational;

/**
 * One row of a budget's chain. Row 0 opens the budget: its costs are the limits, and its event is
 * the header of the currency. Its label is random, so that a client can distinguish its own opening
 * row from another client's. Each later row is a charge. The hash covers every other field, the
 * previous row's hash, and the identity of the store. So a row that was changed, dropped, added,
 * moved, or taken from another store is detected.
 *
 * @param budget the budget whose chain this is
 * @param sequence the row's place in the chain, from 0
 * @param id name of the charge; unique in its budget, and the same in every budget that it was
 *     charged to
 * @param leaf the budget that the caller charged; rows for it and for the budgets above share the
 *     id
 * @param costs charged costs, one number for each limit
 * @param totals the sums of all charges up to and including this row
 * @param label purpose of the charge
 * @param event the event that was charged, as text
 * @param at the time by the caller's clock; the order of rows does not depend on it
 * @param previousHash the hash of the previous row, or 32 zeros
 * @param hash 32 hexadecimal digits
 */
record ChargeRow(
    String budget,
    long sequence,
    String id,
    String leaf,
    List<Rational> costs,
    List<Rational> totals,
    String label,
    String event,
    String at,
    String previousHash,
    String hash) {
  /** The id of every row 0. */
  static final String OPENING = "create";

  private static final String NO_HASH = "0".repeat(JournalFormat.CHECKSUM_DIGITS);
  private static final String BETWEEN_FIELDS = "\t";
  static final int FIELDS = 11;

  ChargeRow {
    costs = List.copyOf(costs);
    totals = List.copyOf(totals);
  }

  static ChargeRow opening(
      String budget, List<Rational> limits, String header, Instant at, Seal seal) {
    List<Rational> nothing = limits.stream().map(limit -> Rational.ZERO).toList();
    return new ChargeRow(
            budget,
            0,
            OPENING,
            budget,
            limits,
            nothing,
            UUID.randomUUID().toString(),
            header,
            at.toString(),
            NO_HASH,
            "")
        .sealed(seal);
  }

  /** The row of a further charge, directly after this row. */
  ChargeRow next(Request request, List<Rational> costs, List<Rational> sums, Seal seal) {
    return new ChargeRow(
            budget,
            sequence + 1,
            request.id(),
            request.leaf(),
            costs,
            sums,
            request.label(),
            request.event(),
            request.at().toString(),
            hash,
            "")
        .sealed(seal);
  }

  /** The fields that a charge's rows share, in all budgets that it is charged to. */
  record Request(String leaf, String id, String label, String event, Instant at) {}

  /**
   * The inputs of the hashes other than the fields.
   *
   * @param format the key of the hashes, if any
   * @param store the identity of the store, drawn when the store was made
   */
  record Seal(JournalFormat format, String store) {}

  private ChargeRow sealed(Seal seal) {
    return new ChargeRow(
        budget, sequence, id, leaf, costs, totals, label, event, at, previousHash, digest(seal));
  }

  private String digest(Seal seal) {
    String text = fields().limit(FIELDS - 1).collect(Collectors.joining(BETWEEN_FIELDS));
    return seal.format()
        .digest("row " + seal.store() + BETWEEN_FIELDS + text, JournalFormat.CHECKSUM_DIGITS);
  }

  /** Whether the hash is that of the fields. */
  boolean isIntact(Seal seal) {
    return sequence >= 0 && hash.equals(digest(seal));
  }

  /** Whether this row is the direct successor of another row. */
  boolean follows(ChargeRow previous) {
    return sequence - 1 == previous.sequence && previousHash.equals(previous.hash);
  }

  /** Whether this row can be the first of a chain. */
  boolean opens() {
    return sequence == 0 && id.equals(OPENING) && previousHash.equals(NO_HASH);
  }

  /** The texts of all components in their order. */
  Stream<String> fields() {
    return Stream.of(
        budget,
        Long.toString(sequence),
        id,
        leaf,
        text(costs),
        text(totals),
        label,
        event,
        at,
        previousHash,
        hash);
  }

  /** One line without a line break. */
  String line() {
    return fields().collect(Collectors.joining(BETWEEN_FIELDS));
  }

  /** The place of a row. */
  record Place(String budget, String sequence, String id) {
    /** The first three fields of a line. All are empty if the line has fewer than four fields. */
    static Place ofLine(String line) {
      int first = line.indexOf(BETWEEN_FIELDS);
      int second = line.indexOf(BETWEEN_FIELDS, first + 1);
      int third = line.indexOf(BETWEEN_FIELDS, second + 1);
      return first < second && second < third
          ? new Place(
              line.substring(0, first),
              line.substring(first + 1, second),
              line.substring(second + 1, third))
          : new Place("", "", "");
    }
  }

  /**
   * Reads a line written by {@link #line}.
   *
   * @throws JournalException if the line is not a row
   */
  static ChargeRow ofLine(String line, String store) {
    return ofFields(List.of(line.split(BETWEEN_FIELDS, -1)), store);
  }

  /**
   * The row of texts in the order of the fields.
   *
   * @param store the place of the store in words
   * @throws JournalException if the texts are not those of a row
   */
  static ChargeRow ofFields(List<String> parts, String store) {
    try {
      if (parts.size() != FIELDS) {
        throw new IllegalArgumentException(
            "it has " + parts.size() + " fields instead of " + FIELDS);
      }
      return new ChargeRow(
          parts.get(0),
          Long.parseLong(parts.get(1)),
          parts.get(2),
          parts.get(3),
          numbers(parts.get(4)),
          numbers(parts.get(5)),
          parts.get(6),
          parts.get(7),
          parts.get(8),
          parts.get(9),
          parts.get(10));
    } catch (IllegalArgumentException e) {
      throw new JournalException(
          store,
          "row "
              + parts.get(1)
              + " of budget "
              + parts.get(0)
              + " was changed: "
              + e.getMessage()
              + "; restore the store or count the budget as spent");
    }
  }

  static String text(List<Rational> numbers) {
    return numbers.stream().map(Rational::toString).collect(Collectors.joining(","));
  }

  private static List<Rational> numbers(String text) {
    return Stream.of(text.split(",", -1)).map(Rational::parse).toList();
  }

  BudgetCharge charge() {
    return new BudgetCharge(sequence, id, leaf, label, event, costs, Instant.parse(at));
  }
}
