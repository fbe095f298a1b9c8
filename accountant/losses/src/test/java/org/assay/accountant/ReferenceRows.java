package org.assay.accountant;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the rows of {@code /reference/divergences.jsonl}. */
public record ReferenceRows(Map<String, Double> args, BigDecimal value) {
  private static final Pattern ARGUMENT = Pattern.compile("\"(\\w+)\": (-?[0-9.eE+-]+)");
  private static final Pattern VALUE = Pattern.compile("\"value\": \"([^\"]+)\"");

  /** All rows of one function. */
  public static List<ReferenceRows> of(String function) {
    String path = "/reference/divergences.jsonl";
    try (InputStream stream = ReferenceRows.class.getResourceAsStream(path)) {
      String text =
          new String(Objects.requireNonNull(stream, path).readAllBytes(), StandardCharsets.UTF_8);
      return text.lines()
          .filter(line -> line.contains("\"" + function + "\""))
          .map(ReferenceRows::parse)
          .toList();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** One argument. */
  public double arg(String name) {
    return Objects.requireNonNull(args.get(name), name);
  }

  private static ReferenceRows parse(String line) {
    Map<String, Double> args = new HashMap<>();
    Matcher argument = ARGUMENT.matcher(line);
    while (argument.find()) {
      args.put(argument.group(1), Double.valueOf(argument.group(2)));
    }
    Matcher value = VALUE.matcher(line);
    if (!value.find()) {
      throw new IllegalStateException("no value in " + line);
    }
    return new ReferenceRows(args, new BigDecimal(value.group(1)));
  }
}
