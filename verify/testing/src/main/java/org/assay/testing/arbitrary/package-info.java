/** Arbitrary neighbours, events, curves, mechanisms and losses for jqwik properties. */
@NullMarked
package org.assay.testing.arbitrary;

import org.jspecify.annotations.NullMarked;
