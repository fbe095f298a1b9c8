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
 * Reads objects of the classes that were written and of no others, so that bytes that were changed
 * on their way load no class that the writer did not have. Arrays and numbers of objects are
 * bounded by what so many bytes can hold. Classes are found where the calling thread finds them:
 * clusters load a user's jars apart.
 */
final class ExpectedClasses extends ObjectInputStream {
  /** Hash tables are larger than what they hold. */
  private static final long SLOTS_PER_BYTE = 4;

  private static final long SMALL = 1024;

  private final Set<String> names;
  private final long size;
  private boolean tooMuch;

  /** Objects as bytes, and what {@link WrittenClasses#names} said of them. */
  ExpectedClasses(byte[] bytes, String... names) throws IOException {
    super(new ByteArrayInputStream(bytes));
    this.names = Set.of(names);
    this.size = bytes.length;
    // A filter of the whole Java goes on to have its say.
    setObjectInputFilter(ObjectInputFilter.merge(this::check, getObjectInputFilter()));
  }

  /** The next object, as {@link #readObject}; says in words that its bytes promise too much. */
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
