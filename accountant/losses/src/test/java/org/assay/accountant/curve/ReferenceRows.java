package org.assay.accountant.curve;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The reference values of {@code reference/oracle_compose.json}, one row a line. */
final class ReferenceRows {
  private ReferenceRows() {}

  record Row(String function, double q, double sigma, long count, double given, BigDecimal value) {
    boolean asksForDelta() {
      return function.equals("sgm_compose_delta");
    }
  }

  static List<Row> read() throws IOException {
    try (InputStream stream =
        Objects.requireNonNull(
            ReferenceRows.class.getResourceAsStream("/reference/oracle_compose.json"))) {
      String text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
      return text.lines().filter(line -> line.startsWith("{")).map(ReferenceRows::row).toList();
    }
  }

  private static Row row(String line) {
    String function = field(line, "fn");
    String given = function.endsWith("delta") ? "eps" : "delta";
    return new Row(
        function,
        Double.parseDouble(field(line, "q")),
        Double.parseDouble(field(line, "sigma")),
        (long) Double.parseDouble(field(line, "T")),
        Double.parseDouble(field(line, given)),
        new BigDecimal(field(line, "value")));
  }

  private static String field(String line, String name) {
    Matcher matcher = Pattern.compile("\"" + name + "\": \"?([^\",}]+)").matcher(line);
    if (!matcher.find()) {
      throw new IllegalStateException("no field " + name + " in " + line);
    }
    return matcher.group(1);
  }
}
