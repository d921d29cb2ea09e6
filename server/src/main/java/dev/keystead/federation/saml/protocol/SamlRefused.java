package dev.keystead.federation.saml.protocol;

import java.util.Locale;

/// A message that a rule of the protocol refuses.
public final class SamlRefused extends Exception {
    private static final long serialVersionUID = 1;
    private static final int LONGEST = 300;

    private final Reason reason;

    /// @param detail for those who look into it: names what was found, on one line
    public SamlRefused(Reason reason, String detail) {
        super(printable(detail), null, false, false);
        this.reason = reason;
    }

    /// Which rule it was.
    public enum Reason {
        /// It is no message of the protocol.
        MALFORMED,
        /// It is longer, deeper or wider than messages are.
        TOO_LARGE,
        /// Nothing in it is signed that would have to be.
        UNSIGNED,
        /// A signature is none by the connection's keys, or is not over what holds it.
        SIGNATURE,
        /// An algorithm is not one that is allowed.
        ALGORITHM,
        /// It cannot be decrypted, or must not be.
        ENCRYPTION,
        /// It was meant for another address.
        DESTINATION,
        /// It was made by somebody else.
        ISSUER,
        /// The identity provider says that it did not work.
        STATUS,
        /// It answers another question than the one that this browser asked.
        IN_RESPONSE_TO,
        /// Nobody asked, and the connection does not allow that.
        UNSOLICITED,
        /// It is for another service.
        AUDIENCE,
        /// Nothing confirms that who brings it is who it is about.
        SUBJECT,
        /// It is not valid yet.
        TOO_EARLY,
        /// It is not valid any more.
        EXPIRED,
        /// How somebody proved themselves there is not enough.
        CONTEXT,
        /// It was used before.
        REPLAYED;

        /// As events and the audit trail name it.
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public Reason reason() {
        return reason;
    }

    /// What was found.
    public String detail() {
        return String.valueOf(getMessage());
    }

    /// Others write what is quoted here.
    private static String printable(String detail) {
        String line = detail.replaceAll("[^\\x20-\\x7e]", "?");
        return line.length() > LONGEST ? line.substring(0, LONGEST) : line;
    }
}
