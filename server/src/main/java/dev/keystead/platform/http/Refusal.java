package dev.keystead.platform.http;

/// Ends a request with an answer, from any depth. Thrown means rollback: what must be kept is returned instead.
public final class Refusal extends RuntimeException {
    private static final int FORBIDDEN = 403;

    private final transient Reply reply;
    private final boolean recorded;

    public Refusal(Reply reply) {
        this(reply, reply.status() == FORBIDDEN);
    }

    private Refusal(Reply reply, boolean recorded) {
        super(reply.toString(), null, false, false);
        this.reply = reply;
        this.recorded = recorded;
    }

    /// For what nobody may do, whatever their role: leaves its audit entry like a refusal of a role.
    public static Refusal recorded(Reply reply) {
        return new Refusal(reply, true);
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

    /// Whether the refusal leaves an audit entry.
    boolean isRecorded() {
        return recorded;
    }
}
