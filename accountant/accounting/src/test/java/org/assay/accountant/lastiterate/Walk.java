package org.assay.accountant.lastiterate;

import org.assay.accountant.event.NoisySgdSampling;

/** The law of the last iterate of a run on one of the two data, by quadrature. */
final class Walk {
  private final Run run;
  private final int sign;
  private final Line line;

  Walk(Run run, int sign, int nodes) {
    this.run = run;
    this.sign = sign;
    this.line = Line.of(run.width(), 1, nodes);
  }

  /** Masses in cells after all steps. */
  double[] law(Schedule schedule, Cells cells) {
    long togo = schedule.steps();
    double[] places = {schedule.start()};
    double[] masses = {1};
    for (int block = 0; block < schedule.blocks(); block++) {
      double drift = schedule.drift(block);
      long left = schedule.length(block);
      if (places.length == 1 && togo > 1) {
        masses = line.kernel(step(drift, togo), places).apply(masses);
        places = line.places();
        togo--;
        left--;
      }
      boolean last = block == schedule.blocks() - 1;
      masses = advance(masses, drift, last ? left - 1 : left, togo);
      togo -= left;
    }
    int end = schedule.blocks() - 1;
    return cells.after(step(schedule.drift(end), 1), places, masses);
  }

  /** The last step uses the record, and so does every step that is whole passes before it. */
  private StepLaw step(double drift, long togo) {
    return run.step(drift, sign, (togo - 1) % run.pass() == 0);
  }

  private double[] advance(double[] masses, double drift, long steps, long togo) {
    if (steps <= 0) {
      return masses;
    }
    if (run.settings().sampling() != NoisySgdSampling.CYCLIC || run.pass() == 1) {
      return line.kernel(step(drift, 1)).apply(masses, steps);
    }
    return passes(masses, drift, steps, togo);
  }

  /** Whole passes at once, if there are many, and then the rest. */
  private double[] passes(double[] masses, double drift, long steps, long togo) {
    Kernel active = line.kernel(step(drift, 1));
    Kernel other = line.kernel(step(drift, 2));
    double[] result = masses;
    long before = Math.min(steps, (togo - 1) % run.pass());
    result = other.apply(result, before);
    long left = steps - before;
    long whole = left / run.pass();
    if (whole > 0) {
      result = repeat(result, active, other, whole);
      left -= whole * run.pass();
    }
    if (left > 0) {
      result = other.apply(active.apply(result), left - 1);
    }
    return result;
  }

  private double[] repeat(double[] masses, Kernel active, Kernel other, long whole) {
    double[] result = masses;
    if (whole > 4L * masses.length) {
      return active.then(other.power(run.pass() - 1)).apply(result, whole);
    }
    for (long i = 0; i < whole; i++) {
      result = other.apply(active.apply(result), run.pass() - 1);
    }
    return result;
  }
}
