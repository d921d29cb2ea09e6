package dev.keystead.lockout;

import dev.keystead.platform.crypto.Digest;

/// Whom or what attempts are counted for.
record Bucket(Kind kind, Digest subject) {
    enum Kind {
        /// One account, or one name that no account has: the two must look alike.
        ACCOUNT,
        /// One network address.
        SOURCE,
        /// One browser that the account knows, which strangers cannot lock out.
        BROWSER,
        /// Mails to one account: whoever types a name can make us write to it.
        MAIL,
        /// Sign-ins that were begun from one network.
        START,
        /// Accounts, links and codes that were asked for from one network.
        ASK,
        /// Applications that registered themselves from one network.
        REGISTER,
        /// Requests of applications that cannot prove themselves, from one network.
        REQUEST,
        /// Requests of one application that proved itself.
        CLIENT,
        /// Accounts that came by invitations of one branch of the lineage.
        BRANCH
    }
}
