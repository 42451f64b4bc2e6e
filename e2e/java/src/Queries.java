import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import net.ravendb.client.documents.commands.StreamResult;
import net.ravendb.client.documents.CloseableIterator;
import net.ravendb.client.documents.indexes.AbstractIndexCreationTask;
import net.ravendb.client.documents.indexes.FieldIndexing;
import net.ravendb.client.documents.operations.PatchByQueryOperation;
import net.ravendb.client.documents.session.IDocumentQuery;
import net.ravendb.client.documents.session.IDocumentSession;
import net.ravendb.client.primitives.Reference;
import net.ravendb.client.documents.session.QueryStatistics;
import org.junit.jupiter.api.Test;

class Queries extends Topic {
    public static class Users_ByName extends AbstractIndexCreationTask {
        public Users_ByName() {
            map = "from user in docs.Users select new { user.name, words = user.city + \" \" + user.name }";
            index("words", FieldIndexing.SEARCH);
        }
    }

    public static class Users_ByCity extends AbstractIndexCreationTask {
        public Users_ByCity() {
            map = "docs.Users.Select(user => new { city = user.city, count = 1, age = user.age })";
            reduce = "results.GroupBy(r => r.city).Select(g => new { city = g.Key, count = g.Sum(x => x.count), age = g.Sum(x => x.age) })";
        }
    }

    public static class CityCount {
        private String city;
        private int count;
        private int age;

        public String getCity() {
            return city;
        }

        public void setCity(String city) {
            this.city = city;
        }

        public int getCount() {
            return count;
        }

        public void setCount(int count) {
            this.count = count;
        }

        public int getAge() {
            return age;
        }

        public void setAge(int age) {
            this.age = age;
        }
    }

    @Override
    protected void prepare() {
        save("users/1", new User("Ann", 30, "Oslo"));
        save("users/2", new User("Bob", 40, "Rome"));
        save("users/3", new User("Cid", 50, "Rome"));
        new Users_ByName().execute(store);
        new Users_ByCity().execute(store);
    }

    private static List<String> names(IDocumentQuery<User> query) {
        return query.waitForNonStaleResults().toList().stream().map(User::getName).toList();
    }

    @Test
    void conditionsSelectDocuments() {
        try (IDocumentSession session = store.openSession()) {
            assertEquals(List.of("Bob", "Cid"), names(session.query(User.class).whereEquals("city", "Rome").orderBy("name")));
            assertEquals(List.of("Cid"), names(session.query(User.class).whereGreaterThan("age", 40)));
            assertEquals(List.of("Ann"), names(session.query(User.class).whereStartsWith("name", "an")));
            assertEquals(List.of("Cid", "Ann"), names(session.query(User.class)
                .whereIn("name", List.of("Ann", "Cid")).orderByDescending("name")));
            assertEquals(List.of("Ann"), names(session.query(User.class)
                .not().whereEquals("city", "Rome").andAlso().whereExists("name")));
        }
    }

    @Test
    void pagesHaveTheTotal() {
        try (IDocumentSession session = store.openSession()) {
            Reference<QueryStatistics> statistics = new Reference<>();
            List<String> page = names(session.query(User.class).statistics(statistics).orderBy("name").skip(1).take(1));
            assertEquals(List.of("Bob"), page);
            assertEquals(3, statistics.value.getTotalResults());
        }
    }

    @Test
    void rqlHasParametersAndProjections() {
        try (IDocumentSession session = store.openSession()) {
            List<User> found = session.advanced()
                .rawQuery(User.class, "from Users as u where u.age >= $least order by u.age as long desc select { name: u.name + '!' }")
                .addParameter("least", 40).waitForNonStaleResults().toList();
            assertEquals(List.of("Cid!", "Bob!"), found.stream().map(User::getName).toList());
        }
    }

    @Test
    void indexesAreQueried() {
        try (IDocumentSession session = store.openSession()) {
            assertEquals(List.of("Cid"), names(session.query(User.class, Users_ByName.class).whereEquals("name", "cid")));
            assertEquals(List.of("Bob", "Cid"),
                names(session.query(User.class, Users_ByName.class).search("words", "rome").orderBy("name")));
            List<CityCount> cities = session.query(CityCount.class, Users_ByCity.class)
                .waitForNonStaleResults().orderBy("city").toList();
            assertEquals(List.of("Oslo 1 30", "Rome 2 90"),
                cities.stream().map(one -> one.getCity() + " " + one.getCount() + " " + one.getAge()).toList());
        }
    }

    @Test
    void resultsAreStreamed() {
        List<String> found = new ArrayList<>();
        try (IDocumentSession session = store.openSession();
                CloseableIterator<StreamResult<User>> stream =
                    session.advanced().stream(session.query(User.class, Users_ByName.class).orderBy("name"))) {
            stream.forEachRemaining(result -> found.add(result.getDocument().getName()));
        }
        assertEquals(List.of("Ann", "Bob", "Cid"), found);
    }

    @Test
    void documentsArePatchedByQuery() {
        save("notes/1", new Note("old"));
        store.operations().sendAsync(new PatchByQueryOperation("from Notes update { this.text = 'new' }")).waitForCompletion();
        assertEquals("new", load(Note.class, "notes/1").getText());
        try (IDocumentSession session = store.openSession()) {
            assertTrue(session.query(Note.class).waitForNonStaleResults().any());
        }
    }

    public static class Note {
        private String text;

        public Note() {}

        public Note(String text) {
            this.text = text;
        }

        public String getText() {
            return text;
        }

        public void setText(String text) {
            this.text = text;
        }
    }
}
