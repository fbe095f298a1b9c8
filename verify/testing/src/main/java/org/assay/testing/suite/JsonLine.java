package org.assay.testing.suite;

/** A JSON object in one line. */
final class JsonLine {
  private final StringBuilder fields = new StringBuilder();

  JsonLine text(String name, String value) {
    return field(name, quoted(value));
  }

  JsonLine number(String name, long value) {
    return field(name, Long.toString(value));
  }

  /** JSON has no infinities and no NaN, so these are texts. */
  JsonLine number(String name, double value) {
    String text = Double.toString(value);
    return field(name, Double.isFinite(value) ? text : quoted(text));
  }

  private JsonLine field(String name, String value) {
    fields.append(fields.isEmpty() ? "" : ",").append(quoted(name)).append(':').append(value);
    return this;
  }

  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (c < ' ' || Character.isSurrogate(c) || c == '\u2028' || c == '\u2029') {
        // Half a surrogate pair would not survive UTF-8.
        quoted.append(String.format("\\u%04x", (int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }

  @Override
  public String toString() {
    return "{" + fields + "}";
  }
}
