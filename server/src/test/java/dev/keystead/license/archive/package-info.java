/// Old changes of licences in files: against a real storage, with damage and sudden deaths.
@NullMarked
package dev.keystead.license.archive;

import org.jspecify.annotations.NullMarked;
