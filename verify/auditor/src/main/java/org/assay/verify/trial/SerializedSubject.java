package org.assay.verify.trial;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.NotSerializableException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.assay.accountant.privacy.AdjacencyRelation;

/** A mechanism and its pairs as bytes. */
final class SerializedSubject<D> implements TrialRecipe<D> {
  private static final long serialVersionUID = 1L;

  private final byte[] bytes;
  private final boolean repeatable;

  private SerializedSubject(byte[] bytes, boolean repeatable) {
    this.bytes = bytes;
    this.repeatable = repeatable;
  }

  static <D> SerializedSubject<D> of(
      Mechanism<D> mechanism, List<AdjacentPair<D>> pairs, boolean repeatable) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(mechanism);
      out.writeInt(pairs.size());
      for (AdjacentPair<D> pair : pairs) {
        write(out, pair);
      }
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
    return new SerializedSubject<>(bytes.toByteArray(), repeatable);
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

  /** What was written as a {@code Mechanism<D>} with pairs of type D is read as such. */
  @Override
  @SuppressWarnings("unchecked")
  public TrialSubject<D> make() throws IOException, ClassNotFoundException {
    try (ObjectInputStream in = new ContextInput(new ByteArrayInputStream(bytes))) {
      Mechanism<D> mechanism = (Mechanism<D>) in.readObject();
      List<AdjacentPair<D>> pairs = new ArrayList<>();
      int count = in.readInt();
      for (int i = 0; i < count; i++) {
        String description = (String) in.readObject();
        D left = (D) in.readObject();
        D right = (D) in.readObject();
        AdjacencyRelation adjacency = (AdjacencyRelation) in.readObject();
        double[] direction = (double[]) in.readObject();
        AdjacentPair<D> pair = AdjacentPair.of(description, left, right, adjacency);
        pairs.add(direction.length == 0 ? pair : pair.withCanaryDirection(direction));
      }
      return new TrialSubject<>(mechanism, pairs);
    }
  }

  /** Finds classes where the calling thread does: clusters load a user's jars apart. */
  private static final class ContextInput extends ObjectInputStream {
    ContextInput(InputStream in) throws IOException {
      super(in);
    }

    @Override
    protected Class<?> resolveClass(ObjectStreamClass description)
        throws IOException, ClassNotFoundException {
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
}
