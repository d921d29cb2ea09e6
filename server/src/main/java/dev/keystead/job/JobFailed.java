package dev.keystead.job;

/// Tells the scheduler that a run failed; what there is to say about it has been written down.
final class JobFailed extends RuntimeException {
    private static final long serialVersionUID = 1;

    JobFailed(String job, Throwable cause) {
        super(job + " failed", cause);
    }
}
