package dev.keystead.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// Creates the rows that later runs read, one POST each, and collects the ids that the server gave them.
///
/// `{n}` counts from 1 here, so that the names of seeded rows are known beforehand.
///
/// @param idMember the member of the answer that holds the id
record Seeding(Template url, Template headers, Template body, int count, int expect, String idMember, String stamp) {
    /// Ids go into addresses, and the server that made them is not trusted to keep them harmless.
    private static final Pattern SAFE_ID = Pattern.compile("[A-Za-z0-9._~-]{1,200}");

    private static final int TELL_EVERY = 500;

    List<String> create(PrintStream progress) {
        List<String> ids = new ArrayList<>(count);
        try (Connections connections = new Connections()) {
            for (int number = 1; number <= count; number++) {
                Template.Values values = new Template.Values("", "", stamp, number);
                HttpRequest request = HttpRequest.postJson(HttpUrl.parse(url.render(values)), body.render(values))
                        .withHeaderLines(headers.render(values));
                ids.add(idOf(connections.send(request), number));
                if (number % TELL_EVERY == 0 || number == count) {
                    progress.println("seeded " + number + " of " + count);
                }
            }
        } catch (IOException broken) {
            throw new Refusal(
                    "Seeding by POST " + url + " stopped after " + ids.size() + ": " + Refusal.reasonOf(broken));
        }
        return ids;
    }

    private String idOf(HttpAnswer answer, int number) {
        if (answer.status() != expect) {
            throw new Refusal(
                    "Seeding by POST " + url + " expects HTTP " + expect + " but number " + number + " got " + answer);
        }
        String id = JsonText.find(answer.text(), idMember)
                .orElseThrow(() -> new Refusal("The answer to POST " + url + " has no member `" + idMember
                        + "`: name the one that holds the id with seed.id-member."));
        return checkedId(id, "the answer to POST " + url);
    }

    static String checkedId(String id, String origin) {
        if (!SAFE_ID.matcher(id).matches()) {
            throw new Refusal("The id `" + id.replaceAll("\\p{Cntrl}", "?") + "` in " + origin
                    + " cannot stand in an address: ids are letters, digits and . _ ~ -");
        }
        return id;
    }
}
