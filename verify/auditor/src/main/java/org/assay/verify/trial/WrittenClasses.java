package org.assay.verify.trial;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.util.LinkedHashSet;
import java.util.Set;

/** Writes objects and remembers their classes. */
final class WrittenClasses extends ObjectOutputStream {
  private final Set<String> names = new LinkedHashSet<>();

  WrittenClasses(OutputStream out) throws IOException {
    super(out);
  }

  /** The names of all classes and interfaces of what was written. */
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
