package dev.keystead.handle;

import dev.keystead.platform.db.Words;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Parameters;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The statements on reserved words and the proposals for them.
final class DictionaryStore {
    /// The word itself, before one that only looks so.
    static final Query<Word> WORD_FIND = Query.systemWide("handle.dictionary.find", """
            select handle, category
            from (
                (select handle, category, 1 as rank
                from identity.reservation_dictionary
                where handle = ?)
                union all
                (select handle, category, 2
                from identity.reservation_dictionary
                where skeleton_version = ?
                  and skeleton = ?
                limit 1)
            ) words
            order by rank
            limit 1""", DictionaryStore::word);

    /// Whoever reserves a word waits here for others who do. Nothing is ever taken out, so that the first word is
    /// always the same.
    static final Query<Integer> DICTIONARY_HOLD =
            Query.systemWide("handle.dictionary.hold", """
            select version
            from identity.reservation_dictionary
            where version > 0
            order by version
            limit 1
            for update""", row -> row.integer("version"));

    /// Unless it is reserved already. Its version is the number of words with it: no other is added meanwhile.
    static final Command WORD_INSERT = Command.systemWide("handle.dictionary.insert", """
            insert into identity.reservation_dictionary
                (id, handle, skeleton, skeleton_version, category, reason, added_by, reviewed_by, version, added_at)
            select ?, ?, ?, ?, ?, ?, ?, ?, last.version + 1, ?
            from (
                select version
                from identity.reservation_dictionary
                where version > 0
                order by version desc
                limit 1) last
            on conflict (handle) do nothing""");

    static final Query<String> WORDS_STALE =
            Query.systemWide("handle.dictionary.stale", """
            select handle
            from identity.reservation_dictionary
            where skeleton_version < ?
            limit ?""", row -> row.text("handle"));

    static final Command WORD_SKELETON = Command.systemWide("handle.dictionary.skeleton", """
            update identity.reservation_dictionary
            set skeleton = ?, skeleton_version = ?
            where handle = ?""");

    static final Command PROPOSAL_INSERT =
            Command.systemWide("handle.proposal.insert", """
            insert into identity.reservation_proposals
                (id, handle, category, reason, status, proposed_by, proposed_at)
            values (?, ?, ?, ?, 'proposed', ?, ?)""").onConflict("the word is proposed already");

    static final Query<Reservation> PROPOSAL_FIND =
            Query.systemWide("handle.proposal.find", """
            select id, handle, category, reason, status, proposed_by, proposed_at, reviewed_by, reviewed_at
            from identity.reservation_proposals
            where id = ?""", DictionaryStore::reservation);

    static final Query<Reservation> PROPOSALS_LIST =
            Query.systemWide("handle.proposal.list", """
            select id, handle, category, reason, status, proposed_by, proposed_at, reviewed_by, reviewed_at
            from identity.reservation_proposals
            where status = ?
              and id > ?
            order by id
            limit ?""", DictionaryStore::reservation);

    /// Of two who decide, one does.
    static final Query<Reservation> PROPOSAL_DECIDE =
            Query.systemWide("handle.proposal.decide", """
            update identity.reservation_proposals
            set status = ?, reviewed_by = ?, reviewed_at = ?
            where id = ?
              and reviewed_at is null
            returning id, handle, category, reason, status, proposed_by, proposed_at, reviewed_by,
                reviewed_at""", DictionaryStore::reservation);

    record Word(String handle, Category category) {}

    private final Database database;

    DictionaryStore(Database database) {
        this.database = database;
    }

    Optional<Word> find(String handle, String skeleton, int version) {
        return database.find(WORD_FIND, p -> p.text(handle).integer(version).text(skeleton));
    }

    Optional<Word> find(Transaction transaction, String handle, String skeleton, int version) {
        return transaction.find(WORD_FIND, p -> p.text(handle).integer(version).text(skeleton));
    }

    /// Whether the word is reserved now and was not before.
    boolean insert(Transaction transaction, Reservation approved, String reviewer, String skeleton, int version) {
        transaction.find(DICTIONARY_HOLD, Parameters.Binding.NONE);
        return transaction.update(
                        WORD_INSERT,
                        p -> p.id(approved.id())
                                .text(approved.handle())
                                .text(skeleton)
                                .integer(version)
                                .text(Words.of(approved.category()))
                                .text(approved.reason())
                                .text(approved.proposedBy())
                                .text(reviewer)
                                .instant(approved.reviewedAt().orElseThrow()))
                == 1;
    }

    List<String> stale(Transaction transaction, int version, int limit) {
        return transaction.list(WORDS_STALE, p -> p.integer(version).integer(limit));
    }

    void setSkeleton(Transaction transaction, String handle, String skeleton, int version) {
        transaction.update(WORD_SKELETON, p -> p.text(skeleton).integer(version).text(handle));
    }

    void propose(Transaction transaction, Reservation wanted) {
        transaction.update(
                PROPOSAL_INSERT,
                p -> p.id(wanted.id())
                        .text(wanted.handle())
                        .text(Words.of(wanted.category()))
                        .text(wanted.reason())
                        .text(wanted.proposedBy())
                        .instant(wanted.proposedAt()));
    }

    Optional<Reservation> findProposal(Transaction transaction, ReservationId id) {
        return transaction.find(PROPOSAL_FIND, p -> p.id(id));
    }

    List<Reservation> list(Reservation.Status status, UUID after, int limit) {
        return database.list(
                PROPOSALS_LIST, p -> p.text(Words.of(status)).uuid(after).integer(limit));
    }

    Optional<Reservation> decide(
            Transaction transaction, ReservationId id, Reservation.Status status, String reviewer, Instant at) {
        return transaction.find(
                PROPOSAL_DECIDE,
                p -> p.text(Words.of(status)).text(reviewer).instant(at).id(id));
    }

    private static Word word(Row row) {
        return new Word(row.text("handle"), Words.parse(Category.class, row.text("category")));
    }

    private static Reservation reservation(Row row) {
        return new Reservation(
                new ReservationId(row.uuid("id")),
                row.text("handle"),
                Words.parse(Category.class, row.text("category")),
                row.text("reason"),
                Words.parse(Reservation.Status.class, row.text("status")),
                row.text("proposed_by"),
                row.instant("proposed_at"),
                row.findText("reviewed_by"),
                row.findInstant("reviewed_at"));
    }
}
