/** Timings. Run them with {@code mvn -Pbenchmark -pl verify/bench -am -DskipTests verify}. */
@NullMarked
package org.assay.bench;

import org.jspecify.annotations.NullMarked;
