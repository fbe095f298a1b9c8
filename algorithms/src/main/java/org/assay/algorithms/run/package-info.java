/** What a private run hands over: its release and the event it spent. */
@NullMarked
package org.assay.algorithms.run;

import org.jspecify.annotations.NullMarked;
