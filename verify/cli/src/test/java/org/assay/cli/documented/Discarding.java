package org.assay.cli.documented;

import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import javax.tools.DiagnosticListener;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;

/** Finds classes as usual and keeps none of those that are made. */
final class Discarding extends ForwardingJavaFileManager<JavaFileManager> {
  Discarding(JavaCompiler compiler, DiagnosticListener<JavaFileObject> listener) {
    super(compiler.getStandardFileManager(listener, Locale.ROOT, StandardCharsets.UTF_8));
  }

  @Override
  public JavaFileObject getJavaFileForOutput(
      Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
    return new SimpleJavaFileObject(URI.create("nowhere:///" + name + kind.extension), kind) {
      @Override
      public OutputStream openOutputStream() {
        return OutputStream.nullOutputStream();
      }
    };
  }
}
