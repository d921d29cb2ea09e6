package dev.keystead.platform.http;

/// Ends a request with an answer, from any depth. Thrown means rollback: what must be kept is returned instead.
public final class Refusal extends RuntimeException {
    private final transient Reply reply;

    public Refusal(Reply reply) {
        super(reply.toString(), null, false, false);
        this.reply = reply;
    }

    /// The answer for what is not there, and for what is there but not in reach.
    public static Refusal notFound() {
        return new Refusal(Reply.notFound());
    }

    /// For rules that need to look at the thing before they know whether the caller may: leaves its audit entry like
    /// any other refusal of a role.
    public static Refusal insufficientRole() {
        return new Refusal(Reply.insufficientRole());
    }

    public Reply reply() {
        return reply;
    }
}
