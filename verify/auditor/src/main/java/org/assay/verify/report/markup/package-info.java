/** What every page is made of: text, numbers and characters that markup can hold. */
@NullMarked
package org.assay.verify.report.markup;

import org.jspecify.annotations.NullMarked;
