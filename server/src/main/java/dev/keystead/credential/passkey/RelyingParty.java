package dev.keystead.credential.passkey;

import java.net.URI;
import java.util.Locale;

/// Who asks for passkeys: this installation at its public address.
///
/// @param origin as browsers write it: scheme, host, and the port unless it is the scheme's own
/// @param id the host of the origin, which a passkey is bound to for good
/// @param name what people are told whose passkey it is
/// @param workspaceDomain the domain below which workspaces have hosts of their own, or empty
public record RelyingParty(String origin, String id, String name, String workspaceDomain) {
    public static RelyingParty at(URI publicUrl, String name) {
        String scheme = publicUrl.getScheme().toLowerCase(Locale.ROOT);
        String host = publicUrl.getHost().toLowerCase(Locale.ROOT);
        int port = publicUrl.getPort();
        boolean usual = port < 0 || port == (scheme.equals("https") ? 443 : 80);
        return new RelyingParty(scheme + "://" + host + (usual ? "" : ":" + port), host, name, "");
    }

    public RelyingParty withWorkspacesBelow(String domain) {
        return new RelyingParty(origin, id, name, domain);
    }

    /// Whether a page at this origin is one of ours: at the public address, or at the host of a workspace.
    /// Other hosts below the id may be anybody's, although browsers let them use the same passkeys.
    boolean isAt(String other) {
        if (other.equals(origin)) {
            return true;
        }
        String before = origin.substring(0, origin.indexOf("://") + 3);
        String after = "." + workspaceDomain + origin.substring(before.length() + id.length());
        return !workspaceDomain.isEmpty()
                && other.length() > before.length() + after.length()
                && other.startsWith(before)
                && other.endsWith(after)
                && other.substring(before.length(), other.length() - after.length())
                        .matches("[a-z][a-z0-9-]{1,62}");
    }
}
