package org.assay.cli.documented;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Changes a number of a certificate for the worse. */
final class CertificateChange {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final Pattern DIGITS = Pattern.compile("[0-9]+");

  private CertificateChange() {}

  static void to(ObjectNode copy, SplittableRandom random) {
    ObjectNode epsilon = (ObjectNode) copy.get("epsilon");
    ObjectNode proof = (ObjectNode) copy.get("proof");
    String name = ofProof(proof);
    double more = 1 + Math.pow(10, -random.nextDouble() * 4.5);
    switch (random.nextInt(9)) {
      case 0 -> {
        if (isWide(epsilon)) {
          epsilon.put("upper", epsilon.get("lower").asText());
        }
        scale(epsilon, "upper", 1 / more);
      }
      case 1 -> { // at large orders, and in a wide interval, less would be proved as well
        if (isWide(epsilon)) {
          scale(proof, name, more);
        } else {
          scale(copy, "delta", 0.1 / more);
        }
      }
      case 2 -> scale(proof, name, more);
      case 3 -> scale(proof, name, 1 / more);
      case 4 -> {
        if (epsilon.has("lower")) {
          scale(epsilon, "lower", more);
        } else {
          scale(proof, "order", random.nextBoolean() ? 2 : 0.5);
        }
      }
      case 5 -> moreOften(copy, proof, random);
      case 6 -> copy.put("schema", copy.get("schema").asText().replace(":1", ":2"));
      case 7 -> {
        ObjectNode step = (ObjectNode) proof.withArray("steps").get(0);
        step.put("times", step.get("times").asText() + "0");
      }
      default -> copy.put("event", otherNumber(copy.get("event").asText(), random));
    }
  }

  /** Whether the ends are so far apart that a smaller upper end may be proved too. */
  private static boolean isWide(ObjectNode epsilon) {
    return epsilon.has("lower")
        && epsilon.get("upper").asDouble() > epsilon.get("lower").asDouble() * (1 + 1e-5);
  }

  /** What the proof states beside its order and steps. */
  private static String ofProof(ObjectNode proof) {
    return proof.has("mu_squared")
        ? "mu_squared"
        : proof.has("order") ? "divergence" : "greatest_loss";
  }

  /** A number becomes another one; an infinite one becomes finite. */
  static void scale(ObjectNode object, String key, double factor) {
    String before = object.get(key).asText();
    BigDecimal value = new BigDecimal(before.equals("infinity") ? "9" : before);
    BigDecimal scaled = value.multiply(BigDecimal.valueOf(factor)).stripTrailingZeros();
    if (scaled.precision() > 20) {
      scaled = scaled.round(new MathContext(20)).stripTrailingZeros();
    }
    object.put(key, scaled.toPlainString());
  }

  /** The event runs once more, and the list of the proof says so too. */
  private static void moreOften(ObjectNode copy, ObjectNode proof, SplittableRandom random) {
    String event = copy.get("event").asText();
    copy.put("event", "2 x (" + event + ")");
    proof
        .withArray("steps")
        .forEach(
            step ->
                ((ObjectNode) step)
                    .put("times", 2 * Long.parseLong(step.get("times").asText()) + ""));
    boolean finite = !proof.get(ofProof(proof)).asText().equals("infinity");
    if (finite && random.nextBoolean()) {
      scale(proof, ofProof(proof), 2);
    }
  }

  private static String otherNumber(String event, SplittableRandom random) {
    List<MatchResult> numbers = DIGITS.matcher(event).results().toList();
    MatchResult number = numbers.get(random.nextInt(numbers.size()));
    char last = number.group().charAt(number.group().length() - 1);
    char other = (char) ('1' + (last - '0' + random.nextInt(8)) % 9);
    int at = number.end() - 1;
    return event.substring(0, at) + (other == last ? "97" : other) + event.substring(at + 1);
  }

  static String digest(ObjectNode certificate) throws Exception {
    ObjectNode rest = certificate.deepCopy();
    rest.remove(List.of("sha256", "signature"));
    String text =
        new ObjectMapper()
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .writeValueAsString(MAPPER.treeToValue(rest, TreeMap.class));
    byte[] hash =
        MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(hash);
  }
}
