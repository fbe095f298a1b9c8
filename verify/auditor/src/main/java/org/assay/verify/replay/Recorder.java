package org.assay.verify.replay;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.assay.verify.replay.Finding.Occurrence;

/**
 * Answers with fresh noise and records every call.
 *
 * <p>The coins of samples are chosen to show a record's influence. In the first of three recordings
 * every record is in the sample. In the second the coins are fair, in the third as declared. Any
 * set of coins has positive probability unless the declared one is 0 or 1, so the recording can
 * happen.
 */
final class Recorder implements Responder {
  /** The three ways to choose coins, in turn. */
  private static final int WAYS_TO_SAMPLE = 3;

  private final RandomGenerator random;
  private final Occurrence occurrence;
  private final Findings findings;
  private final List<Entry> entries = new ArrayList<>();
  private boolean diverged;

  Recorder(RandomGenerator random, Occurrence occurrence, Findings findings) {
    this.random = random;
    this.occurrence = occurrence;
    this.findings = findings;
  }

  @Override
  public Object answer(Call call, Function<RandomGenerator, Object> draw) {
    call.invalidParameter().ifPresent(parameter -> stop(invalid(call.subject(), parameter)));
    if (!call.hasFiniteQuery()) {
      stop(new Finding.QueryNotFinite(occurrence, call.subject(), call.oddValue()));
    }
    Object answer = draw.apply(random);
    entries.add(new Entry.Draw(call, answer));
    return answer;
  }

  @Override
  public <R> List<R> sample(String name, List<R> records, double samplingProbability) {
    Parameter declared = Parameter.probability("samplingProbability", samplingProbability);
    if (!declared.valid()) {
      stop(invalid("Poisson sample '" + name + "'", declared));
    }
    List<R> sample = new ArrayList<>();
    List<Boolean> coins = new ArrayList<>();
    for (R record : records) {
      boolean joins = random.nextDouble() < likelihood(samplingProbability);
      coins.add(joins);
      if (joins) {
        sample.add(record);
      }
    }
    // List.copyOf would refuse null records.
    List<Object> all = Collections.unmodifiableList(new ArrayList<Object>(records));
    entries.add(new Entry.Sample(name, samplingProbability, all, List.copyOf(coins)));
    return sample;
  }

  @Override
  public void endSample() {
    entries.add(new Entry.SampleEnd());
  }

  @Override
  public void showPublic(String name, Object value) {
    entries.add(new Entry.Public(name, Snapshot.of(value)));
  }

  /** The recorded entries, in order. */
  List<Entry> entries() {
    return entries;
  }

  boolean diverged() {
    return diverged;
  }

  private double likelihood(double declared) {
    if (declared == 0 || declared == 1) {
      return declared;
    }
    return switch (occurrence.recording() % WAYS_TO_SAMPLE) {
      case 0 -> 1;
      case 1 -> 0.5;
      default -> declared;
    };
  }

  private Finding invalid(String subject, Parameter parameter) {
    return new Finding.ParameterInvalid(
        occurrence, subject, parameter.name(), parameter.value(), parameter.rule());
  }

  private void stop(Finding finding) {
    diverged = true;
    findings.add(finding);
    throw new Diverged();
  }
}
