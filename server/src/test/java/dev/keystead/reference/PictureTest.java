package dev.keystead.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.reference.Picture.Box;
import dev.keystead.reference.Picture.Field;
import dev.keystead.reference.Picture.Kind;
import dev.keystead.reference.Picture.Link;
import dev.keystead.reference.PictureRoutes.Drawn;
import dev.keystead.reference.PictureRoutes.Place;
import dev.keystead.reference.PictureRoutes.Point;
import dev.keystead.reference.PictureRoutes.Route;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.xml.sax.InputSource;

/// Pictures of a larger schema than there may be, with everything that can occur in one.
class PictureTest {
    private static final int TOP = 100;

    /// Fourteen tables: a hub, chains, a tree within one table, two references from one row, a circle, a loose table,
    /// a view, and tables of other schemas.
    static Picture large() {
        var boxes = new ArrayList<Box>();
        var links = new ArrayList<Link>();
        table(boxes, links, "orgs", "org", 3);
        table(boxes, links, "workspaces", "tenant and org", 9, "n:1 orgs");
        table(boxes, links, "users", "tenant", 13, "n:1 workspaces");
        table(boxes, links, "projects", "project", 7, "n:1 workspaces", "n:0..1 users");
        table(boxes, links, "subtenants", "tenant", 6, "n:1 workspaces", "n:0..1 subtenants");
        table(boxes, links, "nodes", "tenant", 5, "n:1 workspaces", "n:0..1 nodes", "1:0..1 projects");
        table(boxes, links, "workspace_members", "tenant", 8, "n:1 workspaces", "n:1 users");
        table(boxes, links, "role_bindings", "tenant", 6, "n:1 subtenants", "n:1 users");
        table(boxes, links, "devices", "user", 8, "n:1 users");
        table(boxes, links, "credentials", "tenant", 9, "n:1 users", "n:0..1 devices");
        table(boxes, links, "groups", "tenant", 6, "n:1 workspaces", "n:0..1 group_members");
        table(boxes, links, "group_members", "tenant", 3, "n:1 groups", "n:1 users");
        table(boxes, links, "service_accounts", "tenant", 7, "n:1 oauth.clients", "n:1 workspaces");
        table(boxes, links, "handle_registry", "system-wide", 5);
        boxes.add(new Box("oauth.clients", Kind.STUB, "", List.of()));
        boxes.add(new Box("big.tenants", Kind.VIEW, "", fields(4)));
        links.add(new Link("big.tenants", 0, "big.workspaces", ""));
        return new Picture("big", boxes, links);
    }

    private static void table(
            List<Box> boxes, List<Link> links, String name, String scope, int columns, String... references) {
        var fields = new ArrayList<>(fields(columns));
        for (String reference : references) {
            String[] parts = reference.split(" ", -1);
            String to = parts[1].contains(".") ? parts[1] : "big." + parts[1];
            links.add(new Link("big." + name, fields.size(), to, parts[0]));
            fields.add(
                    new Field(to.replaceAll(".*\\.|s$", "") + "_id", "uuid", false, true, parts[0].endsWith("0..1")));
        }
        boxes.add(new Box("big." + name, Kind.TABLE, scope, fields));
    }

    private static List<Field> fields(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> i < 2
                        ? new Field(i == 0 ? "tenant_id" : "id", "uuid", true, false, false)
                        : new Field(
                                "a_column_" + "x".repeat(i) + i,
                                i % 2 == 0 ? "text" : "timestamptz",
                                false,
                                false,
                                i % 3 == 0))
                .toList();
    }

    private static final Drawn LARGE = PictureRoutes.of(large(), TOP);

    @Test
    void noBoxCoversAnother() {
        for (Place one : LARGE.places()) {
            assertThat(LARGE.places()).filteredOn(other -> !other.equals(one)).noneMatch(other -> overlap(one, other));
        }
        assertThat(LARGE.places())
                .hasSize(16)
                .allSatisfy(place -> assertThat(place.x() >= 0
                                && place.y() >= TOP
                                && place.x() + place.width() <= LARGE.width()
                                && place.y() + place.height() <= LARGE.height())
                        .isTrue());
    }

    private static boolean overlap(Place a, Place b) {
        return a.x() < b.x() + b.width()
                && b.x() < a.x() + a.width()
                && a.y() < b.y() + b.height()
                && b.y() < a.y() + a.height();
    }

    @Test
    void everyReferenceIsALineThatRunsOverNoBox() {
        assertThat(LARGE.routes()).hasSameSizeAs(large().links());
        for (Route route : LARGE.routes()) {
            for (int i = 1; i < route.points().size(); i++) {
                Point from = route.points().get(i - 1);
                Point to = route.points().get(i);
                assertThat(from.x() == to.x() || from.y() == to.y()).isTrue();
                assertThat(LARGE.places()).as("%s", route.link()).noneMatch(place -> crosses(place, from, to));
            }
        }
    }

    private static boolean crosses(Place place, Point a, Point b) {
        return Math.min(a.x(), b.x()) < place.x() + place.width()
                && Math.max(a.x(), b.x()) > place.x()
                && Math.min(a.y(), b.y()) < place.y() + place.height()
                && Math.max(a.y(), b.y()) > place.y();
    }

    @Test
    void whatIsReferredToStandsLeftOfWhatRefersToIt() {
        List<Integer> chain = Stream.of("orgs", "workspaces", "users", "devices", "credentials")
                .map(name -> column("big." + name))
                .toList();
        assertThat(chain).isSorted().doesNotHaveDuplicates();
    }

    private static int column(String name) {
        return LARGE.places().stream()
                .filter(place -> place.box().name().equals(name))
                .findFirst()
                .orElseThrow()
                .column();
    }

    @Test
    void theSameTablesAlwaysMakeTheSamePicture() {
        var shuffled = new ArrayList<>(large().boxes());
        Collections.reverse(shuffled);
        assertThat(PictureSvg.of(new Picture("big", shuffled, large().links()))).isEqualTo(PictureSvg.of(large()));
    }

    @Test
    void thePictureIsXmlWhateverTheNamesAre() throws Exception {
        var odd = new Picture(
                "a<b",
                List.of(new Box(
                        "a<b.\"c&d\"", Kind.TABLE, "tenant", List.of(new Field("e>f", "text", true, false, false)))),
                List.of());
        for (Picture picture : List.of(odd, large(), new Picture("empty", List.of(), List.of()))) {
            var parsed = DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(new InputSource(new StringReader(PictureSvg.of(picture))));
            assertThat(parsed.getDocumentElement().getNodeName()).isEqualTo("svg");
        }
    }
}
