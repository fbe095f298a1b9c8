package org.assay.verify.replay;

import org.assay.accountant.event.DpEvent;
import org.assay.verify.replay.ReplayReport.DeclaredCost;
import org.assay.verify.trial.Outcome;

/** A fault of a mechanism, found by recording and replaying its runs. */
public sealed interface Finding {
  /**
   * The place of the finding.
   *
   * @return the pair and the recording; the worst one if there are several
   */
  Occurrence occurrence();

  /**
   * The draw, sample or value that the finding is about.
   *
   * @return for example {@code Laplace noise 'sum'}
   */
  String subject();

  /**
   * The kind of proof that the finding gives.
   *
   * @return the strength of the evidence
   */
  Evidence evidence();

  /**
   * The severity of the finding, among findings of its kind, subject and evidence.
   *
   * @return larger is worse; 0 for kinds of findings without degrees
   */
  default double severity() {
    return 0;
  }

  /**
   * The finding in words.
   *
   * @return one line
   */
  String describe();

  /** A finding that shows a declaration to be false. */
  sealed interface Violation extends Finding {
    @Override
    default Evidence evidence() {
      return Evidence.VIOLATED_DECLARATION;
    }
  }

  /**
   * With all noise forced to be equal, the run on the other dataset made another draw.
   *
   * @param occurrence the place of the finding
   * @param subject the draw of the replay
   * @param recorded the draw of the recording at the same point
   */
  record ControlFlowDiffers(Occurrence occurrence, String subject, String recorded)
      implements Violation {
    @Override
    public String describe() {
      return "control flow depends on the data: recorded " + recorded + ", replayed " + subject;
    }
  }

  /**
   * A parameter depends on the data.
   *
   * @param occurrence the place of the finding
   * @param subject the draw
   * @param parameter the name of the parameter
   * @param recorded its value in the recording
   * @param replayed its value in the replay
   */
  record ParameterDiffers(
      Occurrence occurrence, String subject, String parameter, double recorded, double replayed)
      implements Violation {
    @Override
    public String describe() {
      return subject + ": " + parameter + " depends on the data: " + recorded + ", " + replayed;
    }
  }

  /**
   * A parameter is out of range.
   *
   * @param occurrence the place of the finding
   * @param subject the draw
   * @param parameter the name of the parameter
   * @param value its value
   * @param rule the violated rule
   */
  record ParameterInvalid(
      Occurrence occurrence, String subject, String parameter, double value, String rule)
      implements Violation {
    @Override
    public String describe() {
      return subject + ": " + parameter + " was " + value + ": " + rule;
    }
  }

  /**
   * A query is NaN or infinite, so no noise hides it.
   *
   * @param occurrence the place of the finding
   * @param subject the draw
   * @param value the value
   */
  record QueryNotFinite(Occurrence occurrence, String subject, double value) implements Violation {
    @Override
    public String describe() {
      return subject + ": the query was " + value + ", which noise cannot hide";
    }
  }

  /**
   * The number of coordinates depends on the data.
   *
   * @param occurrence the place of the finding
   * @param subject the draw
   * @param recorded coordinates in the recording
   * @param replayed coordinates in the replay
   */
  record ShapeDiffers(Occurrence occurrence, String subject, int recorded, int replayed)
      implements Violation {
    @Override
    public String describe() {
      return subject + ": the query had " + recorded + " coordinates, then " + replayed;
    }
  }

  /**
   * Neighbours moved a query farther than declared.
   *
   * @param occurrence the place at which the query moved farthest
   * @param subject the draw
   * @param norm the name of the distance
   * @param declared the declared sensitivity
   * @param used a lower bound of the distance that the query moved
   */
  record SensitivityExceeded(
      Occurrence occurrence, String subject, String norm, double declared, double used)
      implements Violation {
    @Override
    public String describe() {
      return subject + ": sensitivity " + declared + " declared, " + used + " used (" + norm + ")";
    }

    @Override
    public double severity() {
      return used;
    }
  }

  /**
   * Queries declared to move in one direction moved in both.
   *
   * @param occurrence the place of the finding
   * @param subject the draw
   */
  record MovedBothWays(Occurrence occurrence, String subject) implements Violation {
    @Override
    public String describe() {
      return subject + ": declared to move in one direction, but some rose and some fell";
    }
  }

