package org.assay.cli.internal.audit;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.List;
import java.util.function.Consumer;
import org.assay.verify.trial.TrialCluster;
import org.assay.verify.trial.TrialCluster.TrialClusterException;
import org.assay.verify.trial.TrialClusterProvider;
import org.assay.verify.trial.TrialPlan;
import org.assay.verify.trial.TrialPlan.TrialRange;
import org.assay.verify.trial.TrialSession;
import org.assay.verify.trial.TrialWorker;

/** A runner for tests: plans travel as bytes and are carried out from them, in this program. */
public final class CopyingProvider implements TrialClusterProvider {
  @Override
  public String name() {
    return "copying";
  }

  @Override
  public TrialCluster connect(String master, Consumer<String> progress) {
    if (master.equals("nowhere")) {
      throw new TrialClusterException("master was nowhere: nobody is there");
    }
    return new Copying(master.equals("strict"));
  }

  private record Copying(boolean strict) implements TrialCluster {
    @Override
    public TrialSession open(TrialPlan plan) {
      if (strict && !plan.isRepeatable()) {
        throw new TrialClusterException("what is not repeatable is refused");
      }
      try {
        return new Session(TrialWorker.of(copied(plan)));
      } catch (Exception e) {
        throw new TrialClusterException("cannot be carried out: " + e, e);
      }
    }

    @Override
    public void close() {}
  }

  private record Session(TrialWorker<?> worker) implements TrialSession {
    @Override
    public int trialsPerRange(long trials) {
      return 100;
    }

    @Override
    public boolean run(List<TrialRange> ranges, long deadline, Sink sink)
        throws InterruptedException {
      for (int i = 0; i < ranges.size(); i++) {
        sink.accept(i, List.of(worker.run(ranges.get(i))));
      }
      return true;
    }

    @Override
    public void close() {}
  }

  private static TrialPlan copied(TrialPlan plan) throws IOException, ClassNotFoundException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(plan);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      return (TrialPlan) in.readObject();
    }
  }
}
