package dev.keystead.trust;

import dev.keystead.platform.text.Texts;

/// The parts of a score, in the order in which people read them.
public enum Component {
    LINEAGE(Score.LINEAGE_MOST),
    TENURE(Score.TENURE_MOST),
    VERIFICATION(Score.VERIFICATION_MOST),
    STEWARDSHIP(Score.STEWARDSHIP_MOST),
    ACTIVITY(Score.ACTIVITY_MOST),
    PENALTIES(0);

    private final int most;

    Component(int most) {
        this.most = most;
    }

    /// What it adds to the score, or takes off.
    public int points(Score score) {
        return switch (this) {
            case LINEAGE -> score.lineage();
            case TENURE -> score.tenure();
            case VERIFICATION -> score.verification();
            case STEWARDSHIP -> score.stewardship();
            case ACTIVITY -> score.activity();
            case PENALTIES -> -score.penalties();
        };
    }

    /// How much it can be at most.
    public int most() {
        return most;
    }

    /// What it is called.
    public String name(Texts.Language language) {
        return language.text(
                switch (this) {
                    case LINEAGE -> "trust.lineage";
                    case TENURE -> "trust.tenure";
                    case VERIFICATION -> "trust.verification";
                    case STEWARDSHIP -> "trust.stewardship";
                    case ACTIVITY -> "trust.activity";
                    case PENALTIES -> "trust.penalties";
                });
    }

    /// How it comes about, in a sentence or two.
    public String explanation(Texts.Language language) {
        return language.text(
                switch (this) {
                    case LINEAGE -> "trust.lineage.why";
                    case TENURE -> "trust.tenure.why";
                    case VERIFICATION -> "trust.verification.why";
                    case STEWARDSHIP -> "trust.stewardship.why";
                    case ACTIVITY -> "trust.activity.why";
                    case PENALTIES -> "trust.penalties.why";
                });
    }
}
