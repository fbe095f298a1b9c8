package org.assay.cli.internal.price;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assay.cli.internal.input.Value;

/**
 * The parameters of an entry of the registry of deployments, as decimals.
 *
 * @param epsilon epsilon, if stated
 * @param delta delta, if stated as a number
 * @param rho rho, if stated
 * @param formula the delta, if it is a text that is no number
 * @param unknown keys of other parameters
 */
record DeploymentNumbers(
    Optional<BigDecimal> epsilon,
    Optional<BigDecimal> delta,
    Optional<BigDecimal> rho,
    Optional<String> formula,
    List<String> unknown) {
  private static final List<String> KEYS = List.of("epsilon", "delta", "rho");

  /** YAML has other numbers too, such as 1_000. */
  private static final Pattern DECIMAL =
      Pattern.compile("[0-9]+(?:\\.[0-9]+)?(?:[eE][-+]?[0-9]+)?");

  private static final Pattern POWER =
      Pattern.compile(
          "\\s*<?\\s*(?:([0-9]{1,17}(?:\\.[0-9]{1,17})?)\\s*(?:\\*|x|×)\\s*)?10\\^?\\{?(-[0-9]{1,3})}?\\s*");

  static DeploymentNumbers read(Map<String, Value> loss) {
    Map<String, Value> given =
        DeploymentEntry.stated(loss, "privacy_parameters").map(Value::entries).orElse(Map.of());
    Optional<String> written =
        DeploymentEntry.stated(given, "delta").filter(Value::isText).map(Value::text);
    Optional<BigDecimal> power = written.flatMap(DeploymentNumbers::power);
    return new DeploymentNumbers(
        decimal(given, "epsilon", Double.MAX_VALUE),
        written.isPresent() ? power : decimal(given, "delta", 1),
        decimal(given, "rho", Double.MAX_VALUE),
        power.isPresent() ? Optional.empty() : written,
        given.keySet().stream().filter(key -> !KEYS.contains(key)).toList());
  }

  private static Optional<BigDecimal> decimal(Map<String, Value> given, String key, double most) {
    return DeploymentEntry.stated(given, key).map(value -> decimal(value, most));
  }

  private static BigDecimal decimal(Value value, double most) {
    double nearest = value.number();
    if (!(nearest >= 0 && nearest <= most)) {
      throw value.invalid(
          "was "
              + value.text()
              + ": it must be "
              + (most == 1 ? "from 0 to 1" : "at least 0 and finite"));
    }
    boolean isDecimal = DECIMAL.matcher(value.text()).matches();
    return isDecimal ? new BigDecimal(value.text()) : BigDecimal.valueOf(nearest);
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
