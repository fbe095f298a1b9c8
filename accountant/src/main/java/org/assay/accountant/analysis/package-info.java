/**
 * From an event and a relation to numbers. One visitor leads to the pairs of a run's steps; every
 * analysis is a fold over them.
 */
@NullMarked
package org.assay.accountant.analysis;

import org.jspecify.annotations.NullMarked;
