package dev.keystead.cli;

import dev.keystead.badge.IssuerKeys;
import dev.keystead.cli.remote.Web;
import dev.keystead.cli.remote.WebAddress;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/// Where an issuer publishes its keys. A badge names such an address itself, so that it is a stranger's word: it is
/// asked once, in bounded time, for a bounded number of bytes, and leads nowhere else.
///
/// @param uri of the list itself
record BadgeKeysAddress(URI uri) {
    private static final String WELL_KNOWN = "/.well-known/badge-keys.json";

    /// An address that is not asked, and why.
    static final class Unsuitable extends Exception {
        Unsuitable(String sentence) {
            super(sentence, null, false, false);
        }
    }

    /// The list of an issuer, or the list itself.
    static BadgeKeysAddress of(String address) throws Unsuitable {
        String list = address.endsWith(WELL_KNOWN) ? address : address.replaceFirst("/+$", "") + WELL_KNOWN;
        return WebAddress.safe(list)
                .map(BadgeKeysAddress::new)
                .orElseThrow(() ->
                        new Unsuitable("'" + address + "' is no address that begins with https://; give --keys."));
    }

    byte[] read() throws IOException {
        try (Web web = Web.open()) {
            HttpRequest request = HttpRequest.newBuilder(uri).GET().build();
            HttpResponse<byte[]> answer = web.send(request, IssuerKeys.MOST_BYTES);
            if (answer.statusCode() != 200) {
                throw new IOException("the answer is " + answer.statusCode());
            }
            return answer.body();
        }
    }
}
