package org.assay.accountant.internal.storage.faulty;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.assay.accountant.internal.storage.LogFile;
import org.assay.accountant.internal.storage.RefusedFileException;
import org.assay.accountant.internal.storage.Storage;

/**
 * Files in memory whose power can be cut, and whose operations can fail, at every operation and
 * every byte. What is written is volatile until it is forced; a name is volatile until names are
 * forced.
 *
 * <p>Operations are counted: creating a file, truncating, appending, marking, forcing and forcing
 * names. Those that do nothing to bytes have one step; appending has one for every byte.
 */
public final class FaultyStorage implements Storage {
  /** What happens at an operation. */
  public enum Fault {
    /** The power is cut: it and everything after it throws {@link PowerLoss}. */
    POWER_LOSS,
    /**
     * It fails after some of its steps, as on a full disk; those after it succeed. Where it was
     * forcing, the system takes for stored what is not.
     */
    FAILURE
  }

  /** What a device does not do though it says so. */
  public enum Lie {
    /** Forcing does nothing. */
    FORCE,
    /** Forcing names does nothing. */
    FORCE_NAMES
  }

  /**
   * What was not forced and is there nevertheless after the power was cut.
   *
   * @param names whether names are
   * @param marks whether marks are
   * @param bytes which bytes are
   */
  public record Survival(boolean names, boolean marks, Bytes bytes) {
    /** What of a file's bytes that were not forced is there. */
    public enum Bytes {
      /** None. */
      NONE,
      /** All. */
      ALL,
      /** Only their number: the file has its length, but zeros where they stood. */
      LENGTH
    }

    /** Everything, as when only the process is killed. */
    public static final Survival ALL = new Survival(true, true, Bytes.ALL);

    /** Every combination. */
    public static List<Survival> all() {
      List<Survival> all = new ArrayList<>();
      for (Bytes bytes : Bytes.values()) {
        for (int i = 0; i < 4; i++) {
          all.add(new Survival(i % 2 == 0, i < 2, bytes));
        }
      }
      return all;
    }
  }

  /** The end of the machine. */
  public static final class PowerLoss extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private static final class Content {
    private byte[] bytes = new byte[0];
    private byte[] forced = new byte[0];

    /** Forcing stores the bytes from here on. */
    private int unforced;

    private boolean marked;
    private boolean markForced;
    private boolean nameForced;
  }

  private final Map<Path, Content> files = new HashMap<>();
  private final Set<Path> held = new HashSet<>();
  private final List<Integer> steps = new ArrayList<>();
  private final Set<Lie> lies;
  private int faultAt = -1;
  private int stepsBefore;
  private Fault fault = Fault.POWER_LOSS;
  private boolean off;
  private int removedBy = Integer.MAX_VALUE;

  /** An empty storage. */
  public FaultyStorage(Lie... lies) {
    this.lies = Set.of(lies);
  }

  /**
   * Plans a fault.
   *
   * @param operation at which operation, counted from 0
   * @param before how many of its steps are done before
   * @param kind what happens
   * @return this
   */
  public FaultyStorage failingAt(int operation, int before, Fault kind) {
    faultAt = operation;
    stepsBefore = before;
    fault = kind;
    return this;
  }

  /** From this operation on, counted from 0, its files are no longer where they were. */
  public FaultyStorage removedBy(int operation) {
    removedBy = operation;
    return this;
  }

  /** How many steps each operation had so far. */
  public List<Integer> steps() {
    return List.copyOf(steps);
  }

  /** The storage after the process was killed: what is volatile still is, and nothing is held. */
  public FaultyStorage afterKill() {
    FaultyStorage later = new FaultyStorage(lies.toArray(Lie[]::new));
    later.files.putAll(files);
    return later;
  }

  /** The storage after the power was cut and is there again, without planned faults. */
  public FaultyStorage after(Survival survival) {
    FaultyStorage later = new FaultyStorage(lies.toArray(Lie[]::new));
    files.forEach(
        (path, file) -> {
          if (file.nameForced || survival.names()) {
            later.files.put(path, surviving(file, survival));
          }
        });
    return later;
  }

