package dev.keystead.trust;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What is known about a person that counts for or against them.
///
/// @param since when the account was made
/// @param depth how many invitations lie between them and the nearest member of staff
/// @param goodInvitees how many people they invited 30 days ago or earlier who are active
/// @param activeOn the days of the last 90 on which they were here
/// @param strikes when they were revoked themselves
/// @param revokedInvitees when people were revoked whom they invited
/// @param revokedBelow when people were revoked whom those invited
public record Facts(
        Instant since,
        boolean staff,
        int depth,
        Verified verified,
        int goodInvitees,
        SortedSet<LocalDate> activeOn,
        List<Instant> strikes,
        List<Instant> revokedInvitees,
        List<Instant> revokedBelow) {

    /// What a person has shown about themselves.
    ///
    /// @param workspace whether they belong to a workspace with a verified domain
    /// @param badge whether they hold a verified badge
    public record Verified(boolean email, boolean passkey, boolean app, boolean workspace, boolean badge) {
        /// The same for somebody of whom it is known now whether they belong to such a workspace.
        Verified inWorkspace(boolean belongs) {
            return new Verified(email, passkey, app, belongs, badge);
        }
    }

    /// The same for somebody of whom it is known now whether they belong to a workspace with a verified domain.
    Facts inVerifiedWorkspace(boolean belongs) {
        return new Facts(
                since,
                staff,
                depth,
                verified.inWorkspace(belongs),
                goodInvitees,
                activeOn,
                strikes,
                revokedInvitees,
                revokedBelow);
    }

    /// The same with further days on which they were here, as far as these count at a moment.
    Facts activeAlso(Collection<LocalDate> days, Instant now) {
        LocalDate today = LocalDate.ofInstant(now, ZoneOffset.UTC);
        var all = new TreeSet<LocalDate>();
        Stream.concat(activeOn.stream(), days.stream())
                .filter(day -> day.isAfter(today.minusDays(Score.ACTIVE_WINDOW_DAYS)) && !day.isAfter(today))
                .forEach(all::add);
        return new Facts(since, staff, depth, verified, goodInvitees, all, strikes, revokedInvitees, revokedBelow);
    }

    /// The same if something else were the case.
    Facts supposing(Supposition supposed, Instant now) {
        LocalDate today = LocalDate.ofInstant(now, ZoneOffset.UTC);
        SortedSet<LocalDate> days = supposed.activeDays() == null
                ? activeOn
                : IntStream.range(0, supposed.activeDays())
                        .mapToObj(today::minusDays)
                        .collect(TreeSet::new, TreeSet::add, TreeSet::addAll);
        return new Facts(
                since,
                supposed.staff() == null ? staff : supposed.staff(),
                depth,
                new Verified(
                        supposed.emailVerified() == null ? verified.email() : supposed.emailVerified(),
                        supposed.passkey() == null ? verified.passkey() : supposed.passkey(),
                        supposed.authenticatorApp() == null ? verified.app() : supposed.authenticatorApp(),
                        supposed.verifiedWorkspace() == null ? verified.workspace() : supposed.verifiedWorkspace(),
                        supposed.verifiedBadge() == null ? verified.badge() : supposed.verifiedBadge()),
                goodInvitees + orNone(supposed.moreGoodInvitees()),
                days,
                more(strikes, orNone(supposed.moreStrikes()), now),
                more(revokedInvitees, orNone(supposed.moreRevokedInvitees()), now),
                more(revokedBelow, orNone(supposed.moreRevokedBelow()), now));
    }

    private static int orNone(@Nullable Integer count) {
        return count == null ? 0 : count;
    }

    private static List<Instant> more(List<Instant> times, int count, Instant now) {
        return Stream.concat(times.stream(), IntStream.range(0, count).mapToObj(_ -> now))
                .toList();
    }
}
