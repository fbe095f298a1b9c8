package org.assay.cli.internal.price;

import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
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
import org.assay.cli.internal.input.DocumentReader;
import org.assay.cli.internal.input.InputException;
import org.assay.cli.internal.input.Value;

/**
 * An entry of the registry of deployments of differential privacy, and the findings about its
 * numbers.
 *
 * @param file the file of the entry
 * @param name the name of the data product
 * @param unit the privacy unit, if stated
 * @param guarantee the stated guarantee, if the numbers make one
 * @param findings the findings
 */
record DeploymentEntry(
    String file,
    String name,
    Optional<String> unit,
    Optional<Guarantee> guarantee,
    List<Finding> findings) {
  /** An entry states no relation; restating zCDP and reading risks are the same under each. */
  private static final AdjacencyRelation ANY = AdjacencyRelation.ADD_OR_REMOVE;

  /** Smallest ratio of a stated epsilon to a proved one that is called cautious. Not tuned. */
  private static final double CAUTIOUS = 1.02;

  private static final String PURE = "Pure DP";
  private static final String APPROXIMATE = "Approximate DP";
  private static final String CONCENTRATED = "Zero-concentrated DP";

  /** Variants whose numbers have one meaning; of Rényi DP an entry states no order. */
  private static final List<String> KNOWN = List.of(PURE, APPROXIMATE, CONCENTRATED);

  /** The value after the sign of a parameter in a text, up to a space or a sign of TeX. */
  private static final Pattern NAMED =
      Pattern.compile(
          "\\\\?(epsilon|rho|ε|ρ)[\\\\)}$\\s]*(?:=|of|:)[\\s$\\\\(]*([0-9][^\\s,;)$}\\\\]*[0-9]|[0-9])");

  private static final Pattern DECIMAL =
      Pattern.compile("[0-9]{1,40}(?:\\.[0-9]{1,40})?(?:[eE][-+]?[0-9]{1,3})?");

  private static final Pattern WHOLE =
      Pattern.compile("\\b(total|overall|global|final|sum)\\b", Pattern.CASE_INSENSITIVE);

  DeploymentEntry {
    findings = List.copyOf(findings);
  }

  /** The severity of a finding. */
  enum Weight {
    /** Two numbers, or a number and its variant, cannot both be meant. */
    CONTRADICTION,
    /** A stated number promises more privacy than the other numbers prove. */
    TOO_SMALL,
    /** A number that the reader needs and the entry does not give. */
    MISSING,
    /** A statement of the entry that cannot be compared. */
    CANNOT_TELL,
    /** The file is no entry that can be read. */
    UNREADABLE,
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
   * @param weight the severity
   * @param place the key of the entry
   * @param text the finding in words
   */
  record Finding(Weight weight, String place, String text) {}

  /** The entry of a file; a file that is none has its reason as the only finding. */
  static DeploymentEntry read(Path file) {
    try {
      return read(file.toString(), DocumentReader.read(file));
    } catch (InputException e) {
      Finding reason = new Finding(Weight.UNREADABLE, "file", "is no entry: " + e.getMessage());
      return new DeploymentEntry(
          file.toString(), "not read", Optional.empty(), Optional.empty(), List.of(reason));
    }
  }

  private static DeploymentEntry read(String file, Value document) {
    Value deployment = required(document, "deployment");
    String name = required(required(deployment, "basic"), "name").text();
    Map<String, Value> loss = entries(deployment, "privacy_loss");
    DeploymentNumbers numbers = DeploymentNumbers.read(loss);
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
    return stated(object.entries(), key).map(Value::entries).orElse(Map.of());
  }

  private static Optional<String> text(Map<String, Value> object, String key) {
    return stated(object, key).map(Value::text).map(String::strip);
  }

  /** The value of a key; empty for a key without a value. */
  static Optional<Value> stated(Map<String, Value> object, String key) {
    return Optional.ofNullable(object.get(key)).filter(value -> !value.json().isNull());
  }

  /** Checks of the numbers of one entry against each other. */
  private static final class Checks {
    private final DeploymentNumbers numbers;
    private final Optional<String> variant;
    private final List<Finding> findings = new ArrayList<>();

    Checks(DeploymentNumbers numbers, Optional<String> variant) {
      this.numbers = numbers;
      this.variant = variant;
    }

    void add(Weight weight, String place, String text) {
      findings.add(new Finding(weight, place, text));
    }

    void run() {
      boolean delta = hasDelta();
      if (!numbers.any()) {
        add(Weight.MISSING, "privacy_parameters", "states no number: nothing can be checked");
        return;
      }
      if (variant.isEmpty()) {
        add(Weight.MISSING, "variant_name", "is not stated: say which kind of privacy is promised");
      }
      for (String key : numbers.unknown()) {
        add(Weight.CANNOT_TELL, key, "is no parameter of the registry's, and was not looked at");
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
      if (!isKnown()) {
        variant.ifPresent(
            name ->
                add(
                    Weight.CANNOT_TELL,
                    "variant_name",
                    "is '"
                        + name
                        + "', and what its numbers promise is not known here; known are "
                        + String.join(", ", KNOWN)));
        return;
      }
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

    private boolean isKnown() {
      return variant.filter(KNOWN::contains).isPresent();
    }

    private boolean hasDelta() {
      return numbers.delta().filter(value -> value.signum() > 0).isPresent();
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
      boolean hasNeighbours = rho < Double.MAX_VALUE && Math.nextUp(delta) < 1;
      if (rho >= Double.MIN_NORMAL && delta >= Double.MIN_NORMAL && hasNeighbours) {
        follows(Math.nextDown(rho), Math.nextUp(rho), delta, epsilon);
      } else if (stated.signum() > 0 && delta < 1) {
        add(Weight.CANNOT_TELL, "epsilon", "was not compared: rho or delta is beyond computing");
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
      if (isKnown()) {
        parts(details, "epsilon", numbers.epsilon());
        parts(details, "rho", numbers.rho());
      }
    }

    /**
     * A part is the only number of its parameter in a line of a list. An epsilon beside a rho is a
     * conversion, which adds up to nothing.
     */
    private void parts(String details, String parameter, Optional<BigDecimal> stated) {
      List<BigDecimal> parts = new ArrayList<>();
      List<String> others = new ArrayList<>();
      for (String line : details.lines().map(String::strip).toList()) {
        List<String> named = named(line, parameter);
        boolean isConverted = parameter.equals("epsilon") && !named(line, "rho").isEmpty();
        boolean isPart = line.startsWith("-") && !WHOLE.matcher(line).find() && !isConverted;
        if (isPart && named.size() == 1 && DECIMAL.matcher(named.get(0)).matches()) {
          parts.add(new BigDecimal(named.get(0)));
        } else {
          named.stream().filter(text -> !states(stated, text)).forEach(others::add);
        }
      }
      if (parts.size() > 1 && stated.isPresent()) {
        sum(parameter, stated.get(), parts, others.isEmpty());
      } else {
        parts.stream()
            .map(BigDecimal::toString)
            .filter(text -> !states(stated, text))
            .forEach(others::add);
      }
      if (!others.isEmpty()) {
        add(
            Weight.CANNOT_TELL,
            parameter,
            "has other numbers in the details, which were not compared: "
                + String.join(", ", others)
                + "; only a list is added up whose lines begin with '-' and name one number each");
      }
    }

    private static boolean states(Optional<BigDecimal> stated, String text) {
      return DECIMAL.matcher(text).matches()
          && stated.filter(it -> it.compareTo(new BigDecimal(text)) == 0).isPresent();
    }

    /**
     * Compares the sum of parts with the stated number; a sum of only some parts may still show an
     * excess.
     */
    private void sum(String parameter, BigDecimal stated, List<BigDecimal> parts, boolean all) {
      BigDecimal sum = parts.stream().reduce(BigDecimal.ZERO, BigDecimal::add);
      String sums =
          parts.stream().map(BigDecimal::toPlainString).collect(Collectors.joining(" + "))
              + " = "
              + sum.toPlainString();
      int order = sum.compareTo(stated);
      if (order > 0) {
        boolean adds = parameter.equals("rho") || (is(PURE) && !hasDelta());
        add(
            adds ? Weight.TOO_SMALL : Weight.CANNOT_TELL,
            parameter,
            "is "
                + stated
                + ", less than its parts: "
                + sums
                + (adds
                    ? "; that holds only if no unit is in all of them"
                    : "; with a delta that may hold, and the entry does not say how it composed"));
      } else if (all) {
        String agrees = "is what the parts add up to: ";
        String text = order == 0 ? agrees : "is " + stated + ", more than its parts: ";
        add(Weight.NOTE, parameter, text + sums);
      }
    }

    /** The numbers of a parameter in a text, in their order. */
    private static List<String> named(String text, String parameter) {
      String sign = parameter.equals("epsilon") ? "ε" : "ρ";
      return NAMED
          .matcher(text)
          .results()
          .filter(found -> found.group(1).equals(parameter) || found.group(1).equals(sign))
          .map(found -> found.group(2))
          .toList();
    }

    /** The stated guarantee, if the variant and its numbers determine one. */
    Optional<Guarantee> guarantee() {
      if (is(CONCENTRATED) && numbers.rho().isPresent()) {
        return Optional.of(new Guarantee.ZeroConcentrated(numbers.rho().get().doubleValue(), ANY));
      }
      double delta = numbers.delta().map(BigDecimal::doubleValue).orElse(0.0);
      boolean pure = is(PURE) && numbers.formula().isEmpty() && !hasDelta();
      return numbers
          .epsilon()
          .filter(epsilon -> pure || (isKnown() && delta > 0 && delta < 1))
          .map(BigDecimal::doubleValue)
          .map(
              epsilon ->
                  pure
                      ? new Guarantee.Pure(epsilon, ANY)
                      : new Guarantee.Approximate(epsilon, delta, ANY));
    }
  }
}
