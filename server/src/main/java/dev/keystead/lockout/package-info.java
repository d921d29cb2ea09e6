/// Brakes on guessing at accounts.
///
/// 1. An attempt is counted before it is judged, in one statement: of many guesses at the same moment no
///    more than the threshold are judged.
/// 2. A name that no account has is locked like one that an account has. The names of one account, its
///    address and its handle, are counted apart, as two names of nobody are: together they allow twice the
///    guesses.
/// 3. A browser in which the user has signed in before has a count of its own: strangers cannot lock it
///    out.
/// 4. Only getting in clears the count of an account, and only its own: neither the first of two proofs
///    does, nor somebody else's passkey. What was not judged does not count.
/// 5. What anybody may begin, or have mailed, is counted for the network that it is asked from, in windows
///    of ten minutes that all nodes share.
/// 6. A mailbox gets no more mails that strangers ask for than one account may, however many accounts it
///    has.
///
/// Tables: auth.lockouts, auth.known_browsers.
/// May use: directory, policy, job, platform.
@NullMarked
package dev.keystead.lockout;

import org.jspecify.annotations.NullMarked;
