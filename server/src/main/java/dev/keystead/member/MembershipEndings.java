package dev.keystead.member;

import dev.keystead.audit.AuditLog;
import dev.keystead.directory.Directory;
import dev.keystead.directory.UserId;
import dev.keystead.event.Consumer;
import dev.keystead.event.Event;
import dev.keystead.job.Job;
import dev.keystead.job.Parts;
import dev.keystead.platform.id.Prefix;
import dev.keystead.platform.text.Texts;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.Transaction;
import dev.keystead.workspace.WorkspaceId;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Ends the memberships of people whose account is deleted, whoever deleted it, in every workspace. Each ends in a
/// transaction of its own inside that workspace's wall; what was done stays done when another fails, and the
/// event that comes again does the rest.
///
/// A job does the same for whomever no event told of, such as those whom an earlier release deleted.
///
/// A last owner who is gone keeps nobody from noticing: the administrators are told that somebody has to follow.
public final class MembershipEndings {
    private static final Duration EVERY = Duration.ofDays(1);
    private static final int BATCH = 500;

    private final Members members;
    private final MemberStore everywhere;
    private final Directory directory;
    private final Database database;
    private final OwnersMail mail;
    private final AuditLog audit;
    private final Clock clock;

    /// @param database where each change is made inside its own workspace's wall
    /// @param worker sees who is a member in all workspaces, and changes nothing
    public MembershipEndings(
            Members members,
            Directory directory,
            Database database,
            Database worker,
            OwnersMail mail,
            AuditLog audit,
            Clock clock) {
        this.members = members;
        this.everywhere = new MemberStore(worker);
        this.directory = directory;
        this.database = database;
        this.mail = mail;
        this.audit = audit;
        this.clock = clock;
    }

    /// Acts when a user is deleted.
    public Consumer consumer() {
        return new Consumer("membership-endings", "user.deleted", this::follow);
    }

    public Job job() {
        return new Job("membership-endings", EVERY, this::run);
    }

    /// Ends every membership that outlived its account, and answers how many there were.
    private long run() {
        var parts = new Parts();
        long ended = 0;
        long before = -1;
        // One that cannot be ended stays, so that a round without an end would be the last one's again.
        while (ended > before && !Thread.currentThread().isInterrupted()) {
            before = ended;
            for (MemberStore.Left left : everywhere.placesLeft(clock.instant(), BATCH)) {
                ended += parts.attempt(() -> Scope.tenant(left.workspace().value())
                        .call(() -> database.write(transaction -> end(transaction, left))));
            }
        }
        parts.throwIfAnyFailed();
        return ended;
    }

    private int end(Transaction transaction, MemberStore.Left left) {
        boolean back = directory
                .find(transaction.with(Scope.tenant(left.home().value())), left.user())
                .isPresent();
        return back ? 0 : end(transaction, left.workspace(), left.user());
    }

    private void follow(Transaction transaction, Event event) {
        Prefix.USER
                .parse(event.aggregate(), UserId::new)
                // Somebody may have been let back in before this was heard of.
                .filter(user -> directory.find(transaction, user).isEmpty())
                .ifPresent(user -> endAll(places(transaction, event, user), user));
    }

    /// At home something may hang on a user who is no member.
    private static Set<WorkspaceId> places(Transaction transaction, Event event, UserId user) {
        var places = new LinkedHashSet<WorkspaceId>();
        places.add(new WorkspaceId(event.tenant()));
        places.addAll(
                transaction.list(MemberStore.PLACES_OF_GONE, p -> p.id(user).uuid(event.tenant())));
        return places;
    }

    private void endAll(Set<WorkspaceId> places, UserId user) {
        var parts = new Parts();
        for (WorkspaceId place : places) {
            parts.attempt(() -> Scope.tenant(place.value())
                    .call(() -> database.write(transaction -> end(transaction, place, user))));
        }
        parts.throwIfAnyFailed();
    }

    private int end(Transaction transaction, WorkspaceId place, UserId user) {
        return members.endOfGone(transaction, user)
                .map(ended -> {
                    audit.writeInternal(
                            transaction,
                            "membership-endings",
                            "member.end",
                            user,
                            Map.of(
                                    "before",
                                    MemberView.of(ended.before()),
                                    "why",
                                    "the account was deleted",
                                    "ownerless",
                                    ended.ownerless()));
                    if (ended.ownerless()) {
                        String owner = ended.before().displayName();
                        mail.sendToAdministrators(
                                transaction, place.value(), (language, name) -> said(language, name, owner));
                    }
                    return 1;
                })
                .orElse(0);
    }

    private static OwnersMail.Said said(Texts.Language language, String place, String owner) {
        return new OwnersMail.Said(
                language.text("mail.ownerless.subject", place),
                List.of(
                        language.text("mail.ownerless.body", owner, place),
                        language.text("mail.ownerless.advice", place)),
                language.text("mail.ownerless.footer", place),
                "workspace-ownerless");
    }
}
