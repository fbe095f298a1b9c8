package org.assay.verify.external;

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
 * How to make a mechanism from a class.
 *
 * @param name the name for messages
 * @param factory its constructor or factory method
 * @param declared its type with type arguments
 */
record MechanismClass(String name, Factory factory, Type declared) {
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
    // The loader is never closed: classes are loaded when runs need them, until this program ends.
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