  private static Content surviving(Content file, Survival survival) {
    Content left = new Content();
    left.bytes =
        switch (survival.bytes()) {
          case NONE -> file.forced;
          case ALL -> file.bytes;
          case LENGTH -> Arrays.copyOf(commonStart(file), file.bytes.length);
        };
    left.forced = left.bytes;
    left.markForced = file.markForced || (file.marked && survival.marks());
    left.marked = left.markForced;
    left.nameForced = true;
    return left;
  }

  private static byte[] commonStart(Content file) {
    int different = Arrays.mismatch(file.bytes, file.forced);
    return Arrays.copyOf(file.bytes, different < 0 ? file.bytes.length : different);
  }

  /** What a file holds now, whether or not it was forced. */
  public byte[] bytes(Path path) {
    Content file = files.get(path);
    if (file == null) {
      throw new IllegalArgumentException("no file " + path);
    }
    return file.bytes.clone();
  }

  @Override
  public LogFile open(Path path) throws IOException {
    if (!held.add(path)) {
      throw new RefusedFileException(path, "it is held open by another owner");
    }
    try {
      if (!files.containsKey(path) && begins(1) > 0) {
        files.put(path, new Content());
        end();
      }
    } catch (IOException | RuntimeException e) {
      held.remove(path);
      throw e;
    }
    return new Handle(path, Objects.requireNonNull(files.get(path)));
  }

  /** How many of an operation's steps are done; {@link #end()} throws if they are not all. */
  private int begins(int count) throws IOException {
    if (off) {
      throw new PowerLoss();
    }
    steps.add(count);
    boolean now = steps.size() - 1 == faultAt;
    if (now && stepsBefore == 0) {
      end();
    }
    return now ? Math.min(stepsBefore, count) : count;
  }

  private void end() throws IOException {
    if (steps.size() - 1 != faultAt) {
      return;
    }
    if (fault == Fault.FAILURE) {
      throw new IOException("no space left on device");
    }
    off = true;
    throw new PowerLoss();
  }

  private final class Handle implements LogFile {
    private final Path path;
    private final Content file;

    Handle(Path path, Content file) {
      this.path = path;
      this.file = file;
    }

    @Override
    public Path path() {
      return path;
    }

    @Override
    public InputStream content() {
      return new ByteArrayInputStream(file.bytes);
    }

    @Override
    public boolean isMarked() {
      return file.marked;
    }

    @Override
    public void mark() throws IOException {
      if (begins(1) > 0) {
        file.marked = true;
        end();
      }
    }

    @Override
    public void truncate(long length) throws IOException {
      if (begins(1) > 0) {
        file.bytes = Arrays.copyOf(file.bytes, Math.toIntExact(length));
        file.unforced = Math.min(file.unforced, file.bytes.length);
        end();
      }
    }

    @Override
    public void append(byte[] bytes) throws IOException {
      int written = begins(bytes.length);
      byte[] longer = Arrays.copyOf(file.bytes, file.bytes.length + written);
      System.arraycopy(bytes, 0, longer, file.bytes.length, written);
      file.bytes = longer;
      end();
    }

    @Override
    public void rewrite(long from) {
      file.unforced = Math.min(file.unforced, Math.toIntExact(from));
    }

    @Override
    public void force() throws IOException {
      int from = file.unforced;
      file.unforced = file.bytes.length;
      if (begins(1) > 0 && !lies.contains(Lie.FORCE)) {
        byte[] stored = Arrays.copyOf(file.forced, file.bytes.length);
        System.arraycopy(file.bytes, from, stored, from, stored.length - from);
        file.forced = stored;
        file.markForced = file.marked;
      }
      end();
    }

    @Override
    public void forceNames() throws IOException {
      if (begins(1) > 0 && !lies.contains(Lie.FORCE_NAMES)) {
        file.nameForced = true;
      }
      end();
    }

    @Override
    public void requireInPlace() throws RefusedFileException {
      if (steps.size() > removedBy) {
        throw new RefusedFileException(path, "it was removed");
      }
    }

    @Override
    public void close() {
      held.remove(path);
    }
  }
}
