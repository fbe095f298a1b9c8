package org.assay.accountant.budget;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assay.accountant.numeric.Rational;

/**
 * One row of a budget's chain. Row 0 opens the budget: its costs are the limits, its event is the
 * header of the currency, and its label is drawn at random, so that whoever opens a budget knows
 * the row again. Each later row is a charge. The hash covers every other field, the hash of the row
 * before, and the identity of the store. So a row that was changed, dropped, added, moved, or taken
 * from another store does not fit.
 *
 * @param budget the budget whose chain this is
 * @param sequence its place, from 0
 * @param id names the charge; unique in its budget, and the same in every budget it was charged to
 * @param leaf the budget that was named by whoever charged
 * @param costs what was charged, one number for each limit
 * @param totals the sums with this row
 * @param label what the charge was for
 * @param event what was run
 * @param at when, by the clock of whoever charged; says nothing about order
 * @param previousHash the hash of the row before, or 32 zeros
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
  private static final int FIELDS = 11;

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

  /** The next row, which charges. */
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

  /** What is the same in the rows of all budgets that a charge is booked to. */
  record Request(String leaf, String id, String label, String event, Instant at) {}

  /**
   * What hashes are made with.
   *
   * @param format with a key or without
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

  /** Whether this row stands where the other one ends the chain before. */
  boolean follows(ChargeRow previous) {
    return sequence - 1 == previous.sequence && previousHash.equals(previous.hash);
  }

  /** Whether this row can be the first of a chain. */
  boolean opens() {
    return sequence == 0 && id.equals(OPENING) && previousHash.equals(NO_HASH);
  }

  private Stream<String> fields() {
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

  /**
   * Reads what {@link #line} wrote.
   *
   * @throws IllegalArgumentException if it is not that
   */
  static ChargeRow ofLine(String line) {
    String[] parts = line.split(BETWEEN_FIELDS, -1);
    if (parts.length != FIELDS) {
      throw new IllegalArgumentException("row had " + parts.length + " fields: it must have 11");
    }
    return new ChargeRow(
        parts[0],
        Long.parseLong(parts[1]),
        parts[2],
        parts[3],
        numbers(parts[4]),
        numbers(parts[5]),
        parts[6],
        parts[7],
        parts[8],
        parts[9],
        parts[10]);
  }

  static String text(List<Rational> numbers) {
    return numbers.stream().map(Rational::toString).collect(Collectors.joining(","));
  }

  static List<Rational> numbers(String text) {
    return Stream.of(text.split(",", -1)).map(Rational::parse).toList();
  }

  BudgetCharge charge() {
    return new BudgetCharge(sequence, id, leaf, label, event, costs, Instant.parse(at));
  }
}
