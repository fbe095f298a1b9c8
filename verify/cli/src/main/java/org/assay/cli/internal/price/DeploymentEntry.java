package org.assay.cli.internal.price;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.assay.accountant.accounting.TightestBound;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.ZcdpEvent;
import org.assay.accountant.numeric.Decimals;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.cli.internal.input.Value;

/**
 * An entry of the registry of deployments of differential privacy, and what its numbers say about
 * each other.
 *
 * @param file where the entry stands
 * @param name the name of the data product
 * @param unit the privacy unit, if stated
 * @param guarantee the stated guarantee, if the numbers make one
 * @param findings what was found
 */
record DeploymentEntry(
    String file,
    String name,
    Optional<String> unit,
    Optional<Guarantee> guarantee,
    List<Finding> findings) {
  /** An entry states no relation; restating zCDP and reading risks are the same under each. */
  private static final AdjacencyRelation ANY = AdjacencyRelation.ADD_OR_REMOVE;

  /** A stated epsilon that is larger than a proved one by less is not called cautious. */
  private static final double CAUTIOUS = 1.02;

  private static final String PURE = "Pure DP";
  private static final String APPROXIMATE = "Approximate DP";
  private static final String CONCENTRATED = "Zero-concentrated DP";

  /** A part of a budget in a list: one number behind the sign of its parameter. */
  private static final Pattern PART =
      Pattern.compile(
          "\\\\?(epsilon|rho|ε|ρ)[\\\\)}$\\s]*(?:=|of|:)[\\s$\\\\(]*([0-9]+(?:\\.[0-9]+)?)");

  private static final Pattern WHOLE =
      Pattern.compile("\\b(total|overall|global|final|sum)\\b", Pattern.CASE_INSENSITIVE);

  private static final Pattern POWER =
      Pattern.compile(
          "\\s*<?\\s*(?:([0-9]{1,17}(?:\\.[0-9]{1,17})?)\\s*(?:\\*|x|×)\\s*)?10\\^?\\{?(-[0-9]{1,3})}?\\s*");

  DeploymentEntry {
    findings = List.copyOf(findings);
  }

  /** How much a finding weighs. */
  enum Weight {
    /** Two numbers, or a number and its variant, cannot both be meant. */
    CONTRADICTION,
    /** A stated number promises more privacy than what stands beside it proves. */
    TOO_SMALL,
    /** A number that the reader needs and the entry does not give. */
    MISSING,
    /** A stated number promises less than is proved, or agrees. */
    NOTE;

    String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** Whether the entry has to be corrected. */
    boolean wrong() {
      return this == CONTRADICTION || this == TOO_SMALL;
    }
  }

  /**
   * One finding.
   *
   * @param weight how much it weighs
   * @param place the key that it is about
   * @param text what was found
   */
  record Finding(Weight weight, String place, String text) {}

  static DeploymentEntry read(String file, Value document) {
    Value deployment = required(document, "deployment");
    String name = required(required(deployment, "basic"), "name").text();
    Map<String, Value> loss = entries(deployment, "privacy_loss");
    Numbers numbers = Numbers.read(loss);
    Optional<String> variant = text(entries(deployment, "dp_variant"), "variant_name");
    Optional<String> unit = text(loss, "privacy_unit");
    Checks checks = new Checks(numbers, variant);
    checks.run();
    if (numbers.any() && unit.isEmpty()) {
      checks.add(
          Weight.MISSING,
          "privacy_unit",
          "is not stated: numbers mean nothing without what they protect");
    }
    text(loss, "privacy_parameters_details").ifPresent(checks::parts);
    return new DeploymentEntry(file, name, unit, checks.guarantee(), checks.findings);
  }

  private static Value required(Value object, String key) {
    Value value = object.entries().get(key);
    if (value == null) {
      throw object.invalid("has no '" + key + "', which an entry of the registry must have");
    }
    return value;
  }

  private static Map<String, Value> entries(Value object, String key) {
    return Optional.ofNullable(object.entries().get(key))
        .filter(Value::isObject)
        .map(Value::entries)
        .orElse(Map.of());
  }

  private static Optional<String> text(Map<String, Value> object, String key) {
    return Optional.ofNullable(object.get(key))
        .filter(value -> value.isText() || value.isNumber())
        .map(Value::text)
        .map(String::strip);
  }

  /**
   * The stated parameters, as decimals.
   *
   * @param formula the delta, if it is a text that is no number
   */
  private record Numbers(
      Optional<BigDecimal> epsilon,
      Optional<BigDecimal> delta,
      Optional<BigDecimal> rho,
      Optional<String> formula) {
    static Numbers read(Map<String, Value> loss) {
      Map<String, Value> given =
          Optional.ofNullable(loss.get("privacy_parameters"))
              .filter(Value::isObject)
              .map(Value::entries)
              .orElse(Map.of());
      Optional<String> written =
          Optional.ofNullable(given.get("delta")).filter(Value::isText).map(Value::text);
      Optional<BigDecimal> power = written.flatMap(Numbers::power);
      return new Numbers(
          decimal(given, "epsilon", Double.MAX_VALUE),
          written.isPresent() ? power : decimal(given, "delta", 1),
          decimal(given, "rho", Double.MAX_VALUE),
          power.isPresent() ? Optional.empty() : written);
    }

    private static Optional<BigDecimal> decimal(Map<String, Value> given, String key, double most) {
      return Optional.ofNullable(given.get(key)).map(value -> decimal(value, most));
    }

    private static BigDecimal decimal(Value value, double most) {
      value.number();
      BigDecimal number = new BigDecimal(value.text());
      if (!(number.signum() >= 0 && number.compareTo(new BigDecimal(most)) <= 0)) {
        throw value.invalid(
            "was "
                + value.text()
                + ": it must be at least 0"
                + (most == 1 ? ", and at most 1" : ""));
      }
      return number;
    }

    /** A delta that is written as a power of ten. */
    private static Optional<BigDecimal> power(String text) {
      Matcher power = POWER.matcher(text);
      if (!power.matches()) {
        return Optional.empty();
      }
      BigDecimal factor = power.group(1) == null ? BigDecimal.ONE : new BigDecimal(power.group(1));
      return Optional.of(factor.scaleByPowerOfTen(Integer.parseInt(power.group(2))));
    }

    boolean any() {
      return epsilon.isPresent() || delta.isPresent() || rho.isPresent() || formula.isPresent();
    }
  }

  /** What the numbers of one entry say about each other. */
  private static final class Checks {
    private final Numbers numbers;
    private final Optional<String> variant;
    private final List<Finding> findings = new ArrayList<>();

    Checks(Numbers numbers, Optional<String> variant) {
      this.numbers = numbers;
      this.variant = variant;
    }

    void add(Weight weight, String place, String text) {
      findings.add(new Finding(weight, place, text));
    }

    void run() {
      boolean delta = numbers.delta().filter(value -> value.signum() > 0).isPresent();
      if (!numbers.any()) {
        add(Weight.MISSING, "privacy_parameters", "states no number: nothing can be checked");
        return;
      }
      if (variant.isEmpty()) {
        add(Weight.MISSING, "variant_name", "is not stated: say which kind of privacy is promised");
      }
      if (is(PURE) && delta) {
        add(
            Weight.CONTRADICTION,
            "delta",
            "is "
                + Decimals.number(numbers.delta().orElseThrow().doubleValue())
                + ", and pure DP has none: the promise is approximate");
      }
      if ((is(PURE) || is(APPROXIMATE)) && numbers.epsilon().isEmpty()) {
        add(Weight.MISSING, "epsilon", "is not stated, which " + variant.orElseThrow() + " needs");
      }
      numbers
          .formula()
          .ifPresent(
              formula ->
                  add(
                      Weight.MISSING,
                      "delta",
                      "is '" + formula + "', which is no number: state one"));
      if (is(APPROXIMATE) && !delta && numbers.formula().isEmpty()) {
        add(
            Weight.MISSING,
            "delta",
            "is not stated: without delta the promise is pure DP, which Gaussian noise never"
                + " keeps");
      }
      if (is(CONCENTRATED) && numbers.rho().isEmpty()) {
        add(Weight.MISSING, "rho", "is not stated, which " + CONCENTRATED + " needs");
      }
      if (numbers.epsilon().isEmpty() && delta) {
        add(Weight.MISSING, "epsilon", "is not stated: a delta alone promises nothing");
      }
      if (numbers.rho().isPresent() && numbers.epsilon().isPresent()) {
        conversion(numbers.rho().orElseThrow(), numbers.epsilon().orElseThrow(), delta);
      }
    }

    private boolean is(String name) {
      return variant.filter(name::equals).isPresent();
    }

    private void conversion(BigDecimal stated, BigDecimal epsilon, boolean hasDelta) {
      if (is(PURE) && !hasDelta) {
        add(Weight.NOTE, "rho", "stands beside a pure epsilon, and was not compared with it");
        return;
      }
      if (!hasDelta) {
        if (numbers.formula().isEmpty()) {
          add(
              Weight.CONTRADICTION,
              "epsilon",
              "is " + epsilon + " beside rho without a delta: rho implies an epsilon at a delta");
        }
        return;
      }
      double rho = stated.doubleValue();
      double delta = numbers.delta().orElseThrow().doubleValue();
      if (rho > 0 && delta < 1) {
        follows(Math.nextDown(rho), Math.nextUp(rho), delta, epsilon);
      }
    }

    /**
     * Whether epsilon follows from rho. Decimals lie between the doubles beside the nearest one, so
     * a refutation is about the lower rho and the higher delta, and a proof about the others.
     */
    private void follows(double lower, double upper, double delta, BigDecimal epsilon) {
      double least = gaussian(Math.nextUp(multiplier(lower)), Math.nextUp(delta)).lower();
      double gaussian = gaussian(Math.nextDown(multiplier(upper)), Math.nextDown(delta)).upper();
      TightestBound concentrated = TightestBound.of(new ZcdpEvent(upper, 0, ANY), ANY);
      double any = concentrated.epsilon(Math.nextDown(delta)).value().upper();
      String rho = numbers.rho().orElseThrow().toString();
      String at = " at delta " + Decimals.number(delta);
      if (isBelow(rounded(epsilon), least)) {
        add(
            Weight.TOO_SMALL,
            "epsilon",
            "is "
                + epsilon
                + ", and does not follow from rho "
                + rho
                + ": Gaussian noise of that rho spends at least "
                + Decimals.BY_SIZE.down(least)
                + at);
      } else if (isBelow(epsilon, gaussian)) {
        add(
            Weight.TOO_SMALL,
            "epsilon",
            "is "
                + epsilon
                + ", rounded down: for Gaussian noise of rho "
                + rho
                + " "
                + Decimals.BY_SIZE.up(gaussian)
                + " is proved"
                + at
                + "; round a promise up");
      } else if (isBelow(epsilon, any)) {
        add(
            Weight.NOTE,
            "epsilon",
            "follows from rho "
                + rho
                + " for Gaussian noise ("
                + Decimals.BY_SIZE.up(gaussian)
                + at
                + "), and for any other noise only from "
                + Decimals.BY_SIZE.up(any)
                + " on");
      } else {
        boolean cautious = epsilon.doubleValue() > any * CAUTIOUS;
        String proved = ", and is cautious: " + Decimals.BY_SIZE.up(any) + " is proved" + at;
        add(Weight.NOTE, "epsilon", "follows from rho " + rho + (cautious ? proved : at));
      }
    }

    private static Enclosure gaussian(double noiseMultiplier, double delta) {
      DpEvent noise = DpEvent.gaussian(noiseMultiplier, Sensitivity.unit(ANY));
      return TightestBound.of(noise, ANY).epsilon(delta).value();
    }

    /** The noise multiplier of a Gaussian that is rho-zCDP, off by less than one double. */
    private static double multiplier(double rho) {
      return Math.sqrt(0.5 / rho);
    }

    private static boolean isBelow(BigDecimal number, double bound) {
      return bound == Double.POSITIVE_INFINITY || number.compareTo(new BigDecimal(bound)) < 0;
    }

    /** The largest number that is written like this one when rounded to its digits. */
    private static BigDecimal rounded(BigDecimal stated) {
      return stated.add(stated.ulp().divide(BigDecimal.valueOf(2), MathContext.DECIMAL128));
    }

    /** Whether the parts that a list of the entry names add up to the stated number. */
    void parts(String details) {
      for (String parameter : List.of("epsilon", "rho")) {
        Optional<BigDecimal> stated =
            parameter.equals("epsilon") ? numbers.epsilon() : numbers.rho();
        List<BigDecimal> parts =
            details
                .lines()
                .map(String::strip)
                .filter(line -> line.startsWith("-") && !WHOLE.matcher(line).find())
                .map(line -> part(line, parameter))
                .flatMap(Optional::stream)
                .toList();
        if (parts.size() > 1 && stated.isPresent()) {
          parts(parameter, stated.get(), parts);
        }
      }
    }

    private void parts(String parameter, BigDecimal stated, List<BigDecimal> parts) {
      BigDecimal sum = parts.stream().reduce(BigDecimal.ZERO, BigDecimal::add);
      String sums =
          parts.stream().map(BigDecimal::toPlainString).collect(Collectors.joining(" + "))
              + " = "
              + sum.toPlainString();
      int order = sum.compareTo(stated);
      String text =
          order == 0
              ? "is what the parts add up to: " + sums
              : order > 0
                  ? "is "
                      + stated
                      + ", less than its parts: "
                      + sums
                      + "; that holds only if no unit is in all of them"
                  : "is " + stated + ", more than its parts: " + sums;
      add(order > 0 ? Weight.TOO_SMALL : Weight.NOTE, parameter, text);
    }

    private static Optional<BigDecimal> part(String line, String parameter) {
      Matcher found = PART.matcher(line);
      String sign = parameter.equals("epsilon") ? "ε" : "ρ";
      if (!found.find() || !(found.group(1).equals(parameter) || found.group(1).equals(sign))) {
        return Optional.empty();
      }
      BigDecimal number = new BigDecimal(found.group(2));
      return found.find() ? Optional.empty() : Optional.of(number);
    }

    /** The promise, where the variant and its numbers make one. */
    Optional<Guarantee> guarantee() {
      double delta = numbers.delta().map(BigDecimal::doubleValue).orElse(0.0);
      if (numbers.rho().isPresent() && (is(CONCENTRATED) || numbers.epsilon().isEmpty())) {
        return Optional.of(new Guarantee.ZeroConcentrated(numbers.rho().get().doubleValue(), ANY));
      }
      boolean lost = (is(APPROXIMATE) || numbers.formula().isPresent()) && delta == 0;
      return numbers
          .epsilon()
          .filter(epsilon -> !lost && delta < 1)
          .map(BigDecimal::doubleValue)
          .map(
              epsilon ->
                  delta > 0
                      ? new Guarantee.Approximate(epsilon, delta, ANY)
                      : new Guarantee.Pure(epsilon, ANY));
    }
  }
}
