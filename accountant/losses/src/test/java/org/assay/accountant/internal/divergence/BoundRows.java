package org.assay.accountant.internal.divergence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.assay.accountant.numeric.Enclosure;

/**
 * Rows of {@code /reference/bounds.csv}, computed by separate code, and of {@code rounding.csv},
 * recorded from this module: a quantity's name, its arguments and its value.
 */
public record BoundRows(String name, List<Double> args, String value) {
  private static final List<BoundRows> ALL =
      Stream.of("/reference/bounds.csv", "/reference/rounding.csv")
          .flatMap(BoundRows::read)
          .toList();

  public static List<BoundRows> of(String name) {
    List<BoundRows> rows = ALL.stream().filter(row -> row.name.equals(name)).toList();
    assertFalse(rows.isEmpty(), name);
    return rows;
  }

  public double arg(int index) {
    return args.get(index);
  }

  public boolean flag(int index) {
    return args.get(index) == 1;
  }

  /** The logarithm of a bound equals the recorded one: neither smaller nor larger. */
  public static void assertLogs(String name, Function<BoundRows, Double> found) {
    for (BoundRows row : of(name)) {
      double expected = Double.parseDouble(row.value);
      double scale = Double.isInfinite(expected) ? 1 : Math.max(1, Math.abs(expected));
      assertEquals(expected, found.apply(row), 1e-11 * scale, row::point);
    }
  }

  /** An enclosure contains the value, and is hardly wider. */
  public static void assertEncloses(
      String name, double width, Function<BoundRows, Enclosure> found) {
    for (BoundRows row : of(name)) {
      Enclosure enclosure = found.apply(row);
      assertTrue(enclosure.contains(new BigDecimal(row.value)), () -> row.point() + enclosure);
      assertTrue(enclosure.relativeWidth() <= width, () -> row.point() + enclosure);
    }
  }

  /** The number on record for the same arguments under another name. */
  public double recorded(String other) {
    return of(other).stream()
        .filter(row -> row.args.equals(args))
        .mapToDouble(row -> Double.parseDouble(row.value))
        .findFirst()
        .orElseThrow(() -> new AssertionError(other + args));
  }

  public double number() {
    return Double.parseDouble(value);
  }

  public String point() {
    return name + args + " = " + value + " ";
  }

  private static Stream<BoundRows> read(String path) {
    try (InputStream stream = BoundRows.class.getResourceAsStream(path)) {
      byte[] bytes = Objects.requireNonNull(stream, path).readAllBytes();
      return new String(bytes, StandardCharsets.UTF_8).lines().map(BoundRows::parse);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static BoundRows parse(String line) {
    String[] parts = line.split(",", -1);
    int last = parts.length - 1;
    List<Double> args = Arrays.stream(parts, 1, last).map(Double::valueOf).toList();
    return new BoundRows(parts[0], args, parts[last]);
  }
}
