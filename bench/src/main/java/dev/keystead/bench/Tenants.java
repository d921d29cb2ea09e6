package dev.keystead.bench;

import java.util.Locale;
import java.util.SplittableRandom;

/// The tenants that `{tenant}` stands for; a count of 0 means that the target has no such thing.
record Tenants(int count, String format) {
    static Tenants from(PropertiesTarget keys) {
        return new Tenants(keys.number("tenant-count", 0, 0, 100_000_000), keys.numberFormat("tenant-format", "t%04d"));
    }

    /// Makes sure that an address with `{tenant}` can be filled in.
    void refuseWithout(PropertiesTarget keys, String key, Template template) {
        if (template.usesTenant() && count == 0) {
            throw new Refusal("`" + key + "` in " + keys + " holds {tenant}: say how many tenants there are with"
                    + " tenant-count.");
        }
    }

    /// The name of a random tenant, empty when there are none.
    String some(SplittableRandom random) {
        return count == 0 ? "" : String.format(Locale.ROOT, format, random.nextInt(count));
    }
}
