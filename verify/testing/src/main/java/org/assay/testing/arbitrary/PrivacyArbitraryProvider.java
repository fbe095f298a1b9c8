package org.assay.testing.arbitrary;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.providers.ArbitraryProvider;
import net.jqwik.api.providers.TypeUsage;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.Mechanism;

/**
 * Finds arbitraries for parameters of these types: {@link AdjacentPair} of lists, {@link DpEvent},
 * {@link RdpCurve}, {@link Guarantee}, {@link ClaimedMechanism}, {@link Mechanism} of lists of
 * numbers, {@link ConvexLoss}. jqwik finds this class by the service loader.
 */
public final class PrivacyArbitraryProvider implements ArbitraryProvider {
  /** Records of a dataset, at most, unless the property says otherwise. */
  private static final int USUAL_SIZE = 10;

  private static final Map<Class<?>, Function<AdjacencyRelation, Arbitrary<?>>> BY_RELATION =
      Map.of(
          DpEvent.class, PrivacyArbitraries::events,
          RdpCurve.class, PrivacyArbitraries::curves,
          Guarantee.class, PrivacyArbitraries::guarantees,
          ClaimedMechanism.class, PrivacyArbitraries::mechanisms,
          Mechanism.class,
              relation -> PrivacyArbitraries.mechanisms(relation).map(ClaimedMechanism::mechanism));

  /** The record that contributes nothing, for types of records with a known one. */
  private static final Map<Class<?>, Object> ZEROS =
      Map.of(Double.class, 0.0, Integer.class, 0, Long.class, 0L);

  /** For the service loader. */
  public PrivacyArbitraryProvider() {}

  @Override
  public boolean canProvideFor(TypeUsage type) {
    return type.isOfType(ConvexLoss.class)
        || (type.isOfType(Mechanism.class) && isListOf(type.getTypeArgument(0), Double.class))
        || (!type.isOfType(Mechanism.class) && BY_RELATION.containsKey(type.getRawType()))
        || (type.isOfType(AdjacentPair.class) && type.getTypeArgument(0).isOfType(List.class));
  }

  @Override
  public Set<Arbitrary<?>> provideFor(TypeUsage type, SubtypeProvider subtypes) {
    Optional<AdjacencyRelation> relation = type.findAnnotation(Under.class).map(Under::value);
    if (type.isOfType(ConvexLoss.class)) {
      return Set.of(PrivacyArbitraries.losses());
    }
    if (type.isOfType(AdjacentPair.class)) {
      return pairs(type.getTypeArgument(0), relation.orElseThrow(() -> unknown(type)), subtypes);
    }
    Function<AdjacencyRelation, Arbitrary<?>> arbitraries = BY_RELATION.get(type.getRawType());
    if (arbitraries == null) {
      return Set.of();
    }
    return relation.isPresent()
        ? Set.of(arbitraries.apply(relation.get()))
        : Set.of(PrivacyArbitraries.relations().flatMap(arbitraries::apply));
  }

  private static Set<Arbitrary<?>> pairs(
      TypeUsage list, AdjacencyRelation relation, SubtypeProvider subtypes) {
    Optional<Size> size = list.findAnnotation(Size.class);
    int fixed = size.map(Size::value).orElse(0);
    int minimum = Math.max(1, fixed > 0 ? fixed : size.map(Size::min).orElse(1));
    int stated = fixed > 0 ? fixed : size.map(Size::max).orElse(0);
    int maximum = stated > 0 ? stated : Math.max(minimum, USUAL_SIZE);
    TypeUsage record = list.getTypeArgument(0);
    return subtypes.apply(record).stream()
        .map(records -> pairs(records.asGeneric(), record, relation, minimum, maximum))
        .collect(Collectors.toSet());
  }

  private static Arbitrary<?> pairs(
      Arbitrary<Object> records,
      TypeUsage record,
      AdjacencyRelation relation,
      int minimum,
      int maximum) {
    return switch (relation) {
      case ADD_OR_REMOVE -> AdjacentDatasets.removingOne(records, minimum, maximum);
      case REPLACE_ONE -> AdjacentDatasets.replacingOne(records, minimum, maximum);
      case ZERO_OUT ->
          AdjacentDatasets.zeroingOne(
              records,
              Optional.ofNullable(ZEROS.get(record.getRawType())).orElseThrow(() -> noZero(record)),
              minimum,
              maximum);
    };
  }

  private static boolean isListOf(TypeUsage type, Class<?> record) {
    return type.isOfType(List.class) && type.getTypeArgument(0).isOfType(record);
  }

  private static IllegalArgumentException unknown(TypeUsage type) {
    return new IllegalArgumentException(
        type + " had no adjacency relation: say which by @Under, there is no usual one");
  }

  private static IllegalArgumentException noZero(TypeUsage record) {
    return new IllegalArgumentException(
        "records were of type "
            + record
            + ", of which no record is known to contribute nothing: use"
            + " AdjacentDatasets.zeroingOne in a provider");
  }
}
