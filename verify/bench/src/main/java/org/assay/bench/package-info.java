/**
 * Timings of the accountant and the auditor, and how the auditor fares on the catalogue of known
 * mechanisms. The timings run with {@code mvn -Pbenchmark -pl verify/bench -am -DskipTests verify};
 * {@code docs/why/scoreboard.md} says how to get the scoreboard and the overhead of an audit.
 */
@NullMarked
package org.assay.bench;

import org.jspecify.annotations.NullMarked;
