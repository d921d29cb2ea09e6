package dev.keystead.platform.outbound;

/// What became of a call to an address that somebody else named.
public sealed interface OutboundOutcome {
    /// It was answered. Whether the answer is a good one, its status says.
    final class Fetched implements OutboundOutcome {
        private final int status;
        private final String contentType;
        private final String date;
        private final byte[] body;

        Fetched(int status, String contentType, String date, byte[] body) {
            this.status = status;
            this.contentType = contentType;
            this.date = date;
            this.body = body;
        }

        /// Of 2xx, 4xx or 5xx.
        public int status() {
            return status;
        }

        public boolean isSuccess() {
            return status >= 200 && status < 300;
        }

        /// As it was sent, or empty.
        public String contentType() {
            return contentType;
        }

        /// What the other side takes the time for, as it said it, or empty.
        public String date() {
            return date;
        }

        /// The bytes as they were sent.
        public byte[] body() {
            return body.clone();
        }

        /// Without the body, which may be long or private.
        @Override
        public String toString() {
            return "Fetched[" + status + ", " + contentType + ", " + body.length + " bytes]";
        }
    }

    /// It breaks a rule of ours, and will again.
    record Refused(Reason reason) implements OutboundOutcome {}

    /// It did not work this time.
    ///
    /// @param why the end of a sentence that begins with the address, such as "took too long to answer"
    record Failed(String why) implements OutboundOutcome {}

    /// Which rule was broken.
    enum Reason {
        NOT_A_WEB_ADDRESS("is not an https address with a host"),
        NOT_ENCRYPTED("does not begin with https"),
        NOT_PUBLIC("is not on the public internet"),
        REDIRECT("answers with a redirect, which is not followed"),
        TOO_LARGE("answers with more than is read");

        private final String sentence;

        Reason(String sentence) {
            this.sentence = sentence;
        }

        /// The end of a sentence that begins with the address.
        public String sentence() {
            return sentence;
        }
    }
}
