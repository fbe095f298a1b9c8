package org.assay.testing.arbitrary;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.assay.accountant.privacy.AdjacencyRelation;

/**
 * The adjacency relation of an arbitrary pair, event, curve, guarantee or mechanism:
 *
 * <pre>{@code void law(@ForAll @Under(REPLACE_ONE) AdjacentPair<List<Double>> pair)}</pre>
 *
 * <p>Pairs need the annotation. Events, curves, guarantees and mechanisms without it come under all
 * relations.
 */
@Target({ElementType.PARAMETER, ElementType.TYPE_USE, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
public @interface Under {
  /**
   * The relation.
   *
   * @return the relation
   */
  AdjacencyRelation value();
}
