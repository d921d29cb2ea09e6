package dev.keystead.domain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.domain.TestDns.Behaviour;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.xbill.DNS.Rcode;
import org.xbill.DNS.Record;

/// The DNS as it is: answers in pieces, by way of others, wrong ones and none.
class TextRecordsTest {
    private static final String NAME = "_keystead.example.org";
    private static final String WANTED = "keystead-domain=abc";
    private static final Duration PATIENT = Duration.ofSeconds(20);

    private final TestDns dns = TestDns.start();
    private final TextRecords records = new TextRecords(List.of(dns.address()), PATIENT);

    @AfterEach
    void stop() {
        dns.close();
    }

    private Proof look() {
        return records.look(NAME, WANTED);
    }

    private static String sentence(Proof proof) {
        return switch (proof) {
            case Proof.Found() -> "found";
            case Proof.Missing(String sentence) -> "missing: " + sentence;
            case Proof.Unknown(String sentence) -> "unknown: " + sentence;
        };
    }

    @Test
    void aRecordThatReadsAsWantedIsAProof() {
        dns.publish(NAME, WANTED);
        assertThat(look()).isEqualTo(new Proof.Found());
    }

    @Test
    void oneOfSeveralRecordsIsEnough() {
        dns.publish(NAME, "v=spf1 -all", WANTED, "something else");
        assertThat(look()).isEqualTo(new Proof.Found());
    }

    /// RFC 1035 section 3.3.14.
    @Test
    void theStringsOfOneRecordBelongTogether() {
        dns.behave(NAME, new Behaviour.Records(List.of(TestDns.text(NAME, List.of("keystead-", "domain=", "abc")))));
        assertThat(look()).isEqualTo(new Proof.Found());
    }

    @Test
    void theStringsOfTwoRecordsDoNot() {
        dns.publish(NAME, "keystead-domain=", "abc");
        assertThat(look()).isInstanceOf(Proof.Missing.class);
    }

    @Test
    void anotherTokenIsNoProof() {
        dns.publish(NAME, WANTED + "d", "Keystead-Domain=abc", " " + WANTED);
        assertThat(sentence(look())).isEqualTo("missing: has TXT records, but none that reads " + WANTED);
    }

    @Test
    void aNameThatIsNotThereIsNoProof() {
        assertThat(sentence(look())).isEqualTo("missing: is not known to the DNS");
    }

    @Test
    void aNameWithoutSuchARecordIsNoProof() {
        dns.behave(NAME, new Behaviour.Records(List.of()));
        assertThat(sentence(look())).isEqualTo("missing: has no TXT record");
    }

    @Test
    void anAliasIsFollowed() {
        dns.behave(NAME, new Behaviour.Records(List.of(TestDns.alias(NAME, "proof.elsewhere.example"))));
        dns.publish("proof.elsewhere.example", WANTED);
        assertThat(look()).isEqualTo(new Proof.Found());
    }

    @Test
    void anAliasToNowhereIsNoProof() {
        dns.behave(NAME, new Behaviour.Records(List.of(TestDns.alias(NAME, "gone.elsewhere.example"))));
        assertThat(look()).isInstanceOf(Proof.Missing.class);
    }

    @Test
    void aliasesThatGoRoundEnd() {
        dns.behave(NAME, new Behaviour.Records(List.of(TestDns.alias(NAME, "round.example"))));
        dns.behave("round.example", new Behaviour.Records(List.of(TestDns.alias("round.example", NAME))));
        assertThat(look()).isInstanceOf(Proof.Unknown.class);
    }

    /// RFC 7766 section 5.
    @Test
    void anAnswerThatWasCutIsAskedForAgainOverTcp() {
        List<Record> many = Stream.concat(
                        IntStream.range(0, 40).mapToObj(n -> TestDns.text(NAME, List.of("x".repeat(200) + n))),
                        Stream.of(TestDns.text(NAME, List.of(WANTED))))
                .<Record>map(record -> record)
                .toList();
        dns.behave(NAME, new Behaviour.Cut(many));
        assertThat(look()).isEqualTo(new Proof.Found());
        assertThat(dns.asked()).containsExactly("udp " + NAME, "tcp " + NAME);
    }

    @Test
    void serversThatFailProveNothingEitherWay() {
        for (int code : List.of(Rcode.SERVFAIL, Rcode.REFUSED, Rcode.FORMERR)) {
            dns.behave(NAME, new Behaviour.Failure(code));
            assertThat(look()).as(Rcode.string(code)).isInstanceOf(Proof.Unknown.class);
        }
    }

    @Test
    void silenceIsWaitedForInBoundedTime() {
        dns.behave(NAME, new Behaviour.Silence());
        var hasty = new TextRecords(List.of(dns.address()), Duration.ofMillis(100));
        assertThat(sentence(hasty.look(NAME, WANTED))).isEqualTo("unknown: was not answered for in time");
    }

    @Test
    void aSecondResolverIsAskedWhenTheFirstIsSilent() {
        try (TestDns silent = TestDns.start()) {
            silent.behave(NAME, new Behaviour.Silence());
            dns.publish(NAME, WANTED);
            var both = new TextRecords(List.of(silent.address(), dns.address()), Duration.ofMillis(300));
            assertThat(both.look(NAME, WANTED)).isEqualTo(new Proof.Found());
        }
    }

    @Test
    void nobodyThereProvesNothingEitherWay() {
        InetSocketAddress address = dns.address();
        dns.close();
        var hasty = new TextRecords(List.of(address), Duration.ofMillis(300));
        assertThat(hasty.look(NAME, WANTED)).isInstanceOf(Proof.Unknown.class);
    }

    @Test
    void aRecordThatWasJustSetIsSeen() {
        assertThat(look()).isInstanceOf(Proof.Missing.class);
        dns.publish(NAME, WANTED);
        assertThat(look()).isEqualTo(new Proof.Found());
    }
}
