/// Files outside the database: in an S3-compatible storage, or in a folder.
///
/// 1. A file is written once. What is there under a name is never overwritten: the same bytes again are fine,
///    others are an error.
/// 2. Whoever sees a file sees all of it. One that could not be written to its end is not there.
/// 3. The SHA-256 of a file is kept with it, and compared when the file is read.
/// 4. A call ends: it has a limit of time, and few attempts. Memory is bounded whatever the size of a file.
/// 5. The secret of the storage is never sent and never logged.
/// 6. The path of a file carries its workspace, by [dev.keystead.tenancy.ScopedKey] alone.
///
/// Amazon S3 API of 2006-03-01 (PUT, GET, HEAD and DELETE of objects, ListObjectsV2), AWS Signature Version 4;
/// RFC 9110 section 13.1.2 (If-None-Match), 14.2 (Range).
///
/// May use: `platform.config`, `platform.tls`, `platform.start`, the HTTP client and the XML reader of the JDK.
@NullMarked
package dev.keystead.platform.objects;

import org.jspecify.annotations.NullMarked;
