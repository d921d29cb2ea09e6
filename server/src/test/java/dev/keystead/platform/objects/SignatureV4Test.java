package dev.keystead.platform.objects;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// The examples that Amazon publishes: those of the S3 API reference ("Authenticating Requests: Using the
/// Authorization Header") and of the test suite of Signature Version 4.
class SignatureV4Test {
    private static final SignatureV4 S3 =
            new SignatureV4("AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "us-east-1", "s3");
    private static final Instant FRIDAY = Instant.parse("2013-05-24T00:00:00Z");
    private static final String HOST = "examplebucket.s3.amazonaws.com";

    private static Map<String, String> headers(String payload, String... more) {
        var headers = new TreeMap<String, String>();
        headers.put("host", HOST);
        headers.put("x-amz-content-sha256", payload);
        headers.put("x-amz-date", SignatureV4.time(FRIDAY));
        for (int i = 0; i < more.length; i += 2) {
            headers.put(more[i], more[i + 1]);
        }
        return headers;
    }

    private static String signed(String method, String path, String payload, String... more) {
        return S3.authorization(method, URI.create("https://" + HOST + path), headers(payload, more), payload, FRIDAY);
    }

    @Test
    void gettingAnObject() {
        assertThat(signed("GET", "/test.txt", Sha256.OF_NOTHING, "range", "bytes=0-9"))
                .isEqualTo("AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,"
                        + "SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,"
                        + "Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41");
    }

    @Test
    void puttingAnObjectWithASignInItsName() {
        String payload = "44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072";
        assertThat(signed(
                        "PUT",
                        "/" + SignatureV4.encoded("test$file.text"),
                        payload,
                        "date",
                        "Fri, 24 May 2013 00:00:00 GMT",
                        "x-amz-storage-class",
                        "REDUCED_REDUNDANCY"))
                .endsWith("Signature=98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd");
    }

    @Test
    void listingABucket() {
        assertThat(signed("GET", "/?lifecycle=", Sha256.OF_NOTHING))
                .endsWith("Signature=fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543");
        assertThat(signed("GET", "/?max-keys=2&prefix=J", Sha256.OF_NOTHING))
                .endsWith("Signature=34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7");
    }

    @Test
    void theFirstOfTheTestSuite() {
        var signature =
                new SignatureV4("AKIDEXAMPLE", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", "us-east-1", "service");
        Instant at = Instant.parse("2015-08-30T12:36:00Z");
        Map<String, String> headers = Map.of("host", "example.amazonaws.com", "x-amz-date", "20150830T123600Z");
        assertThat(signature.authorization(
                        "GET", URI.create("https://example.amazonaws.com/"), headers, Sha256.OF_NOTHING, at))
                .endsWith("Signature=5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31");
        assertThat(signature.authorization(
                        "GET",
                        URI.create("https://example.amazonaws.com/?Param1=value1&Param2=value2"),
                        headers,
                        Sha256.OF_NOTHING,
                        at))
                .endsWith("Signature=b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500");
    }

    @Test
    void theSecretIsNotPrinted() {
        assertThat(S3.toString()).doesNotContain("wJalr");
        assertThat(SignatureV4.encoded("a b/é~")).isEqualTo("a%20b%2F%C3%A9~");
    }
}
