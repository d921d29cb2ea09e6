/// The PostgreSQL that Keystead brings along: `keystead serve` without a configuration runs on it, and so do the tests.
///
/// [PostgresBinaries] finds or unpacks the programs, [EmbeddedPostgres] runs a server on a data folder,
/// [TestPostgres] gives tests fresh databases, [WireTap] counts what they say to it. Start reading at
/// [EmbeddedPostgres#start(PostgresOptions)].
///
/// What a data folder holds: `cluster` (PostgreSQL's own folder, or a link to it), `cluster.lock` and `cluster.owner`
/// (who runs it), `superuser.password` (mode 0600), `server.log`.
///
/// Invariants:
///
/// 1. PostgreSQL never runs as root. Started by root, it runs as another account that owns `cluster` and nothing else.
/// 2. It listens on 127.0.0.1 only, has no Unix socket, and every login is checked by SCRAM.
/// 3. `cluster` appears by one rename, after initdb has ended well; so do the unpacked programs. There is no
///    half-made state that a later start would trust.
/// 4. One process owns a cluster at a time, by a file lock that the kernel drops when the owner dies.
/// 5. The server ends with its owner, even after `kill -9` (parent-death signal); a server that survived is stopped by
///    the next start.
/// 6. Whatever stands in the way is told as one sentence in a [PostgresUnavailable].
///
/// May use: the JDK, pgjdbc, xz, slf4j. Knows nothing of Keystead's tables.
@NullMarked
package dev.keystead.postgres;

import org.jspecify.annotations.NullMarked;
