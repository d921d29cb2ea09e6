package dev.keystead.mail;

/// What became of an attempt to deliver a mail. A reason is short and names no address.
sealed interface Delivery {
    /// The other side has it.
    record Accepted() implements Delivery {}

    /// The other side will never take it.
    record Refused(String why) implements Delivery {}

    /// It may be taken later.
    record Failed(String why) implements Delivery {}

    /// No mail can be delivered now.
    record Down(String why) implements Delivery {}
}
