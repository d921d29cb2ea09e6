/// Mails: queued with the change that causes them, sent by a worker, or shown in the development inbox.
///
/// 1. A mail is queued in the transaction of its cause: undone means no mail, and no answer waits for a mail server or
///    takes another time because there is somebody to write to.
/// 2. What waits is encrypted for its workspace, and gone at once when it is sent: the row is deleted, because nothing
///    reads a trail of who got which mail, and the audit entry of the cause already says what was done.
/// 3. A mail is never sent after it expired, which is no later than a link in it stops working.
/// 4. Any number of workers send: a mail is claimed by one statement for two minutes, and begun only in the first of
///    them, so that clocks may differ by some seconds. Failures are tried again, later each time; what an SMTP server
/// refuses for good (5xx) ends at once and
///    leaves an entry in the workspace's trail. A server that refuses us (login, sender, encryption) is tried again.
/// 5. A mail can arrive twice only if a worker or the database is lost between the SMTP server's word that it has the
///    mail and the delete that follows it. Both copies have the same Message-ID.
/// 6. No line break or other control character gets into a header: [Mail] refuses them.
/// 7. The development inbox exists only where no SMTP server is set, the server listens on this machine alone, and
///    neither a public URL nor a proxy is set; and it answers only who asks this machine by its own name.
///
/// Tables: events.mails.
/// May use: job, audit, platform, Jakarta Mail.
@NullMarked
package dev.keystead.mail;

import org.jspecify.annotations.NullMarked;
