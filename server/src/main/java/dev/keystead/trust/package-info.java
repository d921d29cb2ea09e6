/// How far a person is trusted, why, and how many people they may therefore invite.
///
/// 1. The formula stands in [Score] and nowhere else. Everything around it collects facts and keeps
///    results.
/// 2. Nothing that a person waits for computes a score: all scores are computed every night, one person's
///    when something happened that cannot wait, and what may be invited is written with the score.
/// 3. A batch is one short transaction of some hundred people. How far a part of the people is done stands
///    in its row, which the batch locks: several nodes work at once, none does a batch twice, and one that
///    dies leaves the rest to the others.
/// 4. What did not change is not written. The history has a row for each day on which the score changed.
/// 5. What an operator decided about invitations by hand stays as it is.
///
/// Tables: identity.trust_scores, identity.trust_history, identity.trust_shards; it writes what is
/// allowed in identity.invite_quotas.
///
/// May use: session, workspace, directory, job, audit, platform.
@NullMarked
package dev.keystead.trust;

import org.jspecify.annotations.NullMarked;
