package dev.keystead.federation.saml.protocol;

import dev.keystead.federation.saml.protocol.SamlRefused.Reason;
import java.io.ByteArrayOutputStream;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.Signature;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/// Messages in the address to which a browser is sent (bindings section 3.4): deflated, and signed beside.
public final class RedirectBinding {
    private static final Set<String> NAMES =
            Set.of("SAMLRequest", "SAMLResponse", "RelayState", "SigAlg", "Signature", "SAMLEncoding");

    private RedirectBinding() {}

    /// The address that carries a message, signed.
    ///
    /// @param location where it goes; may have parameters of its own
    public static String address(
            String location, Binding.Role role, String xml, Optional<String> relayState, Credential credential) {
        String signed = role.parameter() + "=" + encode(Base64Text.encode(deflate(xml)))
                + relayState.map(state -> "&RelayState=" + encode(state)).orElse("")
                + "&SigAlg=" + encode(SignatureAlgorithm.RSA_SHA256.uri());
        String query = signed + "&Signature=" + encode(Base64Text.encode(sign(signed, credential)));
        return location + (location.contains("?") ? "&" : "?") + query;
    }

    private static byte[] sign(String text, Credential credential) {
        try {
            Signature signature = Signature.getInstance(SignatureAlgorithm.RSA_SHA256.jdk());
            signature.initSign(credential.key());
            signature.update(text.getBytes(StandardCharsets.US_ASCII));
            return signature.sign();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK signs by RSA", e);
        }
    }

    /// Who a message claims to be by, for whoever has to find the keys first. Nothing is checked.
    public static String claimedIssuer(String query) throws SamlRefused {
        return MessageIssuer.of(inflate(Base64Text.decode(decode(message(parameters(query))))));
    }

    /// Reads a message whose signature covers it. The signature is over the octets as they were sent, in the
    /// order of the specification.
    ///
    /// @param query as it stood in the address, undecoded
    public static Binding.Arrived read(String query, Party party) throws SamlRefused {
        Map<String, String> sent = parameters(query);
        Binding.Role role = role(sent);
        if (!sent.containsKey("Signature") || !sent.containsKey("SigAlg")) {
            throw new SamlRefused(Reason.UNSIGNED, "the address is not signed");
        }
        String signed = role.parameter() + "=" + sent.get(role.parameter())
                + Optional.ofNullable(sent.get("RelayState"))
                        .map(state -> "&RelayState=" + state)
                        .orElse("")
                + "&SigAlg=" + sent.get("SigAlg");
        SignatureAlgorithm algorithm = SignatureAlgorithm.of(decode(sent.getOrDefault("SigAlg", "")));
        byte[] signature = Xml.base64(decode(sent.getOrDefault("Signature", "")));
        if (party.keys().stream().noneMatch(key -> isBy(key, algorithm, signed, signature))) {
            throw new SamlRefused(Reason.SIGNATURE, "the signature of the address is by none of the certificates");
        }
        Optional<String> state = Optional.empty();
        if (sent.containsKey("RelayState")) {
            state = Optional.of(decode(sent.getOrDefault("RelayState", "")));
        }
        return new Binding.Arrived(role, inflate(Base64Text.decode(decode(message(sent)))), state, true);
    }

    private static boolean isBy(PublicKey key, SignatureAlgorithm algorithm, String signed, byte[] signature) {
        if (!algorithm.takes(key)) {
            return false;
        }
        try {
            Signature check = Signature.getInstance(algorithm.jdk());
            check.initVerify(key);
            check.update(signed.getBytes(StandardCharsets.UTF_8));
            return check.verify(signature);
        } catch (GeneralSecurityException _) {
            return false;
        }
    }

    private static Map<String, String> parameters(String query) throws SamlRefused {
        var sent = new LinkedHashMap<String, String>();
        for (String pair : query.split("&", -1)) {
            String name = pair.split("=", 2)[0];
            if (NAMES.contains(name)
                    && sent.put(name, pair.substring(Math.min(name.length() + 1, pair.length()))) != null) {
                throw new SamlRefused(Reason.MALFORMED, name + " is sent twice");
            }
        }
        if (sent.containsKey("SAMLEncoding")
                && !decode(sent.getOrDefault("SAMLEncoding", ""))
                        .equals("urn:oasis:names:tc:SAML:2.0:bindings:URL-Encoding:DEFLATE")) {
            throw new SamlRefused(Reason.MALFORMED, "an encoding that is not known");
        }
        return sent;
    }

    private static Binding.Role role(Map<String, String> sent) throws SamlRefused {
        boolean asks = sent.containsKey("SAMLRequest");
        if (asks == sent.containsKey("SAMLResponse")) {
            throw new SamlRefused(Reason.MALFORMED, "not one message");
        }
        return asks ? Binding.Role.REQUEST : Binding.Role.RESPONSE;
    }

    private static String message(Map<String, String> sent) throws SamlRefused {
        return sent.getOrDefault(role(sent).parameter(), "");
    }

    private static String decode(String text) throws SamlRefused {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            throw new SamlRefused(Reason.MALFORMED, "the address is not encoded well");
        }
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static byte[] deflate(String xml) {
        try (var deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true)) {
            deflater.setInput(xml.getBytes(StandardCharsets.UTF_8));
            deflater.finish();
            var out = new ByteArrayOutputStream();
            var piece = new byte[4096];
            while (!deflater.finished()) {
                out.write(piece, 0, deflater.deflate(piece));
            }
            return out.toByteArray();
        }
    }

    /// A few bytes can stand for very many: it stops at the longest message.
    static byte[] inflate(byte[] deflated) throws SamlRefused {
        try (var inflater = new Inflater(true)) {
            inflater.setInput(deflated);
            var out = new ByteArrayOutputStream();
            var piece = new byte[4096];
            while (!inflater.finished()) {
                int length = inflater.inflate(piece);
                if (length == 0 && !inflater.finished()) {
                    throw new SamlRefused(Reason.MALFORMED, "the deflated message is cut off");
                }
                out.write(piece, 0, length);
                if (out.size() > Xml.MOST_BYTES) {
                    throw new SamlRefused(Reason.TOO_LARGE, "longer than " + Xml.MOST_BYTES + " bytes when inflated");
                }
            }
            if (inflater.getRemaining() > 0) {
                throw new SamlRefused(Reason.MALFORMED, "something follows the deflated message");
            }
            return out.toByteArray();
        } catch (DataFormatException _) {
            throw new SamlRefused(Reason.MALFORMED, "not deflated");
        }
    }
}
