import java.util.UUID;
import net.ravendb.client.documents.DocumentStore;
import net.ravendb.client.documents.session.IDocumentSession;
import net.ravendb.client.serverwide.DatabaseRecord;
import net.ravendb.client.serverwide.operations.CreateDatabaseOperation;
import net.ravendb.client.serverwide.operations.DeleteDatabasesOperation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** A database of its own for the tests of one class, deleted afterwards. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class Topic {
    protected DocumentStore store;

    @BeforeAll
    void create() {
        String database = "client-java-" + UUID.randomUUID().toString().substring(0, 8);
        store = new DocumentStore(System.getenv("ROOKERY_JAVA_SERVER"), database);
        store.initialize();
        store.maintenance().server().send(new CreateDatabaseOperation(new DatabaseRecord(database)));
        prepare();
    }

    /** Documents and indexes of all tests of the class. */
    protected void prepare() {}

    @AfterAll
    void delete() {
        store.maintenance().server().send(new DeleteDatabasesOperation(store.getDatabase(), true));
        store.close();
    }

    protected void save(String id, Object document) {
        try (IDocumentSession session = store.openSession()) {
            session.store(document, id);
            session.saveChanges();
        }
    }

    protected <T> T load(Class<T> kind, String id) {
        try (IDocumentSession session = store.openSession()) {
            return session.load(kind, id);
        }
    }

    public static class User {
        private String id;
        private String name;
        private int age;
        private String city;

        public User() {}

        public User(String name, int age, String city) {
            this.name = name;
            this.age = age;
            this.city = city;
        }

        public String getId() {
            return id;
        }

        public void setId(String id) {
            this.id = id;
        }

        public String getName() {
            return name;
        }

        public void setName(String name) {
            this.name = name;
        }

        public int getAge() {
            return age;
        }

        public void setAge(int age) {
            this.age = age;
        }

        public String getCity() {
            return city;
        }

        public void setCity(String city) {
            this.city = city;
        }
    }
}
