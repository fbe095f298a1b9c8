package org.assay.cli.internal.train;

import java.util.List;
import java.util.random.RandomGenerator;
import org.assay.accountant.event.DpEvent;
import org.assay.algorithms.internal.tuning.Candidate;
import org.assay.algorithms.internal.tuning.PrivateSelection;
import org.assay.algorithms.internal.tuning.RepetitionSampler;
import org.assay.algorithms.internal.tuning.Scored;
import org.assay.algorithms.objective.DatasetSplit;
import org.assay.algorithms.run.ParameterVector;

/**
 * Candidates that are set up, and the score that decides between them.
 *
 * @param settings the candidates
 * @param noise what is added to every score
 * @param sampler how many runs there are
 */
record TuningPlan(List<Setting> settings, ScoreNoise noise, RepetitionSampler sampler) {
  TuningPlan {
    settings = List.copyOf(settings);
  }

  /** The selection among them. */
  PrivateSelection<DatasetSplit, ParameterVector> selection() {
    return new PrivateSelection<>(settings.stream().map(this::candidate).toList(), sampler);
  }

  private Candidate<DatasetSplit, ParameterVector> candidate(Setting setting) {
    DpEvent training = setting.training().algorithm().event();
    return new Candidate<>(
        noise.beside(training), (split, random) -> scored(setting, split, random));
  }

  /** The fewer misses, the better. */
  private Scored<ParameterVector> scored(
      Setting setting, DatasetSplit split, RandomGenerator random) {
    ParameterVector model = setting.training().algorithm().run(split.training(), random).release();
    return new Scored<>(-noise.release(model.toArray(), split.heldOut(), random)[0], model);
  }
}
