package org.assay.cli.internal.price;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.assay.accountant.accounting.Cost;
import org.assay.accountant.budget.JournalKey;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.curve.RenyiConversion;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.EventKinds;
import org.assay.accountant.numeric.Decimals;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.assay.cli.internal.input.InputException;

/**
 * An epsilon with the numbers by which {@code verify/checker/assay_check.py} proves it again. The
 * checker computes its inputs from the text of the event. This class names a method and its
 * numbers, and proves nothing.
 *
 * @param epsilon the upper end, which is proved, as a decimal
 * @param words the method for a person
 * @param content keys and values by {@code certificate.schema.json}, without the digest
 */
record Certificate(BigDecimal epsilon, String words, Map<String, Object> content) {
  private static final String SCHEMA = "urn:assay:schema:certificate:1";

  /**
   * Relative amount by which numbers are rounded outward. The checker reads decimals where the
   * accountant reads the nearest doubles, and allows a number of a proof an excess of 1e-6.
   */
  private static final double SLACK = 1e-8;

  /** The formulas that the checker reads. */
  private static final String LITERAL = "[0-9]{1,40}(\\.[0-9]{1,40})?([eE][+-]?[0-9]{1,3})?%?";

  private static final Pattern QUOTIENT = Pattern.compile(LITERAL + "( *[*/] *" + LITERAL + ")*");

  /** Significant digits of numbers that are rounded outward. */
  private static final int DIGITS = 12;

  /** Smallest exponent of ten of decimals that are written without an exponent. */
  private static final int SMALLEST_PLAIN = -6;

  /** Largest exponent of ten of decimals that are written without an exponent. */
  private static final int LARGEST_PLAIN = 12;

  /**
   * The certificate of an answer.
   *
   * @param answer the output of the subcommand {@code epsilon}
   * @throws InputException if the checker does not know a kind of the event
   */
  static Certificate of(BoundStatement answer) {
    CertificateSteps steps = CertificateSteps.of(answer.event(), answer.adjacency());
    if (!(answer.bound().value().upper() < Double.POSITIVE_INFINITY)) {
      throw steps.refused("as no finite epsilon is known for it");
    }
    return new Draft(answer, steps).finished();
  }

  /** JSON, with a digest of all other keys, and their code under a key. */
  String json(Optional<JournalKey> key) {
    byte[] bytes = written(sorted(content), false).getBytes(StandardCharsets.UTF_8);
    Map<String, Object> all = new LinkedHashMap<>(content);
    all.put("sha256", HexFormat.of().formatHex(sha256(bytes)));
    all.put("signature", key.map(it -> HexFormat.of().formatHex(it.code(bytes))).orElse("none"));
    return written(all, true) + "\n";
  }

  private static Map<String, Object> sorted(Map<String, Object> values) {
    Map<String, Object> sorted = new TreeMap<>();
    values.forEach((key, value) -> sorted.put(key, sortedValue(value)));
    return sorted;
  }

  private static Object sortedValue(Object value) {
    if (value instanceof List<?> list) {
      return list.stream().map(Certificate::sortedValue).toList();
    }
    if (value instanceof Map<?, ?> map) {
      Map<String, Object> sorted = new TreeMap<>();
      map.forEach((key, inner) -> sorted.put(key.toString(), sortedValue(inner)));
      return sorted;
    }
    return value;
  }

