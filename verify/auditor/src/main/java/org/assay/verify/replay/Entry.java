package org.assay.verify.replay;

import java.util.List;

/** One thing that a recorded run did. */
sealed interface Entry {
  /** What messages call it. */
  String subject();

  /** A draw and its answer. */
  record Draw(Call call, Object answer) implements Entry {
    @Override
    public String subject() {
      return call.subject();
    }
  }

  /** The start of a sample, with the coin of each record. */
  record Sample(String name, double probability, List<Object> records, List<Boolean> coins)
      implements Entry {
    @Override
    public String subject() {
      return "Poisson sample '" + name + "'";
    }
  }

  /** The end of the innermost sample. */
  record SampleEnd() implements Entry {
    @Override
    public String subject() {
      return "the end of a sample";
    }
  }

  /** A value said to be public. */
  record Public(String name, Object value) implements Entry {
    @Override
    public String subject() {
      return "public value '" + name + "'";
    }
  }
}
