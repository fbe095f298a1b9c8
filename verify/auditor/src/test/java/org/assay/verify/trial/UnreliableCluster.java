package org.assay.verify.trial;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.assay.verify.trial.TrialCluster.TrialClusterException;
import org.assay.verify.trial.TrialPlan.TrialRange;

/**
 * A cluster within this program: plans travel as bytes, ranges run in a random order, some are run
 * and thrown away first, and come back in groups.
 */
public final class UnreliableCluster implements TrialCluster {
  private final Random chance = new Random(5);

  /** How many ranges were run and thrown away. */
  public int lost;

  /** How many sessions are open. */
  public int open;

  @Override
  public TrialSession open(TrialPlan plan) {
    open++;
    try {
      TrialWorker<?> worker = TrialWorker.of(copied(plan));
      return new Session(worker);
    } catch (TrialClusterException e) {
      throw e;
    } catch (Exception e) {
      throw new TrialClusterException("the plan cannot be carried out", e);
    }
  }

  @Override
  public void close() {}

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

  private final class Session implements TrialSession {
    private final TrialWorker<?> worker;

    Session(TrialWorker<?> worker) {
      this.worker = worker;
    }

    @Override
    public int trialsPerRange(long trials) {
      return 1 + chance.nextInt(50);
    }

    @Override
    public boolean run(List<TrialRange> ranges, long deadline, Sink sink)
        throws InterruptedException {
      if (deadline != Long.MAX_VALUE && System.nanoTime() - deadline >= 0) {
        return false;
      }
      List<Integer> order = new ArrayList<>();
      for (int i = 0; i < ranges.size(); i++) {
        order.add(i);
      }
      Collections.shuffle(order, chance);
      TrialBatch[] results = new TrialBatch[ranges.size()];
      for (int i : order) {
        if (chance.nextInt(10) == 0) {
          worker.run(ranges.get(i));
          lost++;
        }
        results[i] = worker.run(ranges.get(i));
      }
      int handed = 0;
      while (handed < results.length) {
        int end = Math.min(results.length, handed + 1 + chance.nextInt(7));
        sink.accept(handed, List.of(results).subList(handed, end));
        handed = end;
      }
      return true;
    }

    @Override
    public void close() {
      open--;
    }
  }
}
