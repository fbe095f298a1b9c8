/** The auditor: from a claim, a mechanism and adjacent datasets to a verdict. */
@NullMarked
package org.assay.verify.audit;

import org.jspecify.annotations.NullMarked;
