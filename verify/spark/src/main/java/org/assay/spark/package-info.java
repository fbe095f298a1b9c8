/** Audit trials on an Apache Spark cluster. */
@NullMarked
package org.assay.spark;

import org.jspecify.annotations.NullMarked;
