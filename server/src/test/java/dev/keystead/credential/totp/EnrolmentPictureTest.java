package dev.keystead.credential.totp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

/// What an app reads: the secret in base 32, its address, and the picture of the address.
class EnrolmentPictureTest {
    /// RFC 4648, section 10, without the padding.
    @ParameterizedTest
    @CsvSource({"f, MY", "fo, MZXQ", "foo, MZXW6", "foob, MZXW6YQ", "fooba, MZXW6YTB", "foobar, MZXW6YTBOI"})
    void theVectorsOfBase32Hold(String text, String base32) {
        assertThat(TotpSecret.of(text.getBytes(StandardCharsets.US_ASCII)).base32())
                .isEqualTo(base32);
    }

    @Test
    void aNewSecretHas160BitsAndIsNotShownByAccident() {
        TotpSecret secret = TotpSecret.make();
        assertThat(secret.bytes()).hasSize(20);
        assertThat(secret.base32()).hasSize(32).isNotEqualTo(TotpSecret.make().base32());
        assertThat(secret.forTyping().split(" ")).hasSize(8);
        assertThat(secret.toString()).doesNotContain(secret.base32().substring(0, 6));
    }

    @Test
    void namesAreEscapedInTheAddress() {
        String uri = OtpauthUri.of(
                Totp.COMMON,
                TotpSecret.of("foobar".getBytes(StandardCharsets.US_ASCII)),
                "Müller & Co: Berlin",
                "eve+a@x.test/?secret=AAAA");
        assertThat(uri)
                .isEqualTo(
                        "otpauth://totp/M%C3%BCller%20%26%20Co%20Berlin:eve%2Ba%40x.test%2F%3Fsecret%3DAAAA"
                                + "?secret=MZXW6YTBOI&issuer=M%C3%BCller%20%26%20Co%20Berlin&algorithm=SHA1&digits=6&period=30");
    }

    @Test
    void theLongestNamesFitAPicture() {
        String uri = OtpauthUri.of(Totp.COMMON, TotpSecret.make(), "😀".repeat(200), "😀".repeat(300) + "@x.test");
        assertThat(QrSvg.of(uri, "x")).contains("<path");
    }

    @Test
    void thePictureIsAccessibleAndHasNothingThatAPolicyCouldRefuse() throws Exception {
        String svg = QrSvg.of("otpauth://totp/x", "Scan \"me\" <now> & here");
        Element root = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(svg)))
                .getDocumentElement();
        assertThat(root.getAttribute("role")).isEqualTo("img");
        assertThat(root.getElementsByTagName("title").item(0).getTextContent())
                .isEqualTo("Scan \"me\" <now> & here")
                .isEqualTo(root.getAttribute("aria-label"));
        assertThat(svg).doesNotContain("style").doesNotContain("href").doesNotContain("script");
    }

    /// Version 1 has 21 modules a side, and a quiet zone of four around; every corner but one has a finder pattern.
    @Test
    void thePictureHasItsQuietZoneOnWhiteAndItsFinderPatterns() {
        String svg = QrSvg.of("HI", "x");
        assertThat(svg).contains("viewBox=\"0 0 29 29\"").contains("<path fill=\"#fff\" d=\"M0 0h29v29h-29z\"/>");
        assertThat(svg).contains("M4 4h7v1h-7z").contains("M18 4h7v1h-7z").contains("M4 24h7v1h-7z");
    }
}
