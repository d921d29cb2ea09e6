package dev.keystead.platform.json;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The examples of RFC 8785.
class CanonicalJsonTest {
    /// Appendix B.
    @ParameterizedTest
    @CsvSource({
        "0000000000000000, 0",
        "8000000000000000, 0",
        "0000000000000001, 5e-324",
        "8000000000000001, -5e-324",
        "7fefffffffffffff, 1.7976931348623157e+308",
        "ffefffffffffffff, -1.7976931348623157e+308",
        "4340000000000000, 9007199254740992",
        "c340000000000000, -9007199254740992",
        "4430000000000000, 295147905179352830000",
        "44b52d02c7e14af5, 9.999999999999997e+22",
        "44b52d02c7e14af6, 1e+23",
        "44b52d02c7e14af7, 1.0000000000000001e+23",
        "444b1ae4d6e2ef4e, 999999999999999700000",
        "444b1ae4d6e2ef4f, 999999999999999900000",
        "444b1ae4d6e2ef50, 1e+21",
        "3eb0c6f7a0b5ed8c, 9.999999999999997e-7",
        "3eb0c6f7a0b5ed8d, 0.000001",
        "41b3de4355555553, 333333333.3333332",
        "41b3de4355555554, 333333333.33333325",
        "41b3de4355555555, 333333333.3333333",
        "41b3de4355555556, 333333333.3333334",
        "41b3de4355555557, 333333333.33333343",
        "becbf647612f3696, -0.0000033333333333333333",
        "43143ff3c1cb0959, 1424953923781206.2"
    })
    void numbersAreSpelledAsEcmaScriptDoes(String bits, String text) {
        assertThat(CanonicalJson.ecmaScript(Double.longBitsToDouble(Long.parseUnsignedLong(bits, 16))))
                .isEqualTo(text);
    }

    /// Section 3.2.4.
    @Test
    void theExampleOfTheRfc() {
        String json = """
                {
                  "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
                  "string": "\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\"\\/",
                  "literals": [null, true, false]
                }""";
        assertThat(CanonicalJson.of(json))
                .isEqualTo("{\"literals\":[null,true,false],\"numbers\":[333333333.3333333,1e+30,4.5,0.002,1e-27],"
                        + "\"string\":\"\u20ac$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"}");
    }

    /// Section 3.2.3.
    @Test
    void membersAreSortedByTheirUtf16Units() {
        String json =
                "{\"\\u20ac\":1,\"\\r\":2,\"\\ufb33\":3,\"1\":4,\"\\ud83d\\ude00\":5,\"\\u0080\":6,\"\\u00f6\":7}";
        assertThat(CanonicalJson.of(json))
                .isEqualTo(
                        "{\"\\r\":2,\"1\":4,\"\u0080\":6,\"\u00f6\":7,\"\u20ac\":1,\"\ud83d\ude00\":5,\"\ufb33\":3}");
    }

    @Test
    void whatADoubleCannotHoldIsKeptAsText() {
        assertThat(CanonicalJson.of("[9007199254740993,1e400,12345678901234567890,0.1,-0]"))
                .isEqualTo("[\"9007199254740993\",\"1E+400\",\"12345678901234567890\",0.1,0]");
    }

    @Test
    void whatIsCanonicalStaysAsItIs() {
        String once = CanonicalJson.of("{\"b\":[1,2.50,{\"z\":1,\"a\":\"\\u0007\"}],\"a\":{}}");
        assertThat(once).isEqualTo("{\"a\":{},\"b\":[1,2.5,{\"a\":\"\\u0007\",\"z\":1}]}");
        assertThat(CanonicalJson.of(once)).isEqualTo(once);
    }
}
