/**
 * Timings of the accountant, and how the auditor fares on the catalogue of known mechanisms. The
 * timings run with {@code mvn -Pbenchmark -pl verify/bench -am -DskipTests verify}; for the
 * scoreboard instead add {@code -Dmeasure.skip=true -Dscoreboard.skip=false}.
 */
@NullMarked
package org.assay.bench;

import org.jspecify.annotations.NullMarked;
