/**
 * The verbs that price a described computation: {@code epsilon}, {@code delta}, {@code curve} and
 * {@code calibrate}.
 */
@NullMarked
package org.assay.cli.price;

import org.jspecify.annotations.NullMarked;
