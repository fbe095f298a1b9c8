package org.assay.verify.pairs;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.random.RandomGenerator;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;
import org.assay.verify.pairs.Neighbours.Draw;
import org.assay.verify.trial.AdjacentPair;

/**
 * Pairs of datasets of users who contribute to several partitions. A user is the ascending list of
 * the numbers of the partitions, from 0. A partition is listed as often as the user contributes to
 * it. The first users contribute to as many partitions as allowed, as often as allowed. The next
 * users contribute to as many partitions but once each, then to one partition as often as allowed.
 * Mistakes in bounding contributions show on one of these users. A user who contributes nothing is
 * the empty list.
 */
public final class UserPairs {
  private final AdjacencyRelation adjacency;
  private final int partitions;
  private final int spread;
  private final int repeats;
  private final Sizes sizes;

  private UserPairs(
      AdjacencyRelation adjacency, int partitions, int spread, int repeats, int fewest) {
    Parameters.requireAtLeastOne("partitions", partitions);
    Parameters.requireAtLeastOne("partitionsPerUser", spread);
    Parameters.requireAtLeastOne("contributionsPerPartition", repeats);
    if (!(spread <= partitions)) {
      throw new IllegalArgumentException(
          "partitionsPerUser was " + spread + ": there are " + partitions + " partitions");
    }
    if (!(adjacency != AdjacencyRelation.REPLACE_ONE || partitions > 1 || repeats > 1)) {
      throw new IllegalArgumentException(
          "partitions was 1: under replace-one no user differs from another who contributes once,"
              + " give more partitions or contributions");
    }
    this.adjacency = adjacency;
    this.partitions = partitions;
    this.spread = spread;
    this.repeats = repeats;
    this.sizes = Sizes.of(fewest);
  }

  /**
   * Users who contribute at least once. The parameters are the limits of the data, which may exceed
   * the contribution bounds of a mechanism.
   *
   * @param adjacency the relation; under zero-out a user who contributes nothing takes the place
   * @param partitions number of partitions, at least 1
   * @param partitionsPerUser largest number of partitions of a user, from 1 to all
   * @param contributionsPerPartition largest number of a user's contributions to one partition, at
   *     least 1
   * @param fewest the smallest number of users; 0 allows the empty dataset
   * @return an endless family
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static PairFamily<List<List<Integer>>> contributions(
      AdjacencyRelation adjacency,
      int partitions,
      int partitionsPerUser,
      int contributionsPerPartition,
      int fewest) {
    return new UserPairs(
            adjacency, partitions, partitionsPerUser, contributionsPerPartition, fewest)
        .family();
  }

  private PairFamily<List<List<Integer>>> family() {
    LeadingPairs<List<List<Integer>>> leads = new LeadingPairs<>(adjacency);
    int scene = 0;
    for (Kind kind :
        List.of(
            new Kind("everything", spread, repeats),
            new Kind("many partitions", spread, 1),
            new Kind("one partition", 1, repeats),
            new Kind("one contribution", 1, 1))) {
      for (Crowd crowd : crowds(kind)) {
        int turn = scene++;
        for (int size : sizes.leading()) {
          Place place = Place.turn(turn++);
          leads.addLazily(random -> arrival(kind, crowd, size).at(place, adjacency));
        }
      }
    }
    return leads.then(this::drawn);
  }

  /**
   * The contributions of a user: the number of partitions, and the number of contributions to each.
   */
  private record Kind(String name, int spread, int repeats) {
    List<Integer> from(int partition) {
      List<Integer> user = new ArrayList<>();
      for (int i = partition; i < partition + spread; i++) {
        user.addAll(Collections.nCopies(repeats, i));
      }
      return List.copyOf(user);
    }
  }

  /** The groups to which the other users contribute. */
  private record Crowd(String name, IntFunction<List<Integer>> user) {}

  private List<Crowd> crowds(Kind kind) {
    Kind single = new Kind("one contribution", 1, 1);
    return List.of(
        new Crowd("in the last partition", i -> single.from(partitions - 1)),
        new Crowd("who contribute as much", i -> kind.from(0)),
        new Crowd("spread over the partitions", i -> single.from(i % partitions)));
  }

  private Arrival<List<Integer>> arrival(Kind kind, Crowd crowd, int size) {
    List<List<Integer>> others = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      others.add(crowd.user().apply(i));
    }
    List<Integer> user = kind.from(0);
    return new Arrival<>(
        size + " users " + crowd.name(),
        others,
        new Draw<>(kind.name(), user),
        instead(user, kind.from(partitions - kind.spread())));
  }

  /**
   * The user who is replaced: someone different, if possible the preferred one; an empty list if
   * nobody is replaced.
   */
  private List<Integer> instead(List<Integer> user, List<Integer> preferred) {
    if (adjacency != AdjacencyRelation.REPLACE_ONE) {
      return List.of();
    }
    List<Integer> last = List.of(partitions - 1);
    List<Integer> often = Collections.nCopies(repeats, 0);
    return List.of(preferred, last, often).stream()
        .filter(other -> !other.equals(user))
        .findFirst()
        .orElseThrow();
  }

  private AdjacentPair<List<List<Integer>>> drawn(RandomGenerator random) {
    int size = sizes.drawn(random);
    List<List<Integer>> others = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      others.add(user(random));
    }
    List<Integer> user = user(random);
    return new Arrival<>(
            size + " users", others, new Draw<>("drawn", user), instead(user, user(random)))
        .at(random.nextInt(size + 1), adjacency);
  }

  /** A random user: first a number of partitions, all equally likely, then a set of that size. */
  private List<Integer> user(RandomGenerator random) {
    TreeSet<Integer> chosen = new TreeSet<>();
    for (int i = partitions - 1 - random.nextInt(spread); i < partitions; i++) {
      int partition = random.nextInt(i + 1);
      chosen.add(chosen.contains(partition) ? i : partition);
    }
    List<Integer> user = new ArrayList<>();
    for (int partition : chosen) {
      user.addAll(Collections.nCopies(1 + random.nextInt(repeats), partition));
    }
    return List.copyOf(user);
  }
}
