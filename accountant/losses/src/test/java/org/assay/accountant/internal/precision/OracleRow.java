package org.assay.accountant.internal.precision;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** A reference value of a function of the batch language, from {@code precision/oracle.json}. */
record OracleRow(String fn, Map<String, Double> args, BigDecimal value) {
  private static final Pattern ROW =
      Pattern.compile(
          "\"fn\":\\s*\"(\\w+)\",\\s*\"args\":\\s*\\{([^}]*)\\},\\s*\"value\":\\s*\"([^\"]*)\"");

  private static final Pattern ARGUMENT = Pattern.compile("\"(\\w+)\":\\s*([-+.\\deE]+)");

  static List<OracleRow> all() {
    try (InputStream stream =
        Objects.requireNonNull(OracleRow.class.getResourceAsStream("/precision/oracle.json"))) {
      String json = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
      return ROW.matcher(json).results().map(OracleRow::parse).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static OracleRow parse(MatchResult row) {
    Map<String, Double> args = new HashMap<>();
    ARGUMENT
        .matcher(row.group(2))
        .results()
        .forEach(match -> args.put(match.group(1), Double.valueOf(match.group(2))));
    // The rows are the formulas; an epsilon below 0 is 0.
    BigDecimal value = new BigDecimal(row.group(3));
    boolean isEpsilon = row.group(1).endsWith("_eps_cks");
    return new OracleRow(
        row.group(1), Map.copyOf(args), isEpsilon ? value.max(BigDecimal.ZERO) : value);
  }

  /** The same function by arbitrary precision. */
  PreciseValue compute(int digits) {
    return switch (fn) {
      case "sgm_rdp_fwd" -> PreciseFunctions.sgmRdpFwd(at("q"), at("sigma"), at("alpha"), digits);
      case "sgm_rdp_rev" -> PreciseFunctions.sgmRdpRev(at("q"), at("sigma"), at("alpha"), digits);
      case "gaussian_rdp" -> PreciseFunctions.gaussianRdp(at("sigma"), at("alpha"), digits);
      case "laplace_rdp" -> PreciseFunctions.laplaceRdp(at("b"), at("alpha"), digits);
      case "rr_rdp" -> PreciseFunctions.rrRdp(at("p"), at("alpha"), digits);
      case "gaussian_delta" -> PreciseFunctions.gaussianDelta(at("mu"), at("eps"), digits);
      case "gaussian_eps" -> PreciseFunctions.gaussianEps(at("mu"), at("delta"), digits);
      case "gaussian_mu" -> PreciseFunctions.gaussianMu(at("eps"), at("delta"), digits);
      case "rdp_to_eps_cks" ->
          PreciseFunctions.rdpToEpsCks(at("alpha"), at("rdp"), at("delta"), digits);
      case "rdp_to_logdelta_cks" ->
          PreciseFunctions.rdpToLogdeltaCks(at("alpha"), at("rdp"), at("eps"), digits);
      case "zcdp_to_eps_cks" -> PreciseFunctions.zcdpToEpsCks(at("rho"), at("delta"), digits);
      case "zcdp_to_logdelta_cks" ->
          PreciseFunctions.zcdpToLogdeltaCks(at("rho"), at("eps"), digits);
      case "zcdp_gaussian_eps_exact" ->
          PreciseFunctions.zcdpGaussianEpsExact(at("rho"), at("delta"), digits);
      case "sgm_compose_eps_cks" ->
          PreciseFunctions.sgmComposeEpsCks(
              at("q"), at("sigma"), (long) at("T"), at("delta"), digits);
      default -> throw new IllegalArgumentException("no function " + fn);
    };
  }

  private double at(String name) {
    return Objects.requireNonNull(args.get(name), name);
  }
}
