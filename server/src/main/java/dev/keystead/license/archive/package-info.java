/// Changes of licences that are older than two years, in files outside the database, until they are seven years old.
///
/// 1. A change is in the database or in a file that counts, and never in both or in neither: one transaction makes the
///    file count and deletes the changes, after the file was stored, read again and compared.
/// 2. A file without a row means nothing. A row that only announces a file is taken back by the next run.
/// 3. A file has changes of one workspace and one month, in the order in which they were made, and a manifest beside
///    it. Its SHA-256 is in its row; a file with another is not used, and is named.
/// 4. Files are below their workspace's part of the storage, and nobody else's requests reach them.
/// 5. People are named by their ids alone, which lead to nobody once they are erased.
///
/// Tables: licensing.history_archives; deletes from licensing.license_assignment_history.
/// May use: license.assignment, audit, platform.
@NullMarked
package dev.keystead.license.archive;

import org.jspecify.annotations.NullMarked;
