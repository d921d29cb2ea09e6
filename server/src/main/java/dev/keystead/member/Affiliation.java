package dev.keystead.member;

/// Who a member is to the workspace. It decides nothing, except that guests expire and alumni have left.
public enum Affiliation {
    STAFF,
    CONTRACTOR,
    ALUMNI,
    INTERN,
    BOARD,
    EXTERNAL,
    GUEST
}
