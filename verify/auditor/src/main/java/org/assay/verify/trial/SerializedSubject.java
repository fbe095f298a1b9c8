package org.assay.verify.trial;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.InvalidObjectException;
import java.io.NotSerializableException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.assay.accountant.privacy.AdjacencyRelation;

/** A mechanism and its pairs as bytes, with the names of the classes that may be read. */
final class SerializedSubject<D> implements TrialRecipe<D> {
  private static final long serialVersionUID = 1L;

  private final byte[] bytes;
  private final String[] classes;
  private final boolean repeatable;

  /** Keeps both arrays without copying them. */
  SerializedSubject(byte[] bytes, String[] classes, boolean repeatable) {
    this.bytes = bytes;
    this.classes = classes;
    this.repeatable = repeatable;
  }

  static <D> SerializedSubject<D> of(
      Mechanism<D> mechanism, List<AdjacentPair<D>> pairs, boolean repeatable) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    String[] classes;
    try (WrittenClasses out = new WrittenClasses(bytes)) {
      out.writeObject(mechanism);
      out.writeInt(pairs.size());
      for (AdjacentPair<D> pair : pairs) {
        write(out, pair);
      }
      classes = out.names();
    } catch (NotSerializableException e) {
      throw new IllegalArgumentException(
          "the mechanism or a dataset holds a "
              + e.getMessage()
              + ", which is not serializable: make it so, or give a recipe of your own",
          e);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "the mechanism or a dataset cannot be serialized: " + e.getMessage(), e);
    }
    return new SerializedSubject<>(bytes.toByteArray(), classes, repeatable);
  }

  private static void write(ObjectOutputStream out, AdjacentPair<?> pair) throws IOException {
    out.writeObject(pair.description());
    out.writeObject(pair.left());
    out.writeObject(pair.right());
    out.writeObject(pair.adjacency());
    out.writeObject(pair.canaryDirection().orElseGet(() -> new double[0]));
  }

  @Override
  public boolean isRepeatable() {
    return repeatable;
  }

  /** The cast is safe: a {@code Mechanism<D>} with pairs of type D was written. */
  @Override
  @SuppressWarnings("unchecked")
  public TrialSubject<D> make() throws IOException, ClassNotFoundException {
    try (ExpectedClasses in = new ExpectedClasses(bytes, classes)) {
      Mechanism<D> mechanism = (Mechanism<D>) in.next();
      List<AdjacentPair<D>> pairs = new ArrayList<>();
      int count = in.readInt();
      for (int i = 0; i < count; i++) {
        String description = (String) in.next();
        D left = (D) in.next();
        D right = (D) in.next();
        AdjacencyRelation adjacency = (AdjacencyRelation) in.next();
        double[] direction = (double[]) in.next();
        AdjacentPair<D> pair = AdjacentPair.of(description, left, right, adjacency);
        pairs.add(direction.length == 0 ? pair : pair.withCanaryDirection(direction));
      }
      return new TrialSubject<>(mechanism, pairs);
    }
  }

  /** Writes objects and remembers their classes. */
  static final class WrittenClasses extends ObjectOutputStream {
    private final Set<String> names = new LinkedHashSet<>();

    WrittenClasses(OutputStream out) throws IOException {
      super(out);
    }

    /** The names of all classes and interfaces of the written objects. */
    String[] names() {
      return names.toArray(String[]::new);
    }

    @Override
    protected void annotateClass(Class<?> type) {
      names.add(type.getName());
    }

    @Override
    protected void annotateProxyClass(Class<?> type) {
      for (Class<?> implemented : type.getInterfaces()) {
        names.add(implemented.getName());
      }
    }
  }

  /**
   * Reads objects of the classes that were written, and of no others. Bytes that were changed on
   * their way load no class that the writer did not have. Arrays and numbers of objects are limited
   * by what the bytes can hold. Classes are looked up by the class loader of the calling thread,
   * since clusters load a user's jars separately.
   */
  static final class ExpectedClasses extends ObjectInputStream {
    /**
     * Largest number of array slots for each byte, since hash tables are larger than their
     * contents. Not tuned.
     */
    private static final long SLOTS_PER_BYTE = 4;

    /** Number of array slots that is always allowed. Not tuned. */
    private static final long SMALL = 1024;

    private final Set<String> names;
    private final long size;
    private boolean tooMuch;

    /**
     * The reader of some bytes.
     *
     * @param bytes the objects
     * @param names the result of {@link SerializedSubject.WrittenClasses#names}
     */
    ExpectedClasses(byte[] bytes, String... names) throws IOException {
      super(new ByteArrayInputStream(bytes));
      this.names = Set.of(names);
      this.size = bytes.length;
      // The filter of the whole program still applies.
      setObjectInputFilter(ObjectInputFilter.merge(this::check, getObjectInputFilter()));
    }

    /**
     * The next object, as {@link #readObject} returns it. The message of a failure says if the
     * bytes announce too large arrays or too many objects.
     */
    Object next() throws IOException, ClassNotFoundException {
      try {
        return readObject();
      } catch (InvalidClassException e) {
        if (!tooMuch) {
          throw e;
        }
        InvalidObjectException refusal = changed("more than its bytes can hold");
        refusal.initCause(e);
        throw refusal;
      }
    }

    private ObjectInputFilter.Status check(ObjectInputFilter.FilterInfo info) {
      tooMuch |=
          !(info.arrayLength() <= SMALL + SLOTS_PER_BYTE * size && info.references() <= size);
      return tooMuch ? ObjectInputFilter.Status.REJECTED : ObjectInputFilter.Status.UNDECIDED;
    }

    private void requireExpected(String name) throws InvalidObjectException {
      if (!names.contains(name)) {
        throw changed("a " + name);
      }
    }

    private static InvalidObjectException changed(String what) {
      return new InvalidObjectException(
          "a mechanism or dataset held "
              + what
              + " when it was read, and not when it was written: its bytes were changed");
    }

    @Override
    protected Class<?> resolveProxyClass(String[] interfaces)
        throws IOException, ClassNotFoundException {
      for (String name : interfaces) {
        requireExpected(name);
      }
      return super.resolveProxyClass(interfaces);
    }

    @Override
    protected Class<?> resolveClass(ObjectStreamClass description)
        throws IOException, ClassNotFoundException {
      requireExpected(description.getName());
      Optional<ClassLoader> loader =
          Optional.ofNullable(Thread.currentThread().getContextClassLoader());
      if (loader.isPresent()) {
        try {
          return Class.forName(description.getName(), false, loader.get());
        } catch (ClassNotFoundException e) {
          // The name is that of a primitive type, for example.
        }
      }
      return super.resolveClass(description);
    }
  }
}