  private static String written(Object value, boolean pretty) {
    ObjectMapper mapper = new ObjectMapper();
    try {
      return pretty
          ? mapper.writerWithDefaultPrettyPrinter().writeValueAsString(value)
          : mapper.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("maps of texts are always JSON", e);
    }
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** A decimal of the certificate that is at least a given number, which is not negative. */
  private static BigDecimal above(double value) {
    double raised = Rounding.multiplyUp(value, 1 + SLACK);
    return new BigDecimal(raised).round(new MathContext(DIGITS, RoundingMode.CEILING));
  }

  private static BigDecimal below(double value) {
    double lowered = Math.max(0, Rounding.multiplyDown(value, 1 - SLACK));
    return new BigDecimal(lowered).round(new MathContext(DIGITS, RoundingMode.FLOOR));
  }

  /** The only form in which certificates have a number. */
  private static String decimal(BigDecimal value) {
    if (value.signum() == 0) {
      return "0";
    }
    BigDecimal shortest = value.stripTrailingZeros();
    int exponent = shortest.precision() - shortest.scale() - 1;
    return exponent >= SMALLEST_PLAIN && exponent <= LARGEST_PLAIN
        ? shortest.toPlainString()
        : shortest.scaleByPowerOfTen(-exponent).toPlainString() + "e" + exponent;
  }

  private static final class Draft {
    private final BoundStatement answer;
    private final CertificateSteps steps;
    private final Cost cost;
    private final List<String> formulas;
    private final Map<String, Object> proof = new LinkedHashMap<>();

    Draft(BoundStatement answer, CertificateSteps steps) {
      this.answer = answer;
      this.steps = steps;
      this.cost = Cost.of(answer.event(), answer.adjacency());
      this.formulas =
          answer.formulas().stream().filter(typed -> QUOTIENT.matcher(typed).matches()).toList();
      String all = EventKinds.describe(answer.event(), answer.adjacency(), answer.formulas());
      if (!text(answer.event()).equals(all)) {
        throw steps.refused(
            "as the checker reads products and quotients of numbers and no other formulas: type a"
                + " decimal");
      }
      proof.put(
          "steps",
          steps.list().stream()
              .map(
                  step ->
                      sorted(
                          Map.of(
                              "event", text(step.event()), "times", Long.toString(step.times()))))
              .toList());
    }

    Certificate finished() {
      if (steps.areGaussians()) {
        proof.put("mu_squared", decimal(above(cost.rhoByMu().times(2).upper())));
        return withBothEnds("gaussian", "the profile of one Gaussian");
      }
      if (steps.haveFewLosses()) {
        proof.put(
            "greatest_loss",
            UnsupportedEventException.ifKnown(() -> cost.pureEpsilon().upper())
                .map(loss -> decimal(above(loss)))
                .orElse("infinity"));
        return withBothEnds("losses", "the sum over all privacy losses");
      }
      return byDivergence();
    }

    private Certificate withBothEnds(String method, String words) {
      Enclosure bound = answer.bound().value();
      return certificate(method, words, Optional.of(below(bound.lower())), above(bound.upper()));
    }

    private Certificate byDivergence() {
      RdpCurve curve =
          UnsupportedEventException.ifKnown(cost::renyi)
              .orElseThrow(() -> steps.refused("of which no Rényi divergence is finite"));
      CertificateOrder best = CertificateOrder.best(curve, answer.at(), steps.samples());
      Optional<Double> pure =
          UnsupportedEventException.ifKnown(() -> cost.pureEpsilon().upper())
              .filter(epsilon -> epsilon <= best.epsilon());
      String order = pure.isPresent() ? "infinity" : decimal(BigDecimal.valueOf(best.order()));
      BigDecimal divergence = above(pure.orElseGet(() -> curve.at(best.order()).upper()));
      double stated = Math.nextUp(divergence.doubleValue());
      double epsilon =
          pure.isPresent()
              ? stated
              : RenyiConversion.epsilon(best.order(), Enclosure.exact(stated), answer.at()).upper();
      proof.put("order", order);
      proof.put("divergence", decimal(divergence));
      String words =
          pure.isPresent() ? "the sum of pure epsilons" : "the Rényi divergence of order " + order;
      return certificate("renyi", words, Optional.empty(), above(epsilon));
    }

    private Certificate certificate(
        String method, String words, Optional<BigDecimal> lower, BigDecimal upper) {
      Map<String, Object> epsilon = new LinkedHashMap<>();
      lower.ifPresent(end -> epsilon.put("lower", decimal(end)));
      epsilon.put("upper", decimal(upper));
      Map<String, Object> content = new LinkedHashMap<>();
      content.put("schema", SCHEMA);
      content.put("assay", version());
      content.put("event", text(answer.event()));
      content.put("adjacency", answer.adjacency().label());
      content.put("delta", decimal(new BigDecimal(Double.toString(answer.at()))));
      content.put("epsilon", epsilon);
      content.put("method", method);
      content.put("proof", proof);
      return new Certificate(upper, words, content);
    }

    /**
     * The text of an event, with fractions as typed, so that the certificate is about them and not
     * about doubles.
     */
    private String text(DpEvent event) {
      return EventKinds.describe(event, answer.adjacency(), formulas);
    }

    private static String version() {
      return Optional.ofNullable(Certificate.class.getPackage().getImplementationVersion())
          .orElse("unpackaged");
    }
  }

  /** Writes the certificate into the answer for programs. */
  void put(ObjectNode node) {
    node.put("epsilon", decimal(epsilon)).put("method", words);
  }

  /** The line about the certificate below the answer for persons. */
  String line(BoundStatement answer, boolean signed) {
    String proved = Decimals.BY_SIZE.up(epsilon.doubleValue());
    String answered = Decimals.BY_SIZE.up(answer.bound().value().upper());
    return (signed ? "certificate, signed: proves (" : "certificate: proves (")
        + proved
        + ", "
        + Decimals.BY_SIZE.given(answer.at())
        + ")-DP by "
        + words
        + (proved.equals(answered) ? "" : "; the answer above is " + answered)
        + "\n";
  }
}
