/// The account of the person who is signed in: its pages, and the same for programs under `/v1/me`.
///
/// 1. A page and its route for programs share their rules: `Own…` decides, routes and pages only translate.
/// 2. What decides who gets in changes only shortly after its owner proved who they are; a key cannot change
///    it.
/// 3. Every such change leaves an audit entry and an event at the door, and its owner is written to.
/// 4. Where the workspace demands a second factor, the last one cannot be taken away.
/// 5. What a page shows when something is wrong was read before the transaction, which needs no second
///    connection.
///
/// Tables: none of its own.
/// May use: federation, connection, signup, login, gate, pat, apikey, authevent, member, grant, session, device,
/// lockout, onetime, consent, client, workspace, credential, directory, handle, mail, policy, audit, platform.
@NullMarked
package dev.keystead.account;

import org.jspecify.annotations.NullMarked;
