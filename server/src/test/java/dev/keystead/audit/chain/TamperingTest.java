package dev.keystead.audit.chain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.audit.Trail;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Elsewhere;
import dev.keystead.server.TrailDesk;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/// Whatever a superuser does to a sealed chain is found, and called by its name.
class TamperingTest {
    private static final TestServer SERVER = TestServer.start("--roles", "web");
    private static final TrailDesk DESK = new TrailDesk(SERVER);
    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static final String COLUMNS = "tenant_id, event_at, actor_did, event_type, payload_json, prev_audit_hash,"
            + " resource_type, resource_id, request_id, sealed_at, hash";

    static {
        // A superuser can take away what keeps places apart, and these tests need to.
        SERVER.execute("alter table audit.admin_audit drop constraint admin_audit_tenant_id_seq_sealed_at_key");
    }

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    /// A workspace whose trail has ten rows, eight of them below a signed checkpoint.
    private record Place(Elsewhere elsewhere) {
        static Place make() {
            var place = new Place(SERVER.makeOrganisation("tamper-" + NUMBER.incrementAndGet()));
            DESK.seal();
            place.fill(8);
            DESK.sign();
            place.fill(10);
            assertThat(place.report().isIntact()).isTrue();
            assertThat(place.report().signedTo()).isEqualTo(8);
            return place;
        }

        private void fill(long size) {
            while (report().size() < size) {
                SERVER.as(elsewhere.key())
                        .post("/v1/projects", "{\"name\":\"P\",\"slug\":\"p-" + NUMBER.incrementAndGet() + "\"}");
                DESK.seal();
            }
        }

        ChainReport report() {
            return report(List.of());
        }

        ChainReport report(List<Checkpoint.Signed> copies) {
            return DESK.verify(elsewhere.workspace(), copies).stream()
                    .filter(report -> report.chain().trail() == Trail.ADMIN_AUDIT)
                    .findFirst()
                    .orElseThrow();
        }

        /// Does something to the rows as a superuser; `:mine` in the text stands for the workspace.
        Place doing(String sql) {
            SERVER.execute(
                    sql.replace(":mine", "tenant_id = '" + elsewhere.workspace().value() + "'"));
            return this;
        }

        void isFoundAs(Tampering.Kind kind, long seq) {
            ChainReport report = report();
            assertThat(report.tampering()).as("what is found").isPresent();
            assertThat(report.tampering().get().kind())
                    .as(report.tampering().get().sentence())
                    .isEqualTo(kind);
            assertThat(report.tampering().get().seq()).isEqualTo(seq);
        }

        /// The hash that a row would have to have, as whoever knows the rules can compute it.
        void rehash(long seq) {
            SealedEntry row = read(seq);
            String hash = new RowHash(new ChainId(elsewhere.workspace().value(), Trail.ADMIN_AUDIT)).of(row);
            doing("update audit.admin_audit set hash = '" + hash + "' where :mine and seq = " + seq);
        }

        private SealedEntry read(long seq) {
            return SERVER.write(
                            elsewhere.workspace(),
                            transaction -> transaction.list(
                                    ChainStore.ADMIN_RANGE,
                                    p -> p.number(seq).number(seq + 1).scope().integer(1)))
                    .getFirst();
        }
    }

    @Test
    void aRowThatSaysSomethingElse() {
        Place.make()
                .doing("update audit.admin_audit set payload_json = '{}' where :mine and seq = 4")
                .isFoundAs(Tampering.Kind.EDITED, 4);
    }

    @Test
    void aRowWhoseHashWasMadeAnew() {
        Place place = Place.make()
                .doing("update audit.admin_audit set actor_did = 'did:keystead:nobody' where :mine and seq = 4");
        place.rehash(4);
        place.isFoundAs(Tampering.Kind.EDITED, 4);
    }

    @Test
    void everyColumnIsProtected() {
        for (String change : List.of(
                "audit_id = '0199f7a2-5b00-7c3e-8a51-0000000000aa'",
                "event_at = event_at + 1",
                "actor_did = actor_did || 'x'",
                "event_type = event_type || 'x'",
                "payload_json = '{\"after\":1}'",
                "prev_audit_hash = repeat('1', 64)",
                "resource_type = resource_type || 'x'",
                "resource_id = resource_id || 'x'",
                "request_id = request_id || 'x'",
                "sealed_at = sealed_at + interval '1 microsecond'",
                "hash = repeat('1', 64)")) {
            Place.make()
                    .doing("update audit.admin_audit set " + change + " where :mine and seq = 5")
                    .isFoundAs(Tampering.Kind.EDITED, 5);
        }
    }

