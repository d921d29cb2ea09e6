package dev.keystead.policy;

/// What the proven domains of a workspace do for sign-ins and sign-ups.
///
/// @param route whether people who type an address of these domains at another workspace's door are sent here
/// @param sendAway whether people who type an address of another workspace's domain at this door are sent there; at
///     the door of the system workspace, which is everybody's, they always are
/// @param capture whether new accounts with addresses of these domains are made here alone
public record DomainPolicy(boolean route, boolean sendAway, boolean capture) {
    static final DomainPolicy USUAL = new DomainPolicy(true, false, false);
}
