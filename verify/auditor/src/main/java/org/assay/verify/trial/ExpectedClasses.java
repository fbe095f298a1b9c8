package org.assay.verify.trial;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.InvalidObjectException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectStreamClass;
import java.util.Optional;
import java.util.Set;

/**
 * Reads objects of the classes that were written, and of no others. Bytes that were changed on
 * their way load no class that the writer did not have. Arrays and numbers of objects are limited
 * by what the bytes can hold. Classes are looked up by the class loader of the calling thread,
 * since clusters load a user's jars separately.
 */
final class ExpectedClasses extends ObjectInputStream {
  /** Array slots that one byte may stand for: hash tables are larger than their contents. */
  private static final long SLOTS_PER_BYTE = 4;

  /** Array slots that are always allowed. */
  private static final long SMALL = 1024;

  private final Set<String> names;
  private final long size;
  private boolean tooMuch;

  /**
   * The reader of some bytes.
   *
   * @param bytes the objects
   * @param names what {@link SerializedSubject.WrittenClasses#names} returned
   */
  ExpectedClasses(byte[] bytes, String... names) throws IOException {
    super(new ByteArrayInputStream(bytes));
    this.names = Set.of(names);
    this.size = bytes.length;
    // The filter of the whole program still applies.
    setObjectInputFilter(ObjectInputFilter.merge(this::check, getObjectInputFilter()));
  }

  /**
   * The next object, as {@link #readObject} returns it. The message of a failure says if the bytes
   * promise too much.
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
    tooMuch |= !(info.arrayLength() <= SMALL + SLOTS_PER_BYTE * size && info.references() <= size);
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
        // Primitive types, for example.
      }
    }
    return super.resolveClass(description);
  }
}
