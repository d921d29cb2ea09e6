package dev.keystead.cli.remote;

import java.util.ArrayList;
import java.util.List;

/// What can be licensed, and which node may use it.
final class LicenseNouns {
    private static final String ID = "lic_01k9y7c2vff0z8n3q5s6t4w1xe";
    private static final String USER = "usr_01k9y7c2vff0z8n3q5s6t4w1xe";
    private static final String NODE = "nod_01k9y7c2vff0z8n3q5s6t4w1xe";

    private LicenseNouns() {}

    /// From when to when, how far and how much.
    private static Flag[] terms(Flag... first) {
        var terms = new ArrayList<>(List.of(first));
        terms.addAll(List.of(
                Flag.text("node_id", "the node").need(),
                Flag.choice("scope", "whether also what is below it", "exact", "inherit-down"),
                Flag.yes("trial", "on trial, which needs an end"),
                Flag.yes("converts", "a trial that becomes active after its last day"),
                Flag.text("effective_from", "the first day, such as 2026-01-31 (default: today)"),
                Flag.text("effective_to", "the last day (default: none)"),
                Flag.number("constraints.seats", "how many people may use it, each by a seat"),
                Flag.number("constraints.usage_cap", "how much may be used in all"),
                Flag.text("constraints.expires_at", "the moment of its end, such as 2026-01-31T12:00:00Z")));
        return terms.toArray(Flag[]::new);
    }

    /// What of a licence can be changed.
    private static Flag[] changes() {
        return new Flag[] {
            Flag.text("node_id", "the node to which it moves"),
            Flag.choice("scope", "whether also what is below it", "exact", "inherit-down"),
            Flag.text("effective_from", "the first day"),
            Flag.text("effective_to", "the last day"),
            Flag.yes("converts", "a trial that becomes active after its last day"),
            Flag.number("seats", "how many people may use it"),
            Flag.number("usage_cap", "how much may be used in all"),
            Flag.text("expires_at", "the moment of its end")
        };
    }

    static List<Noun> all() {
        return List.of(license(), seat(), usage(), module(), bundle());
    }

