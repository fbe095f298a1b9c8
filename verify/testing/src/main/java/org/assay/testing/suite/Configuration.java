package org.assay.testing.suite;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.Properties;

/** Configuration where no test platform hands it over: system properties, then the file. */
final class Configuration {
  private static final String FILE = "junit-platform.properties";

  private Configuration() {}

  static SuiteSettings withoutPlatform() {
    Properties file = read();
    return SuiteSettings.read(
        key ->
            Optional.ofNullable(System.getProperty(key))
                .or(() -> Optional.ofNullable(file.getProperty(key))));
  }

  private static Properties read() {
    Properties properties = new Properties();
    try (InputStream in = ClassLoader.getSystemResourceAsStream(FILE)) {
      if (in != null) {
        properties.load(in);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(FILE + " could not be read", e);
    }
    return properties;
  }
}
