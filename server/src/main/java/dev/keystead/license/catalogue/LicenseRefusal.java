package dev.keystead.license.catalogue;

import dev.keystead.platform.json.ReasonCode;

/// Why something about modules and licences is refused.
public enum LicenseRefusal implements ReasonCode {
    UNKNOWN_MODULE("a code is not in the catalogue"),
    UNKNOWN_NODE("a node is not there, or not one on which the caller's workspace may give licences"),
    UNKNOWN_LICENSE("a licence of a dry run is not there"),
    CODE_TAKEN("there is a module or a bundle of this code"),
    DEPENDENCY_CYCLE("a module would depend on itself"),
    IN_USE("a module is always on, needed, part of a bundle, or was licensed"),
    CATALOGUE_FULL("there are as many modules or bundles as there can be"),
    ALWAYS_ON("the module is always on and needs no licence"),
    NODE_TYPE("the module cannot be used on nodes of this kind, nor below them where that would count"),
    TRIAL_NEEDS_END("a trial has no `effective_to`"),
    ONLY_TRIALS_CONVERT("`converts` is wished for what is no trial"),
    DATES("the end is before the beginning"),
    OVER("the end is in the past"),
    PLACE_TAKEN("the node has a licence of this module"),
    ILLEGAL_TRANSITION("the licence cannot go from its status to the one wished for"),
    NOT_IN_FORCE("the licence does not hold now: suspended, ended, terminated or not begun"),
    SEATS("all seats are taken, or more than there would be"),
    NO_SEATS("the licence is for everybody and has no seats"),
    CAP("more would be used than the licence allows"),
    KEY_REUSED("the key of an increment was used for another amount");

    private final String meaning;

    LicenseRefusal(String meaning) {
        this.meaning = meaning;
    }

    @Override
    public String meaning() {
        return meaning;
    }
}