    @Test
    void aRowThatIsGone() {
        Place.make()
                .doing("delete from audit.admin_audit where :mine and seq = 4")
                .isFoundAs(Tampering.Kind.DELETED, 4);
    }

    @Test
    void aRowThatIsGoneWithItsGapClosed() {
        Place.make()
                .doing("delete from audit.admin_audit where :mine and seq = 4")
                .doing("update audit.admin_audit set seq = seq - 1 where :mine and seq > 4")
                .doing(
                        "update audit.chain_heads set size = size - 1, checkpoint_size = 0 where :mine and trail = 'admin_audit'")
                .isFoundAs(Tampering.Kind.DELETED, 4);
    }

    @Test
    void aRowThatWasPutIn() {
        Place place = Place.make()
                .doing("update audit.admin_audit set seq = seq + 1 where :mine and seq > 4")
                .doing("insert into audit.admin_audit (audit_id, seq, " + COLUMNS + ") select app.new_id(), 5, "
                        + COLUMNS + " from audit.admin_audit where :mine and seq = 4")
                .doing("update audit.admin_audit set prev_audit_hash = (select hash from audit.admin_audit where :mine"
                        + " and seq = 4) where :mine and seq = 5")
                .doing("update audit.chain_heads set size = size + 1 where :mine and trail = 'admin_audit'");
        place.rehash(5);
        place.isFoundAs(Tampering.Kind.INSERTED, 5);
    }

    @Test
    void aRowBehindTheEnd() {
        Place.make()
                .doing("insert into audit.admin_audit (audit_id, seq, " + COLUMNS + ") select app.new_id(), 11, "
                        + COLUMNS + " from audit.admin_audit where :mine and seq = 4")
                .isFoundAs(Tampering.Kind.INSERTED, 11);
    }

    @Test
    void rowsThatChangedPlaces() {
        Place.make()
                .doing(
                        "update audit.admin_audit set seq = case seq when 3 then 6 else 3 end where :mine and seq in (3, 6)")
                .isFoundAs(Tampering.Kind.SWAPPED, 3);
    }

    @Test
    void neighboursThatChangedPlaces() {
        Place.make()
                .doing(
                        "update audit.admin_audit set seq = case seq when 3 then 4 else 3 end where :mine and seq in (3, 4)")
                .isFoundAs(Tampering.Kind.SWAPPED, 3);
    }

    @Test
    void twoHistories() {
        Place place = Place.make()
                .doing(
                        "insert into audit.admin_audit (audit_id, seq, tenant_id, event_at, actor_did, event_type, payload_json,"
                                + " prev_audit_hash, resource_type, resource_id, request_id, sealed_at, hash) select audit_id, seq,"
                                + " tenant_id, event_at, actor_did, event_type, payload_json, prev_audit_hash, resource_type,"
                                + " resource_id, request_id, sealed_at + interval '1 second', hash from audit.admin_audit"
                                + " where :mine and seq = 10");
        SealedEntry second = SERVER
                .write(
                        place.elsewhere().workspace(),
                        transaction -> transaction.list(
                                ChainStore.ADMIN_RANGE,
                                p -> p.number(10).number(11).scope().integer(5)))
                .stream()
                .max(Comparator.comparing(SealedEntry::sealedAt))
                .orElseThrow();
        String hash = new RowHash(new ChainId(place.elsewhere().workspace().value(), Trail.ADMIN_AUDIT)).of(second);
        place.doing("update audit.admin_audit set hash = '" + hash + "' where :mine and seq = 10 and sealed_at = '"
                        + second.sealedAt() + "'")
                .isFoundAs(Tampering.Kind.FORKED, 10);
    }

    @Test
    void aHistoryThatWasWrittenAnewFromARowOn() {
        Place place = Place.make().doing("update audit.admin_audit set payload_json = '{}' where :mine and seq = 7");
        for (long seq = 7; seq <= 10; seq++) {
            if (seq > 7) {
                place.doing(
                        "update audit.admin_audit set prev_audit_hash = (select hash from audit.admin_audit where :mine"
                                + " and seq = " + (seq - 1) + ") where :mine and seq = " + seq);
            }
            place.rehash(seq);
        }
        place.doing("update audit.chain_heads set hash = (select hash from audit.admin_audit where :mine and seq = 10)"
                + " where :mine and trail = 'admin_audit'");
        place.isFoundAs(Tampering.Kind.FORKED, 8);
    }

