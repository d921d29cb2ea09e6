/// What lets a person in: passwords, recovery codes, authenticator apps and passkeys of the users of a workspace.
///
/// 1. What people know is kept as a slow salted hash, what apps share with us is encrypted, of passkeys there is the
///    public part only. None of it is logged or shown again.
/// 2. What works once works once, also for two at the same moment: one statement decides who was first.
/// 3. A user has one password, ten recovery codes, one authenticator app and five passkeys at most.
/// 4. Hashing needs no transaction: it is done before one is opened, and what was hashed meanwhile is noticed.
/// 5. Every refusal is a value with the key of the sentence for people.
///
/// Who may try, how often, and what is written down about it is decided by the callers.
///
/// Tables: identity.credentials, identity.mfa_factors.
/// May use: directory, audit, platform.
@NullMarked
package dev.keystead.credential;

import org.jspecify.annotations.NullMarked;
