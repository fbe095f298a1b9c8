package org.assay.verify.external;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.util.List;
import org.assay.verify.trial.Mechanism;

/**
 * A mechanism written in Java that was found on a class path at run time.
 *
 * <p>Datasets are converted to the type that the class declares: a {@code Mechanism<double[]>}
 * receives arrays, a {@code Mechanism<List<Person>>} lists of records of its own. One that declares
 * {@code Object} receives plain values: {@code List}, {@code Map}, {@code Integer}, {@code Double},
 * {@code String}, {@code Boolean}.
 */
public final class LoadedMechanism {
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES);

  private final Mechanism<Object> mechanism;
  private final JavaType datasetType;

  private LoadedMechanism(Mechanism<Object> mechanism, JavaType datasetType) {
    this.mechanism = mechanism;
    this.datasetType = datasetType;
  }

  /**
   * Loads a mechanism.
   *
   * @param classpath jars and directories of classes, besides the class path of this program
   * @param name a class {@code com.example.MyMechanism} with a public constructor without
   *     arguments, or a public static method without arguments {@code com.example.Mine#create}
   * @return the mechanism
   * @throws OutsideProgram.OutsideProgramException if a file is missing, or the name does not lead
   *     to a {@link Mechanism}
   */
  public static LoadedMechanism load(List<Path> classpath, String name) {
    MechanismClass found = MechanismClass.find(classpath, name);
    return of(found.create(), found.declared());
  }

  /** The cast is safe: every type argument is checked when datasets are converted. */
  @SuppressWarnings("unchecked")
  private static LoadedMechanism of(Mechanism<?> mechanism, Type declared) {
    JavaType type = MAPPER.constructType(declared).findSuperType(Mechanism.class);
    return new LoadedMechanism((Mechanism<Object>) mechanism, type.containedTypeOrUnknown(0));
  }

  /**
   * The mechanism.
   *
   * @return takes datasets that {@link #dataset} made
   */
  public Mechanism<Object> mechanism() {
    return mechanism;
  }

  /**
   * A dataset of the type that the mechanism declares.
   *
   * @param json the dataset
   * @return the converted dataset, to be left unchanged by all runs
   * @throws IllegalArgumentException if the dataset does not fit the type
   */
  public Object dataset(JsonNode json) {
    Object dataset = null;
    String problem = "it is null";
    try {
      dataset = MAPPER.convertValue(json, datasetType);
    } catch (IllegalArgumentException e) {
      problem = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    }
    if (dataset == null) {
      throw new IllegalArgumentException(
          "a dataset does not fit " + shown(datasetType) + ": " + problem);
    }
    return dataset;
  }

  private static String shown(JavaType type) {
    return type.isArrayType() ? shown(type.getContentType()) + "[]" : type.toCanonical();
  }

  /** The declared type of the mechanism. */
  @Override
  public String toString() {
    return "mechanism for datasets of type " + shown(datasetType);
  }
}
