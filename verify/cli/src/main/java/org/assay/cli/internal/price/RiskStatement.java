package org.assay.cli.internal.price;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.assay.accountant.accounting.AttackerRisk;
import org.assay.accountant.accounting.AttackerRisk.Claim;
import org.assay.accountant.accounting.AttackerRisk.GaussianFit;
import org.assay.accountant.numeric.Decimals;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.cli.internal.command.Statement;
import org.assay.verify.report.JsonReport;

/**
 * The output of the subcommand {@code risk}.
 *
 * @param subject the event or the promised guarantee, in one line
 * @param adjacency the relation between the datasets
 * @param attained whether attackers are known who reach the lower ends
 * @param advantage the largest difference of both rates
 * @param prior the probability of the record's presence beforehand
 * @param success the probability of a right guess
 * @param rates the largest true positive rate at each false positive rate
 * @param odds the change of odds
 * @param gaussian the smallest Gaussian bound of the profile, if there is one
 */
public record RiskStatement(
    String subject,
    AdjacencyRelation adjacency,
    boolean attained,
    Enclosure advantage,
    double prior,
    Enclosure success,
    List<Rate> rates,
    Odds odds,
    Optional<GaussianFit> gaussian)
    implements Statement {
  /** The false positive rates of the table: one in ten to one in a million. */
  private static final double[] FALSE_ALARMS = {1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6};

  /**
   * Smallest delta down to which a Gaussian bounds the profile, far below any promised delta. Not
   * tuned.
   */
  private static final double LEAST_DELTA = 1e-10;

  /** The claims of tests about a record's presence. */
  static final String[] PRESENCE = {"took part", "did not"};

  /** The claims of tests about which of two records takes part. */
  static final String[] EXCHANGED = {"the first", "the second"};

  private static final int PERCENT = 100;

  /** Digits of a percentage behind the point. */
  private static final int PLACES = 2;

  /**
   * The statement about a risk.
   *
   * @param subject the event or the promised guarantee, in one line
   * @param risk the risk
   * @param prior the probability of the record's presence beforehand
   * @param delta the probability with which odds may change by more than stated
   * @return what can be said
   * @throws IllegalArgumentException if a probability is not strictly between 0 and 1
   */
  public static RiskStatement of(String subject, AttackerRisk risk, double prior, double delta) {
    List<Rate> rates = new ArrayList<>();
    for (double rate : FALSE_ALARMS) {
      rates.add(rate(risk, rate));
    }
    return new RiskStatement(
        subject,
        risk.adjacency(),
        risk.attained(),
        risk.advantage(),
        prior,
        risk.success(prior, Claim.PRESENT),
        rates,
        new Odds(risk.surely(), delta, risk.except(delta)),
        risk.gaussian(LEAST_DELTA));
  }

  /** A row of the table. */
  static Rate rate(AttackerRisk risk, double falseAlarms) {
    return new Rate(
        falseAlarms,
        risk.truePositiveRate(falseAlarms, Claim.PRESENT),
        risk.truePositiveRate(falseAlarms, Claim.ABSENT));
  }

  /** The row of a rate that the table has. */
  Rate rateAt(double falseAlarms) {
    return rates.stream()
        .filter(rate -> rate.falseAlarms() == falseAlarms)
        .findFirst()
        .orElseThrow();
  }

  /** The larger one of the true positive rates of both claims. */
  static Enclosure largest(Rate rate) {
    return rate.present().max(rate.absent());
  }

  /**
   * A row of the table.
   *
   * @param falseAlarms the false positive rate
   * @param present the true positive rate of tests that claim a record's presence
   * @param absent the true positive rate of tests that claim its absence
   */
  public record Rate(double falseAlarms, Enclosure present, Enclosure absent) {}

  /**
   * The change of the odds of a guess.
   *
   * @param surely the logarithm of the largest factor, if there is one
   * @param delta the probability with which the next number may be exceeded
   * @param mostly the logarithm of the largest factor except with this probability
   */
  public record Odds(OptionalDouble surely, double delta, Enclosure mostly) {
    /** The posterior probability of an event of prior probability p. */
    private static Enclosure posterior(double p, double logFactor) {
      Enclosure odds =
          Enclosure.exact(p)
              .dividedBy(Enclosure.ONE.minus(p))
              .times(Enclosure.exact(logFactor).exp());
      return odds.upper() == Double.POSITIVE_INFINITY
          ? Enclosure.ONE
          : odds.dividedBy(odds.plus(1)).min(Enclosure.ONE);
    }

    String text(double prior) {
      String rare =
          mostly.upper() == Double.POSITIVE_INFINITY
              ? "no factor is proved with an exception of probability "
                  + Decimals.BY_SIZE.given(delta)
                  + "; allow a larger one by --delta"
              : moved(mostly.upper(), prior)
                  + ", except with a probability of at most "
                  + Decimals.BY_SIZE.given(delta)
                  + (mostly.lower() > 0 ? reached() : "");
      return surely.isPresent() ? moved(surely.getAsDouble(), prior) + ", always" : rare;
    }

    private String reached() {
      return "; some yes/no answer computed from the release reaches "
          + Decimals.BY_SIZE.down(Enclosure.exact(mostly.lower()).exp().lower());
    }

    private static String moved(double logFactor, double prior) {
      return "the odds of what is true rise by a factor of at most "
          + Decimals.BY_SIZE.up(Enclosure.exact(logFactor).exp().upper())
          + ", from "
          + percent(prior, RoundingMode.HALF_EVEN)
          + " to at most "
          + percent(posterior(prior, logFactor).upper(), RoundingMode.CEILING);
    }

    void put(ObjectNode node, double prior) {
      surely.ifPresent(
          pure -> node.put("always", pure).put("always_at_most", posterior(prior, pure).upper()));
      if (mostly.upper() < Double.POSITIVE_INFINITY) {
        node.put("except_with_probability", delta)
            .put("log_factor", mostly.upper())
            .put("at_most", posterior(prior, mostly.upper()).upper());
        if (mostly.lower() > 0) {
          node.put("log_factor_at_least", mostly.lower())
              .put("at_least", posterior(prior, mostly.lower()).lower());
        }
      }
    }
  }

  /** A probability that is at most the share, as a percentage. */
  static String percentUp(double share) {
    return percent(share, RoundingMode.CEILING);
  }

  private static String percent(double share, RoundingMode mode) {
    return new BigDecimal(share)
            .multiply(BigDecimal.valueOf(PERCENT))
            .setScale(PLACES, mode)
            .toPlainString()
        + "%";
  }

  boolean replaces() {
    return adjacency == AdjacencyRelation.REPLACE_ONE;
  }

  boolean ordersDiffer() {
    return rates.stream().anyMatch(rate -> !rate.present().equals(rate.absent()));
  }

  @Override
  public String text() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "a guess "
            + question()
            + ", at prior "
            + Decimals.BY_SIZE.given(prior)
            + ": "
            + (isNoBetter()
                ? "right no more often than without looking, " + blind()
                : "right at most "
                    + percent(success.upper(), RoundingMode.CEILING)
                    + " of the time"
                    + oneIsRight()
                    + "; without looking "
                    + blind()));
    lines.add("advantage: at most " + Decimals.BY_SIZE.up(advantage.upper()) + oneHas());
    lines.add("under " + adjacency + "; " + subject);
    lines.add("");
    lines.addAll(table());
    lines.add("");
    lines.add("odds: " + odds.text(prior));
    lines.add("bits: at most " + Decimals.BY_SIZE.up(mostBits()) + " about " + question());
    gaussian.ifPresent(fit -> lines.add(fitted(fit)));
    lines.add(
        "reconstruction: whoever guesses a record with the probability of the first column, without"
            + " the release, does so with it at most as often as the columns behind it say");
    lines.add(
        attained
            ? "lower ends: some attacker reaches them between some neighbours"
            : "lower ends: not known; the best attacker may reach less than 'at most'");
    lines.add("explained in: docs/why/what-epsilon-means.md");
    lines.add("");
    return String.join("\n", lines);
  }

  private static String fitted(GaussianFit fit) {
    return "mu: "
        + Decimals.BY_SIZE.up(fit.mu().upper())
        + "-GDP bounds the profile down to delta "
        + Decimals.BY_SIZE.given(fit.downTo())
        + (fit.mu().lower() > 0
            ? ", and no mu below " + Decimals.BY_SIZE.down(fit.mu().lower())
            : "")
        + "; regret "
        + Decimals.BY_SIZE.outward(fit.regret())
        + " (by so much a guess is right more often by mu than by the profile)";
  }

  String question() {
    return replaces() ? "which of two records took part" : "whether a record took part";
  }

  private double withoutLooking() {
    return Math.max(prior, 1 - prior);
  }

  private String blind() {
    return percent(withoutLooking(), RoundingMode.HALF_EVEN);
  }

  /** Whether a guess is no better than the prior, except for rounding. */
  private boolean isNoBetter() {
    return success.upper() <= Math.nextUp(Math.nextUp(withoutLooking()));
  }

  private String oneIsRight() {
    return success.lower() > withoutLooking()
        ? ", and one is right " + percent(success.lower(), RoundingMode.FLOOR)
        : "";
  }

  private String oneHas() {
    return advantage.lower() > 0 ? ", and one has " + Decimals.BY_SIZE.down(advantage.lower()) : "";
  }

  private List<String> table() {
    boolean both = ordersDiffer();
    String[] claims = replaces() ? EXCHANGED : PRESENCE;
    List<String> lines = new ArrayList<>();
    lines.add(
        both
            ? "false positives   true positives of '" + claims[0] + "'   of '" + claims[1] + "'"
            : "false positives   true positives");
    for (Rate rate : rates) {
      String alarms = String.format("%-15s   ", Decimals.BY_SIZE.given(rate.falseAlarms()));
      lines.add(
          both
              ? alarms + String.format("%-29s   ", ends(rate.present())) + ends(rate.absent())
              : alarms + ends(rate.present()));
    }
    return lines;
  }

  String ends(Enclosure rate) {
    return attained
        ? Decimals.BY_SIZE.outward(rate)
        : "at most " + Decimals.BY_SIZE.up(rate.upper());
  }

  /**
   * {@code advantage h(prior)}: both laws share a part of mass one minus the advantage, so that a
   * coin, independent of the record, tells whether the release says anything.
   */
  private double mostBits() {
    Enclosure p = Enclosure.exact(prior);
    Enclosure rest = Enclosure.ONE.minus(p);
    Enclosure nats = p.times(p.log()).plus(rest.times(rest.log())).negate();
    Enclosure bits = nats.dividedBy(Enclosure.exact(2).log());
    return bits.min(Enclosure.ONE).times(advantage).upper();
  }

  @Override
  public String json() {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    putInto(node);
    return JsonReport.text(node);
  }

  /**
   * Writes everything.
   *
   * @param node receives it
   */
  public void putInto(ObjectNode node) {
    node.put("subject", subject);
    node.put("adjacency", adjacency.label());
    node.put("attained", attained);
    put(node, "advantage", advantage);
    node.put("prior", prior);
    put(node, "success", success);
    putRates(node, rates);
    odds.put(node.putObject("odds"), prior);
    node.put("bits_at_most", mostBits());
    gaussian.ifPresent(
        fit -> {
          ObjectNode fitted = node.putObject("gaussian").put("down_to_delta", fit.downTo());
          put(fitted, "mu", fit.mu());
          put(fitted, "regret", fit.regret());
        });
  }

  /** Writes the rows of the table. */
  static void putRates(ObjectNode node, List<Rate> rates) {
    ArrayNode list = node.putArray("rates");
    for (Rate rate : rates) {
      ObjectNode row = list.addObject().put("false_positive_rate", rate.falseAlarms());
      put(row, "true_positive_rate_of_presence", rate.present());
      put(row, "true_positive_rate_of_absence", rate.absent());
    }
  }

  private static void put(ObjectNode node, String name, Enclosure value) {
    node.putObject(name).put("lower", value.lowerDecimal()).put("upper", value.upperDecimal());
  }
}