  /**
   * A sample was drawn from lists that are not neighbours.
   *
   * @param occurrence the place of the finding
   * @param subject the sample
   * @param onlyRecorded records that only the recording had
   * @param onlyReplayed records that only the replay had
   */
  record SampledListsDiffer(
      Occurrence occurrence, String subject, int onlyRecorded, int onlyReplayed)
      implements Violation {
    @Override
    public String describe() {
      return String.format(
          "%s: drawn from lists that are not neighbours, %s records in one only and %s in the"
              + " other",
          subject, onlyRecorded, onlyReplayed);
    }
  }

  /**
   * A value said to be public depends on the data.
   *
   * @param occurrence the place of the finding
   * @param subject the value
   * @param recorded its text in the recording
   * @param replayed its text in the replay
   */
  record PublicValueDiffers(Occurrence occurrence, String subject, String recorded, String replayed)
      implements Violation {
    @Override
    public String describe() {
      return subject + " depends on the data: " + recorded + ", " + replayed;
    }
  }

  /**
   * Outcomes differ although all noise was equal: data reach the output without noise. A failure is
   * an outcome.
   *
   * @param occurrence the place of the finding
   * @param recorded the outcome of the recording
   * @param replayed the outcome of the replay
   * @param evidence whether one of the two was the only possible outcome
   */
  record OutcomeDiffers(
      Occurrence occurrence, Outcome recorded, Outcome replayed, Evidence evidence)
      implements Finding {
    @Override
    public String subject() {
      return "outcome";
    }

    @Override
    public String describe() {
      String noise =
          evidence == Evidence.IMPOSSIBLE_OUTCOME ? "one of them without noise" : "noise equal";
      return "outcome depends on the data: " + recorded + ", " + replayed + ", " + noise;
    }
  }

  /**
   * Replaying a run on its own dataset did not reproduce the run.
   *
   * @param occurrence the place of the finding
   * @param subject the first difference
   */
  record NotReproducible(Occurrence occurrence, String subject) implements Finding {
    @Override
    public Evidence evidence() {
      return Evidence.NOT_CHECKABLE;
    }

    @Override
    public String describe() {
      return "randomness or memory beyond the primitives: a replay on the same dataset differed: "
          + subject;
    }
  }

  /**
   * The declared primitives cost more than the claim.
   *
   * @param occurrence the recording
   * @param event the event of all primitives
   * @param cost the cost that the accountant certifies for the event
   */
  record CostExceedsClaim(Occurrence occurrence, DpEvent event, DeclaredCost cost)
      implements Finding {
    @Override
    public String subject() {
      return "declared cost";
    }

    @Override
    public Evidence evidence() {
      return Evidence.EXCEEDED_ACCOUNT;
    }

    @Override
    public double severity() {
      return cost.shareOfClaim();
    }

    @Override
    public String describe() {
      return "declared primitives cost " + cost.describe() + ": " + event.describe();
    }
  }

  /**
   * The directions in which one record may move several queries, or the utilities of several
   * candidates, at once.
   */
  public enum Movement {
    /** Each query may move in its own direction. */
    ARBITRARY,

    /**
     * All queries move up or all down, like counts when a record is added or removed. Selection and
     * sparse vector then cost less. A replay in which some queries rise and some fall is a finding.
     */
    ONE_DIRECTION
  }

  /**
   * The recording in which a finding appeared: the pair, the direction and the number.
   *
   * @param pair the pair's description
   * @param recordedOnLeft whether the run was recorded on the left dataset and replayed on the
   *     right one, or the other way round
   * @param recording the number of the recording, from 0
   */
  public record Occurrence(String pair, boolean recordedOnLeft, int recording) {
    @Override
    public String toString() {
      String order = recordedOnLeft ? "left replayed on right" : "right replayed on left";
      return "pair '" + pair + "', " + order + ", recording " + recording;
    }
  }

  /** The kinds of proof that a finding gives. */
  public enum Evidence {
    /**
     * A declaration of the mechanism is false, so the proof of its privacy does not apply. The
     * mechanism may be private for another reason.
     */
    VIOLATED_DECLARATION,

    /**
     * The primitives, used as declared, cost more than claimed according to the accountant. The
     * accounting is refuted, not the mechanism, which may be more private than the sum of its
     * parts.
     */
    EXCEEDED_ACCOUNT,

    /**
     * Nothing random happened on one dataset, which therefore has a single possible outcome; a run
     * on the other dataset had another outcome. If the primitives are the only randomness, no pure
     * privacy claim can be true. An approximate claim can be true only if its delta covers the
     * difference.
     */
    IMPOSSIBLE_OUTCOME,

    /** The mechanism is random, or keeps state, beyond the primitives: nothing can be checked. */
    NOT_CHECKABLE
  }
}
