package dev.keystead.credential.passkey;

import java.net.URI;
import java.util.Locale;

/// Who asks for passkeys: this installation at its public address.
///
/// @param origin as browsers write it: scheme, host, and the port unless it is the scheme's own
/// @param id the host of the origin, which a passkey is bound to for good
/// @param name what people are told whose passkey it is
public record RelyingParty(String origin, String id, String name) {
    public static RelyingParty at(URI publicUrl, String name) {
        String scheme = publicUrl.getScheme().toLowerCase(Locale.ROOT);
        String host = publicUrl.getHost().toLowerCase(Locale.ROOT);
        int port = publicUrl.getPort();
        boolean usual = port < 0 || port == (scheme.equals("https") ? 443 : 80);
        return new RelyingParty(scheme + "://" + host + (usual ? "" : ":" + port), host, name);
    }
}
