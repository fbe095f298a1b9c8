package org.assay.verify.replay;

import java.util.Arrays;
import java.util.List;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.trial.AdjacentPair;

/**
 * A mistake of the catalogue that shows without statistics, with its noise in the open.
 *
 * @param <D> the type of datasets
 */
public final class GrayBoxItem<D> {
  private static final AdjacencyRelation ADD = AdjacencyRelation.ADD_OR_REMOVE;
  private static final Guarantee ONE = new Guarantee.Pure(1, ADD);

  private final String id;
  private final Guarantee claim;
  private final GrayBoxMechanism<D> mechanism;
  private final List<AdjacentPair<D>> pairs;

  private GrayBoxItem(
      String id, Guarantee claim, GrayBoxMechanism<D> mechanism, List<AdjacentPair<D>> pairs) {
    this.id = id;
    this.claim = claim;
    this.mechanism = mechanism;
    this.pairs = pairs;
  }

  /**
   * All of them, each with the neighbours that a user who does not know the mistake would try.
   *
   * @return the items, in the order of their names
   */
  public static List<GrayBoxItem<?>> all() {
    Guarantee two = new Guarantee.Pure(2, ADD);
    Guarantee training = new Guarantee.Approximate(1, 1e-5, ADD);
    int noScale = 1 / 2;
    return List.of(
        new GrayBoxItem<>("B09-integer", two, GrayBoxes.count(noScale), GrayBoxes.added()),
        new GrayBoxItem<>("B11", ONE, GrayBoxes.rawSum(), GrayBoxes.added()),
        new GrayBoxItem<>("B26", ONE, GrayBoxes.histogramOfKeysPresent(false), GrayBoxes.keys()),
        new GrayBoxItem<>("B28-exception", ONE, GrayBoxes.failingMean(), GrayBoxes.added()),
        new GrayBoxItem<>("B28-nan", ONE, GrayBoxes.meanOfNothing(), GrayBoxes.added()),
        new GrayBoxItem<>(
            "B29", training, GrayBoxes.sampledSteps(false), GrayBoxes.addedWithNaN()));
  }

  /**
   * The names of all items.
   *
   * @return names, as in the catalogue
   */
  public static String[] ids() {
    return all().stream().map(GrayBoxItem::id).toArray(String[]::new);
  }

  /**
   * One item.
   *
   * @param id its name
   * @return the item
   * @throws IllegalArgumentException if no item has that name
   */
  public static GrayBoxItem<?> of(String id) {
    return all().stream()
        .filter(item -> item.id.equals(id))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "id was " + id + ": give one of " + Arrays.toString(ids())));
  }

  /**
   * The name in the catalogue.
   *
   * @return the name
   */
  public String id() {
    return id;
  }

  /**
   * Records and replays the mechanism with the check's own defaults.
   *
   * @param seed seed of the recorded noise
   * @return what it showed
   * @throws InterruptedException if interrupted
   */
  public ReplayReport check(long seed) throws InterruptedException {
    return ReplayCheck.of(claim).seed(seed).check(mechanism, pairs);
  }
}
