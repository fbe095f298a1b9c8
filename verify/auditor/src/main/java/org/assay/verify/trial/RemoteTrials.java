package org.assay.verify.trial;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assay.verify.trial.TrialCluster.TrialClusterException;
import org.assay.verify.trial.TrialPlan.BatchShare;
import org.assay.verify.trial.TrialPlan.TrialRange;

/**
 * Runs the trials of shares on a cluster and reads them in this process. Before the first share, a
 * few trials that no audit uses are run in both places and compared. A mechanism, a dataset or an
 * arithmetic that differs between the machines is thus found before an audit uses it.
 */
final class RemoteTrials<D> {
  /** Number of the first trial for the comparison; no audit reaches such numbers. */
  private static final long REHEARSAL = Long.MAX_VALUE - 1024;

  /** Trials for the comparison, on each pair. Not tuned. */
  private static final int REHEARSED = 4;

  private final TrialSubject<D> subject;
  private final TrialSession session;
  private final boolean comparable;
  private boolean rehearsed;

  /**
   * Trials of one audit.
   *
   * @param comparable whether the same trial must have the same outcome in both places
   */
  RemoteTrials(TrialSubject<D> subject, TrialSession session, boolean comparable) {
    this.subject = subject;
    this.session = session;
    this.comparable = comparable;
  }

  /**
   * Runs shares like {@link TrialRunner#run(List)}; the runner makes the comparison and reads the
   * results.
   */
  <T> Optional<List<List<T>>> run(List<BatchShare<D, T>> shares, int group, TrialRunner<D> here)
      throws InterruptedException {
    if (!(rehearsed || rehearse(here))) {
      return Optional.empty();
    }
    rehearsed = true;
    List<TrialRange> ranges = new ArrayList<>();
    List<BatchShare<D, T>> sources = new ArrayList<>();
    List<Integer> pieces = new ArrayList<>();
    for (BatchShare<D, T> share : shares) {
      List<TrialRange> cut = ranges(share, rangeSize(shares, group));
      ranges.addAll(cut);
      pieces.add(cut.size());
      sources.addAll(Collections.nCopies(cut.size(), share));
    }
    List<Optional<T>> results =
        new ArrayList<>(Collections.nCopies(ranges.size(), Optional.empty()));
    boolean complete =
        ranges.isEmpty()
            || session.run(
                ranges,
                here.deadline(),
                (first, batches) -> read(first, batches, sources, results, here));
    return complete ? Optional.of(inOrder(pieces, results)) : Optional.empty();
  }

  private int rangeSize(List<? extends BatchShare<D, ?>> shares, int group) {
    long trials = shares.stream().mapToLong(BatchShare::count).sum();
    int wanted = Math.max(1, session.trialsPerRange(Math.max(1, trials)));
    // Requests have the same boundaries as in an audit without a cluster.
    return (int) Math.min(Integer.MAX_VALUE, (wanted + group - 1L) / group * group);
  }

  private List<TrialRange> ranges(BatchShare<D, ?> share, int size) {
    int pair = subject.pairs().indexOf(share.pair());
    if (pair < 0) {
      throw new IllegalArgumentException(
          "pair was " + share.pair() + ": it is not one of those the cluster was given");
    }
    List<TrialRange> ranges = new ArrayList<>();
    for (int start = 0; start < share.count(); start += Math.min(size, share.count() - start)) {
      int count = Math.min(size, share.count() - start);
      ranges.add(new TrialRange(pair, share.first() + start, count));
    }
    return ranges;
  }

  private static <D, T> void read(
      int first,
      List<TrialBatch> batches,
      List<BatchShare<D, T>> sources,
      List<Optional<T>> results,
      TrialRunner<D> here)
      throws InterruptedException {
    List<Runnable> pieces = new ArrayList<>();
    for (int i = 0; i < batches.size(); i++) {
      int range = first + i;
      TrialBatch batch = batches.get(i);
      pieces.add(() -> results.set(range, Optional.of(sources.get(range).reader().apply(batch))));
    }
    here.doAll(pieces);
  }

  private static <T> List<List<T>> inOrder(List<Integer> pieces, List<Optional<T>> results) {
    List<List<T>> ordered = new ArrayList<>();
    int next = 0;
    for (int count : pieces) {
      ordered.add(results.subList(next, next + count).stream().map(Optional::orElseThrow).toList());
      next += count;
    }
    return ordered;
  }

  private boolean rehearse(TrialRunner<D> here) throws InterruptedException {
    List<TrialBatch> there = new ArrayList<>();
    List<TrialRange> ranges = List.of(new TrialRange(0, REHEARSAL, REHEARSED));
    if (!session.run(ranges, here.deadline(), (first, batches) -> there.addAll(batches))) {
      return false;
    }
    if (!comparable) {
      return true;
    }
    Optional<TrialBatch> own = here.runHere(subject.pairs().get(0), REHEARSAL, REHEARSED);
    if (own.isPresent() && !show(own.get()).equals(show(TrialBatch.join(there)))) {
      throw new TrialClusterException(
          "the same runs came out differently on the cluster than here: the mechanism draws"
              + " randomness of its own, or the machines differ; audit it without the cluster, or"
              + " declare that it is not repeatable");
    }
    return own.isPresent();
  }

  private static String show(TrialBatch batch) {
    return IntStream.range(0, batch.size())
        .mapToObj(i -> batch.ranOnLeft(i) + " " + batch.outcome(i))
        .collect(Collectors.joining("\n"));
  }
}
