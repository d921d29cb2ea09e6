package dev.keystead.cli.remote;

import dev.keystead.cli.ExitCode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Pattern;

/// Files of an authority as text: nothing but PEM goes to a terminal, whatever the server sends.
final class PemText {
    private static final Pattern PEM = Pattern.compile(
            "(-----BEGIN [A-Z0-9 ]{1,40}-----\r?\n([A-Za-z0-9+/=]{1,76}\r?\n)++-----END [A-Z0-9 ]{1,40}-----\r?\n?)*+");
    private static final byte SEQUENCE = 0x30;
    private static final int LINE = 64;

    private PemText() {}

    /// @param file in PEM, or a list of revoked certificates in DER
    static String of(byte[] file) {
        if (file.length > 0 && file[0] == SEQUENCE) {
            String lines = Base64.getMimeEncoder(LINE, new byte[] {'\n'}).encodeToString(file);
            return "-----BEGIN X509 CRL-----\n" + lines + "\n-----END X509 CRL-----\n";
        }
        String text = new String(file, StandardCharsets.US_ASCII);
        if (!PEM.matcher(text).matches()) {
            throw new Stop(ExitCode.FAILED, "What the server sent is no file of an authority.");
        }
        return text;
    }
}
