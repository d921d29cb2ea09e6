package dev.keystead.mail;

/// Where mails leave the queue to.
sealed interface Outlet permits SmtpOutlet, Inbox {
    /// Begins to deliver some mails; what it opens stays open for all of them.
    Line open();

    /// A way to deliver mails, one after the other, on one thread.
    interface Line extends AutoCloseable {
        Delivery deliver(MailId id, Mail mail);

        @Override
        void close();
    }
}