    private static Noun license() {
        return Noun.of(
                "license",
                "Licences: which node may use what",
                List.of("/id", "/module", "/node_id", "/scope", "/status", "/effective_from", "/effective_to"),
                Verb.list("/v1/licenses", "List the licences that the workspace gave")
                        .takes(
                                Flag.text("node", "only those on this node"),
                                Flag.text("module", "only those of this module"),
                                Flag.choice(
                                        "status",
                                        "only these",
                                        "trial",
                                        "active",
                                        "suspended",
                                        "expired",
                                        "terminated"))
                        .example("license list", "license list --module billing --status active -o tsv"),
                Verb.get("/v1/licenses/{id}", "Read a licence").example("license get " + ID),
                Verb.post("assign", "/v1/licenses", "Give a node a module")
                        .takes(terms(Flag.text("module", "its code").need()))
                        .example(
                                "license assign --module billing --node-id " + NODE,
                                "license assign --module billing --node-id " + NODE
                                        + " --trial --effective-to 2026-12-31 --seats 20"),
                Verb.patch(
                                "update",
                                "/v1/licenses/{id}",
                                "Change where, from when to when and how much a licence allows")
                        .takes(changes())
                        .example(
                                "license update " + ID + " --seats 50 --effective-to 2027-12-31",
                                "license update " + ID + " --from change.json"),
                Verb.patch("move", "/v1/licenses/{id}", "Put a licence on another node")
                        .takes(Flag.text("node_id", "the node").need().byPlace())
                        .example("license move " + ID + " " + NODE),
                life("activate", "Make a trial a licence like any other")
                        .takes(Flag.text("effective_to", "its last day (default: none)"))
                        .example("license activate " + ID + " --effective-to 2027-12-31"),
                life("suspend", "Forbid what a licence allows"),
                life("resume", "Let a suspended licence allow again"),
                life("renew", "Give a licence a new end, or none")
                        .takes(
                                Flag.text("effective_to", "the new last day (default: none)"),
                                Flag.text("expires_at", "the new moment of its end (default: none)"))
                        .example("license renew " + ID + " --effective-to 2027-12-31"),
                life("terminate", "End a licence for good").asks("A terminated licence does not come back."),
                Verb.list("/v1/licenses/{id}/history", "List what became of a licence, latest first")
                        .as("history")
                        .takes(Flag.yes("include_archive", "also what is older than two years"))
                        .shows("/changed_at", "/change", "/changed_by", "/after/status", "/after/effective_to")
                        .example("license history " + ID, "license history " + ID + " --include-archive -o json"),
                Verb.post("preview", "/v1/licenses:preview", "Show what would change below a node; nothing is changed")
                        .shown(Verb.Shape.ITEMS)
                        .takes(
                                Flag.text("node_id", "where to look").need(),
                                Flag.text("day", "as of this day (default: today)"),
                                Flag.pairs("add", "module", "node_id", "licences that would be given, MODULE@NODE"),
                                Flag.pairs("move", "license_id", "node_id", "licences that would move, LICENSE@NODE"),
                                Flag.list("end", "licences that would end"))
                        .shows("/node_id", "/before/module", "/before/granted", "/after/granted", "/after/reason")
                        .named("/node_id")
                        .example(
                                "license preview --node-id " + NODE + " --end " + ID,
                                "license preview --node-id " + NODE + " --add billing@" + NODE,
                                "license preview --node-id " + NODE + " --from wish.json"),
                Verb.list("/v1/nodes/{node}/entitlement-tree", "Show a node and all below it, with what each may use")
                        .as("tree")
                        .shown(Verb.Shape.FOREST)
                        .takes(
                                Flag.text("module", "this one alone"),
                                Flag.number("depth", "how many levels below the node (default: all)"),
                                Flag.yes("refusals", "also what may not be used, and why"),
                                Flag.text("day", "as of this day, such as 2026-01-31 (default: today)"))
                        .shows(
                                "/node_id",
                                "/kind",
                                "/name",
                                "/entitlement/module",
                                "/entitlement/reason",
                                "/entitlement/source/license_id",
                                "/entitlement/source/node_id")
                        .named("/node_id")
                        .example("license tree " + NODE, "license tree " + NODE + " --module billing --depth 2 -o tsv"),
                Verb.get("/v1/nodes/{node}/entitlements", "Tell why modules are on or off at a node")
                        .as("explain")
                        .shown(Verb.Shape.TREE)
                        .takes(
                                Flag.text("module", "this one alone").byPlace(),
                                Flag.text("day", "as of this day, such as 2026-01-31 (default: today)"))
                        .shows("/module", "/granted", "/reason", "/source/license_id", "/source/node_id")
                        .named("/module")
                        .example("license explain " + NODE, "license explain " + NODE + " billing --day 2027-01-01"));
    }

    private static Verb life(String name, String summary) {
        return Verb.post(name, "/v1/licenses/{id}:" + name, summary).example("license " + name + " " + ID);
    }

    private static Noun seat() {
        return Noun.of(
                "seat",
                "Seats of licences for a number of people",
                List.of("/user_id", "/assigned_by", "/assigned_at"),
                Verb.list("/v1/licenses/{license}/seats", "List the seats that people of the workspace have")
                        .named("/user_id")
                        .example("seat list " + ID),
                Verb.put("assign", "/v1/licenses/{license}/seats/{user}", "Give somebody a seat")
                        .named("/user_id")
                        .example("seat assign " + ID + " " + USER),
                Verb.delete("release", "/v1/licenses/{license}/seats/{user}", "Release the seat of somebody")
                        .example("seat release " + ID + " " + USER));
    }

