/// Coming in for the first time, and again after forgetting the password: sign-up, invitations, the proof
/// of an address, a new password by mail.
///
/// 1. Whether an account exists is told to the mailbox's owner, by mail, and to nobody else: not in an
///    answer, nor in its time.
/// 2. A link works once. A new password ends every session of the account.
/// 3. An account that somebody makes for themselves comes alive when its address is proven.
/// 4. A password that was chosen before the address was proven counts only where the link is opened in the
///    browser that chose it. Elsewhere whoever opens the link sets another one; and the link of an account
///    that is in use does nothing elsewhere, unless its person is signed in there.
///
/// 5. An account by invitation is made together with its place in the lineage, and by one of those who use the
///    invitation at once.
///
/// May use: login, invite, session, credential, lockout, authevent, onetime, mail, policy, domain, member,
/// directory, handle, platform.
@NullMarked
package dev.keystead.signup;

import org.jspecify.annotations.NullMarked;
