package org.assay.verify.replay;

import java.util.List;

/** One recorded action of a run: a draw, a sample, the end of a sample, or a public value. */
sealed interface Entry {
  /** The name of the entry in messages. */
  String subject();

  /** Whether the entry may make two runs on the same dataset differ. */
  default boolean isRandom() {
    return false;
  }

  /** Adds the privacy events of the entry, which hold if its declarations are true. */
  void declare(DeclaredEvents events);

  /** A draw and its answer. */
  record Draw(Call call, Object answer) implements Entry {
    @Override
    public String subject() {
      return call.subject();
    }

    @Override
    public boolean isRandom() {
      return true;
    }

    @Override
    public void declare(DeclaredEvents events) {
      events.draw(call);
    }
  }

  /** The start of a sample, with the coin of each record. */
  record Sample(String name, double probability, List<Object> records, List<Boolean> coins)
      implements Entry {
    @Override
    public String subject() {
      return "Poisson sample '" + name + "'";
    }

    @Override
    public boolean isRandom() {
      return probability > 0 && probability < 1;
    }

    @Override
    public void declare(DeclaredEvents events) {
      events.openSample(probability);
    }
  }

  /** The end of the innermost sample. */
  record SampleEnd() implements Entry {
    @Override
    public String subject() {
      return "the end of a sample";
    }

    @Override
    public void declare(DeclaredEvents events) {
      events.closeSample();
    }
  }

  /** A value that the mechanism declared public. */
  record Public(String name, Object value) implements Entry {
    @Override
    public String subject() {
      return "public value '" + name + "'";
    }

    @Override
    public void declare(DeclaredEvents events) {
      // A public value costs nothing.
    }
  }
}