    private static Noun usage() {
        return Noun.of(
                "usage",
                "How much of licences is used",
                List.of("/license_id", "/used", "/usage_cap", "/seats_taken", "/seats", "/last_used_at"),
                Verb.get("/v1/licenses/{license}/usage", "Show how much is used, and how many seats are taken")
                        .named("/license_id")
                        .example("usage get " + ID),
                Verb.post("add", "/v1/licenses/{license}/usage", "Count what was used; the same key counts once")
                        .takes(
                                Flag.text("key", "your own word for it: the same twice counts once")
                                        .need(),
                                Flag.number("amount", "how much").need())
                        .named("/license_id")
                        .example("usage add " + ID + " --key invoice-2026-0815 --amount 1"));
    }

    private static Noun module() {
        return Noun.of(
                "module",
                "Modules that can be licensed",
                List.of("/code", "/name", "/category", "/dependencies", "/always_on"),
                Verb.list("/v1/modules", "List the modules").named("/code").example("module list"),
                Verb.get("/v1/modules/{code}", "Read a module").named("/code").example("module get billing"),
                Verb.post("create", "/v1/modules", "Add a module to the catalogue")
                        .takes(
                                Flag.text("code", "the word by which programs ask for it")
                                        .need(),
                                Flag.text("name", "its name").need(),
                                Flag.text("category", "a word by which modules are sorted")
                                        .need(),
                                Flag.text("description", "what it is for"),
                                Flag.list("dependencies", "the codes of modules that it needs"),
                                Flag.list("min_node_types", "the kinds of nodes where it can be used (default: all)"),
                                Flag.yes("always_on", "every node has it without a licence"))
                        .named("/code")
                        .example("module create --code billing --name Billing --category finance"),
                Verb.patch("update", "/v1/modules/{code}", "Change a module; its code stays")
                        .takes(
                                Flag.text("name", "its name"),
                                Flag.text("category", "a word by which modules are sorted"),
                                Flag.text("description", "what it is for"),
                                Flag.list("dependencies", "the codes of modules that it needs"),
                                Flag.list("min_node_types", "the kinds of nodes where it can be used"),
                                Flag.yes("always_on", "every node has it without a licence"))
                        .named("/code")
                        .example("module update billing --name 'Billing and dunning'"),
                Verb.delete(
                                "delete",
                                "/v1/modules/{code}",
                                "Delete a module that nothing needs and nobody was ever given")
                        .asks("A deleted module does not come back.")
                        .example("module delete billing"));
    }

    private static Noun bundle() {
        return Noun.of(
                "bundle",
                "Bundles of modules",
                List.of("/code", "/name", "/modules"),
                Verb.list("/v1/module-bundles", "List the bundles")
                        .named("/code")
                        .example("bundle list"),
                Verb.get("/v1/module-bundles/{code}", "Read a bundle")
                        .named("/code")
                        .example("bundle get office"),
                Verb.post("create", "/v1/module-bundles", "Add a bundle to the catalogue")
                        .takes(
                                Flag.text("code", "the word by which it is asked for")
                                        .need(),
                                Flag.text("name", "its name").need(),
                                Flag.list("modules", "the codes of its modules").need())
                        .named("/code")
                        .example("bundle create --code office --name Office --modules billing,stock"),
                Verb.patch("update", "/v1/module-bundles/{code}", "Change a bundle; its code stays")
                        .takes(Flag.text("name", "its name"), Flag.list("modules", "the codes of its modules"))
                        .named("/code")
                        .example("bundle update office --modules billing,stock,payroll"),
                Verb.delete("delete", "/v1/module-bundles/{code}", "Delete a bundle; licences that came by it stay")
                        .asks("A deleted bundle does not come back.")
                        .example("bundle delete office"),
                Verb.post("assign", "/v1/bundles/{code}:assign", "Give a node all modules of a bundle, or none")
                        .shown(Verb.Shape.ITEMS)
                        .takes(terms())
                        .shows("/id", "/module", "/node_id", "/status")
                        .example("bundle assign office --node-id " + NODE));
    }
}
