package org.assay.cli.internal.claims;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.assay.cli.internal.input.Fields;
import org.assay.cli.internal.input.InputException;
import org.assay.cli.internal.input.Value;
import org.assay.verify.external.OutsideProgram.OutsideProgramException;
import org.assay.verify.shrink.Shrinks;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.Mechanism;
import org.assay.verify.trial.TrialSubject;

/** The source of a mechanism that is not built in. */
sealed interface OutsideSource permits ProgramSource, ClassSource, DatabaseSource {
  /**
   * The mechanism and the pairs only.
   *
   * @param place the place that a refusal of the mechanism names
   */
  TrialSubject<Object> subject(Value place, List<AdjacentPair<JsonNode>> pairs);

  /** The terms of a claim about the mechanism, with the time limit that fits it. */
  ClaimTerms limited(Fields fields, ClaimTerms terms);

  /**
   * A claim about the mechanism, which has not run yet.
   *
   * @param place the place that a refusal of the mechanism names
   */
  PlannedClaim<?> plan(Value place, ClaimTerms terms, List<AdjacentPair<JsonNode>> pairs);

  /** Work that needs the mechanism itself, and fails if the mechanism fails. */
  @FunctionalInterface
  interface Attempt<T> {
    T make() throws InterruptedException;
  }

  /**
   * The result of an attempt. If the mechanism fails, this is an error of the input at the place.
   */
  static <T> T tried(Value place, Attempt<T> attempt) {
    try {
      return attempt.make();
    } catch (OutsideProgramException | LinkageError e) {
      throw new InputException(place.invalid("is refused: " + e.getMessage()).getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InputException(place.invalid("could not be tried: interrupted").getMessage(), e);
    }
  }

  /**
   * The terms of a claim whose mechanism has a time limit of its own, stated with the mechanism.
   */
  static ClaimTerms withoutTimeout(String kind, Fields fields, ClaimTerms terms) {
    fields
        .optional("run_timeout_seconds")
        .ifPresent(
            limit -> {
              throw limit.invalid("is not for " + kind + ": use the mechanism's 'timeout_seconds'");
            });
    return new ClaimTerms(
        terms.name(), terms.guarantee(), terms.budget(), terms.observation().withoutTimeout());
  }

  static <D> PlannedClaim<D> planned(
      ClaimTerms terms,
      Mechanism<D> mechanism,
      String words,
      List<AdjacentPair<D>> pairs,
      Shrinks<D> smaller,
      UnaryOperator<PlannedClaim<D>> rehearsal) {
    return new PlannedClaim<>(
        terms.name(),
        terms.guarantee(),
        mechanism,
        words,
        Optional.empty(),
        Optional.empty(),
        pairs,
        smaller,
        terms.budget(),
        terms.observation(),
        rehearsal);
  }
}
