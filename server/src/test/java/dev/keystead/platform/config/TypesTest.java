package dev.keystead.platform.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.platform.log.LogFormat;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TypesTest {
    private static <T extends @Nullable Object> T value(ValueType<T> type, String text) {
        return switch (type.parse(text)) {
            case Parsed.Good<T>(T value) -> value;
            case Parsed.Bad<T>(String fault) -> throw new AssertionError(text + " " + fault);
        };
    }

    private static String fault(ValueType<?> type, String text) {
        return type.parse(text) instanceof Parsed.Bad<?>(String fault) ? fault : "";
    }

    @Test
    void aDurationHasAUnitAndBounds() {
        ValueType<Duration> type = Types.duration("1s", "14d");

        assertThat(value(type, "1500ms")).isEqualTo(Duration.ofMillis(1500));
        assertThat(value(type, "30s")).isEqualTo(Duration.ofSeconds(30));
        assertThat(value(type, "5m")).isEqualTo(Duration.ofMinutes(5));
        assertThat(value(type, "2h")).isEqualTo(Duration.ofHours(2));
        assertThat(value(type, "14d")).isEqualTo(Duration.ofDays(14));
        assertThat(fault(type, "999ms")).isEqualTo("is out of bounds");
        assertThat(fault(type, "15d")).isEqualTo("is out of bounds");
        assertThat(fault(type, "999999999d")).isEqualTo("is out of bounds");
        for (String wrong : List.of("", "30", "s", "-1s", "1.5s", " 1s", "1 s", "1S", "9999999999s", "1s1s", "١s")) {
            assertThat(fault(type, wrong)).as(wrong).isEqualTo("is not a duration such as 30s");
        }
    }

    @Test
    void aSizeIsANumberOfBytes() {
        ValueType<Integer> type = Types.size("1B", "64MiB");

        assertThat(value(type, "64KiB")).isEqualTo(65_536);
        assertThat(value(type, "10B")).isEqualTo(10);
        assertThat(fault(type, "0B")).isEqualTo("is out of bounds");
        assertThat(fault(type, "999999999GiB")).isEqualTo("is out of bounds");
        for (String wrong : List.of("", "64", "64kb", "64KB", "-1B", "1e3B", "9999999999B")) {
            assertThat(fault(type, wrong)).as(wrong).isEqualTo("is not a size such as 64KiB");
        }
    }

    @Test
    void aWholeNumberStaysInItsBounds() {
        ValueType<Integer> type = Types.wholeNumber(-1, 10);

        assertThat(value(type, "-1")).isEqualTo(-1);
        assertThat(value(type, "10")).isEqualTo(10);
        assertThat(fault(type, "11")).isEqualTo("is out of bounds");
        assertThat(fault(type, "9999999999")).isEqualTo("is out of bounds");
        for (String wrong : List.of("", "1.0", "0x1", "+1", " 1", "1_0", "٣", "99999999999")) {
            assertThat(fault(type, wrong)).as(wrong).isEqualTo("is not a whole number");
        }
    }

    @Test
    void aFractionIsBetweenZeroAndOne() {
        assertThat(value(Types.fraction(), "0.25")).isEqualTo(0.25);
        assertThat(value(Types.fraction(), "1")).isEqualTo(1.0);
        assertThat(fault(Types.fraction(), "1.01")).isEqualTo("is out of bounds");
        for (String wrong : List.of("", "NaN", "Infinity", "1e-3", "-0.1", "0,5", "0x1p0", "1f")) {
            assertThat(fault(Types.fraction(), wrong)).as(wrong).isEqualTo("is not a decimal number");
        }
    }

    @Test
    void wordsAreTakenAsWritten() {
        assertThat(value(Types.oneOf(LogFormat.class), "json")).isEqualTo(LogFormat.JSON);
        assertThat(value(Types.someOf(Role.class), "worker, web")).isEqualTo(Set.of(Role.WEB, Role.WORKER));
        assertThat(fault(Types.oneOf(LogFormat.class), "JSON")).isNotEmpty();
        assertThat(fault(Types.someOf(Role.class), "")).isNotEmpty();
        assertThat(fault(Types.someOf(Role.class), "web,")).isNotEmpty();
        assertThat(value(Types.bool(), "true")).isTrue();
        assertThat(fault(Types.bool(), "yes")).isNotEmpty();
    }

    @Test
    void anOptionalValueMayBeEmpty() {
        assertThat(value(Types.optional(Types.webUrl()), "")).isNull();
        assertThat(value(Types.optional(Types.webUrl()), "http://localhost:4318/v1/traces"))
                .hasToString("http://localhost:4318/v1/traces");
        assertThat(fault(Types.optional(Types.webUrl()), " ")).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "id.example.com",
                "ftp://id.example.com",
                "https://",
                "https:///x",
                "https://user@id.example.com",
                "https://id.example.com/?a=b",
                "https://id.example.com/#a",
                "https://id.example.com/",
                "https://id.example.com:99999",
                "https://id .example.com",
                "javascript:alert(1)"
            })
    void anOriginIsASchemeAHostAndAPortAlone(String wrong) {
        assertThat(fault(Types.webOrigin(), wrong)).isNotEmpty();
    }

    @Test
    void aRangeOfAddressesKnowsItsMembers() {
        List<AddressRange> ranges = value(Types.addressRanges(), "10.0.0.0/8, 192.168.1.7,2001:db8::/33,0.0.0.0/0");

        assertThat(ranges.get(0).contains(InetAddress.ofLiteral("10.255.0.1"))).isTrue();
        assertThat(ranges.get(0).contains(InetAddress.ofLiteral("11.0.0.0"))).isFalse();
        assertThat(ranges.get(0).contains(InetAddress.ofLiteral("::a00:1"))).isFalse();
        assertThat(ranges.get(1).contains(InetAddress.ofLiteral("192.168.1.7"))).isTrue();
        assertThat(ranges.get(1).contains(InetAddress.ofLiteral("192.168.1.6"))).isFalse();
        assertThat(ranges.get(2).contains(InetAddress.ofLiteral("2001:db8:7fff::1")))
                .isTrue();
        assertThat(ranges.get(2).contains(InetAddress.ofLiteral("2001:db8:8000::1")))
                .isFalse();
        assertThat(ranges.get(3).contains(InetAddress.ofLiteral("255.255.255.255")))
                .isTrue();
        assertThat(value(Types.addressRanges(), "")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost",
                "10",
                "10.1",
                "256.0.0.1",
                "10.0.0.0/33",
                "10.0.0.0/",
                "10.0.0.0/-1",
                "10.0.0.1/8",
                "::ffff:10.0.0.1",
                "fe80::1%eth0",
                "1::2::3",
                "10.0.0.1,",
                "::/129",
                "10.0.0.0/8/8"
            })
    void whatIsNoAddressIsRefusedAndNeverLookedUp(String wrong) {
        assertThat(fault(Types.addressRanges(), wrong)).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "AAAA", "====", "not base64!", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n"})
    void aKeyHasExactlyItsBytes(String wrong) {
        assertThat(fault(Types.base64(32), wrong)).isNotEmpty();
    }
}
