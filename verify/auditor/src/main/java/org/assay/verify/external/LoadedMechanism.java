package org.assay.verify.external;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.assay.verify.external.OutsideProgram.OutsideProgramException;
import org.assay.verify.trial.Mechanism;

/**
 * A mechanism written in Java that was found on a class path at run time.
 *
 * <p>Datasets are converted to the type that the class declares: a {@code Mechanism<double[]>}
 * receives arrays, a {@code Mechanism<List<Person>>} lists of records of its own. A mechanism that
 * declares {@code Object} receives plain values: {@code List}, {@code Map}, {@code Integer}, {@code
 * Double}, {@code String}, {@code Boolean}.
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
   * @return a mechanism for datasets that {@link #dataset} made
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

  /**
   * The class of a mechanism and its factory.
   *
   * @param name the name for messages
   * @param factory its constructor or factory method
   * @param declared its type with type arguments
   */
  private record MechanismClass(String name, Factory factory, Type declared) {
    /** Makes the mechanism. */
    @FunctionalInterface
    interface Factory {
      Object create() throws ReflectiveOperationException;
    }

    static MechanismClass find(List<Path> classpath, String name) {
      int hash = name.indexOf('#');
      String className = hash < 0 ? name : name.substring(0, hash);
      Class<?> type = load(classpath, className);
      return hash < 0 ? ofConstructor(name, type) : ofMethod(name, type, name.substring(hash + 1));
    }

    private static Class<?> load(List<Path> classpath, String className) {
      List<URL> urls = new ArrayList<>();
      for (Path path : classpath) {
        if (!Files.exists(path)) {
          throw new OutsideProgramException("class path was " + path + ": there is no such file");
        }
        urls.add(url(path));
      }
      // The loader is never closed: classes are loaded when runs need them, until this program
      // ends.
      ClassLoader loader =
          new URLClassLoader(
              urls.toArray(URL[]::new), Objects.requireNonNull(Mechanism.class.getClassLoader()));
      try {
        return Class.forName(className, true, loader);
      } catch (ClassNotFoundException e) {
        throw new OutsideProgramException(
            "class "
                + className
                + " was not found on the class path "
                + classpath
                + ": give its full name, packages included",
            e);
      } catch (LinkageError e) {
        throw failed("class " + className + " could not be initialized", e);
      }
    }

    private static URL url(Path path) {
      try {
        return path.toUri().toURL();
      } catch (MalformedURLException e) {
        throw new OutsideProgramException("class path was " + path + ": it has no URL", e);
      }
    }

    private static MechanismClass ofConstructor(String name, Class<?> type) {
      if (!Mechanism.class.isAssignableFrom(type)) {
        throw new OutsideProgramException(
            name
                + " does not implement "
                + Mechanism.class.getName()
                + "; a method that makes a"
                + " mechanism is named "
                + name
                + "#method");
      }
      try {
        if (Modifier.isAbstract(type.getModifiers())) {
          throw new NoSuchMethodException(name + " is abstract");
        }
        Constructor<?> constructor = type.getConstructor();
        constructor.setAccessible(true);
        return new MechanismClass(name, constructor::newInstance, type);
      } catch (NoSuchMethodException e) {
        throw new OutsideProgramException(
            name + " cannot be made: it needs a public constructor without arguments", e);
      }
    }

    private static MechanismClass ofMethod(String name, Class<?> type, String methodName) {
      try {
        Method method = type.getMethod(methodName);
        if (!Modifier.isStatic(method.getModifiers())
            || !Mechanism.class.isAssignableFrom(method.getReturnType())) {
          throw new OutsideProgramException(
              name + " must be static and return a " + Mechanism.class.getName());
        }
        method.setAccessible(true);
        return new MechanismClass(name, () -> method.invoke(null), method.getGenericReturnType());
      } catch (NoSuchMethodException e) {
        throw new OutsideProgramException(
            name + " was not found: it needs to be a public static method without arguments", e);
      }
    }

    Mechanism<?> create() {
      try {
        if (factory.create() instanceof Mechanism<?> mechanism) {
          return mechanism;
        }
        throw new OutsideProgramException(name + " made null where a mechanism was expected");
      } catch (InvocationTargetException e) {
        throw failed(name + " could not be made", Objects.requireNonNullElse(e.getCause(), e));
      } catch (ReflectiveOperationException | LinkageError e) {
        throw failed(name + " could not be made", e);
      }
    }

    private static OutsideProgramException failed(String what, Throwable e) {
      Throwable origin = e;
      while (origin.getCause() != null) {
        origin = Objects.requireNonNull(origin.getCause());
      }
      return new OutsideProgramException(what + ": " + origin, e);
    }
  }
}
