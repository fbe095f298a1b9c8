/** Algorithms that look at every record once ([@FeldmanKorenTalwar2020]). */
@NullMarked
package org.assay.algorithms.optimize.onepass;

import org.jspecify.annotations.NullMarked;