    @Test
    void anEndThatIsGone() {
        Place.make()
                .doing("delete from audit.admin_audit where :mine and seq > 9")
                .isFoundAs(Tampering.Kind.TAIL_CUT, 10);
    }

    @Test
    void anEndThatIsGoneBelowACheckpoint() {
        Place.make()
                .doing("delete from audit.admin_audit where :mine and seq > 6")
                .doing("update audit.chain_heads set checkpoint_size = 0, size = 6, hash = (select hash from"
                        + " audit.admin_audit where :mine and seq = 6) where :mine and trail = 'admin_audit'")
                .isFoundAs(Tampering.Kind.TAIL_CUT, 7);
    }

    @Test
    void aBeginningThatIsGone() {
        Place.make()
                .doing("delete from audit.admin_audit where :mine and seq < 4")
                .isFoundAs(Tampering.Kind.HEAD_CUT, 4);
    }

    @Test
    void aBeginningThatIsGoneUpToACheckpointThatWasNoCut() {
        Place.make()
                .doing("delete from audit.admin_audit where :mine and seq <= 8")
                .isFoundAs(Tampering.Kind.HEAD_CUT, 9);
    }

    @Test
    void everythingGone() {
        Place.make()
                .doing("delete from audit.admin_audit where :mine")
                .doing("delete from audit.chain_heads where :mine")
                .isFoundAs(Tampering.Kind.TAIL_CUT, 1);
    }

    @Test
    void aHeadThatIsGone() {
        Place.make()
                .doing("delete from audit.checkpoints where :mine")
                .doing("delete from audit.chain_heads where :mine")
                .isFoundAs(Tampering.Kind.FORKED, 1);
    }

    @Test
    void aCheckpointThatNobodySigned() {
        Place.make()
                .doing("update audit.checkpoints set note = replace(note, 'regular', 'cut') where :mine")
                .isFoundAs(Tampering.Kind.SIGNATURE_WRONG, 8);
    }

    @Test
    void aCopyThatSaysSomethingElse() {
        Place place = Place.make();
        Checkpoint.Signed copy = Checkpoint.parse(SERVER.look()
                        .text("select note from audit.checkpoints where trail = 'admin_audit' and tenant_id = '"
                                + place.elsewhere().workspace().value() + "'"))
                .orElseThrow();
        assertThat(place.report(List.of(copy)).isIntact()).isTrue();
        place.doing("delete from audit.checkpoints where :mine")
                .doing("delete from audit.admin_audit where :mine and seq > 5")
                .doing("update audit.chain_heads set checkpoint_size = 0, size = 5, hash = (select hash from"
                        + " audit.admin_audit where :mine and seq = 5) where :mine and trail = 'admin_audit'");
        assertThat(place.report().isIntact())
                .as("without the copy nothing shows")
                .isTrue();
        assertThat(place.report(List.of(copy)).tampering().orElseThrow().kind()).isEqualTo(Tampering.Kind.TAIL_CUT);
    }

    @Test
    void aCopyOfAnotherHistory() {
        Place place = Place.make();
        Checkpoint.Signed copy = Checkpoint.parse(SERVER.look()
                        .text("select note from audit.checkpoints where trail = 'admin_audit' and tenant_id = '"
                                + place.elsewhere().workspace().value() + "'"))
                .orElseThrow();
        place.doing("delete from audit.checkpoints where :mine")
                .doing("update audit.admin_audit set payload_json = '{}' where :mine and seq = 8");
        for (long seq = 8; seq <= 10; seq++) {
            if (seq > 8) {
                place.doing(
                        "update audit.admin_audit set prev_audit_hash = (select hash from audit.admin_audit where :mine"
                                + " and seq = " + (seq - 1) + ") where :mine and seq = " + seq);
            }
            place.rehash(seq);
        }
        place.doing("update audit.chain_heads set hash = (select hash from audit.admin_audit where :mine and seq = 10)"
                + " where :mine and trail = 'admin_audit'");
        assertThat(place.report().isIntact()).isTrue();
        assertThat(place.report(List.of(copy)).tampering().orElseThrow().kind())
                .isEqualTo(Tampering.Kind.COPY_CONTRADICTS);
    }
}
