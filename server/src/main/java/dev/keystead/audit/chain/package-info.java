/// The audit trail in a form that nobody can quietly change: sealing, signing, verifying, taking away.
///
/// 1. One chain for each workspace in each trail. Places are 1, 2, 3 without gaps; a row's hash is over
///    everything else in the row ([RowHash]), the hash of the row before it included.
/// 2. An entry leaves the queue and enters its chain in one transaction, which holds the chain's head
///    ([Sealer]): any number of nodes may seal, and none of them leaves a gap or a fork.
/// 3. No role may change or delete a sealed row. Rows go by whole months, older than their workspace keeps them,
///    and only behind a signed cut; the database itself refuses anything else ([AuditMonths]). Where there is
///    an archive, they are in it before ([TrailArchive]).
/// 4. Checkpoints are signed every hour and before a cut ([Checkpoints]), and copied outside the database
///    before the database has them.
/// 5. What is wrong with a chain is decided in one place ([ChainVerifier]), for the command line, the API and
///    exports alike, and named ([Tampering]).
/// 6. A stored export is made of files, each stored before it is noted ([StoredExports]): a worker that dies
///    loses no more than one, and the next goes on there.
///
/// What it cannot do: an entry is protected once it is sealed, about a second after its commit; and rows after
/// the last checkpoint that left the database can be rewritten by whoever owns the database and the key.
///
/// 002 §5 (columns, hash, retention), RFC 8785 (payload), RFC 8032 (signatures), C2SP tlog-checkpoint and
/// signed-note (checkpoints and keys).
///
/// Tables: audit.admin_audit, audit.auth_audit, audit.runtime_token_audit, audit.chain_heads,
/// audit.checkpoints, audit.checkpoint_keys, audit.exports; takes from audit.entries.
/// May use: audit, platform.
@NullMarked
package dev.keystead.audit.chain;

import org.jspecify.annotations.NullMarked;
