import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import net.ravendb.client.documents.operations.attachments.CloseableAttachmentResult;
import net.ravendb.client.documents.operations.compareExchange.CompareExchangeResult;
import net.ravendb.client.documents.operations.compareExchange.GetCompareExchangeValueOperation;
import net.ravendb.client.documents.operations.compareExchange.PutCompareExchangeValueOperation;
import net.ravendb.client.documents.session.IDocumentSession;
import net.ravendb.client.documents.session.SessionOptions;
import net.ravendb.client.documents.session.TransactionMode;
import net.ravendb.client.exceptions.ConcurrencyException;
import org.junit.jupiter.api.Test;

class Sessions extends Topic {
    @Test
    void documentsAreStoredLoadedChangedAndDeleted() {
        save("users/1", new User("Ann", 30, "Oslo"));
        try (IDocumentSession session = store.openSession()) {
            User ann = session.load(User.class, "users/1");
            assertEquals("Ann", ann.getName());
            assertEquals("users/1", ann.getId());
            assertEquals("Users", session.advanced().getMetadataFor(ann).get("@collection"));
            ann.setAge(31);
            session.saveChanges();
        }
        assertEquals(31, load(User.class, "users/1").getAge());
        try (IDocumentSession session = store.openSession()) {
            session.delete("users/1");
            session.saveChanges();
        }
        assertNull(load(User.class, "users/1"));
    }

    @Test
    void idsAreGivenByRange() {
        try (IDocumentSession session = store.openSession()) {
            User first = new User("Bea", 1, "Rome");
            User second = new User("Bob", 2, "Rome");
            session.store(first);
            session.store(second);
            session.saveChanges();
            assertTrue(first.getId().startsWith("users/"), first.getId());
            assertFalse(first.getId().equals(second.getId()));
        }
    }

    @Test
    void severalDocumentsAreLoadedTogether() {
        save("users/10", new User("Cid", 1, "Rome"));
        save("users/11", new User("Dan", 2, "Rome"));
        try (IDocumentSession session = store.openSession()) {
            Map<String, User> found = session.load(User.class, "users/10", "users/11", "users/none");
            assertEquals("Cid", found.get("users/10").getName());
            assertEquals("Dan", found.get("users/11").getName());
            assertNull(found.get("users/none"));
            assertEquals(1, session.advanced().getNumberOfRequests());
        }
    }

    @Test
    void aChangeOfAnotherSessionIsAConflict() {
        save("users/20", new User("Eve", 1, "Rome"));
        try (IDocumentSession session = store.openSession()) {
            session.advanced().setUseOptimisticConcurrency(true);
            session.load(User.class, "users/20").setAge(2);
            save("users/20", new User("Eve", 3, "Rome"));
            assertThrows(ConcurrencyException.class, session::saveChanges);
        }
        assertEquals(3, load(User.class, "users/20").getAge());
    }

    @Test
    void documentsArePatched() {
        save("users/30", new User("Fay", 1, "Rome"));
        try (IDocumentSession session = store.openSession()) {
            session.advanced().patch("users/30", "city", "Bern");
            session.advanced().increment("users/30", "age", 5);
            session.saveChanges();
        }
        assertEquals("Bern", load(User.class, "users/30").getCity());
        assertEquals(6, load(User.class, "users/30").getAge());
    }

    @Test
    void countersAreIncremented() {
        save("users/40", new User("Gil", 1, "Rome"));
        try (IDocumentSession session = store.openSession()) {
            session.countersFor("users/40").increment("likes", 3);
            session.countersFor("users/40").increment("views");
            session.saveChanges();
        }
        try (IDocumentSession session = store.openSession()) {
            assertEquals(Map.of("likes", 3L, "views", 1L), session.countersFor("users/40").getAll());
        }
    }

    @Test
    void attachmentsAreStoredAndRead() throws IOException {
        save("users/50", new User("Hal", 1, "Rome"));
        byte[] content = "content".getBytes(StandardCharsets.UTF_8);
        try (IDocumentSession session = store.openSession()) {
            session.advanced().attachments().store("users/50", "note.txt", new ByteArrayInputStream(content), "text/plain");
            session.saveChanges();
        }
        try (IDocumentSession session = store.openSession();
                CloseableAttachmentResult found = session.advanced().attachments().get("users/50", "note.txt")) {
            assertEquals("content", new String(found.getData().readAllBytes(), StandardCharsets.UTF_8));
            assertEquals("text/plain", found.getDetails().getContentType());
        }
    }

    @Test
    void compareExchangeValuesAreSetWithTheirIndex() {
        CompareExchangeResult<Integer> set = store.operations().send(new PutCompareExchangeValueOperation<>("key", 5, 0));
        assertTrue(set.isSuccessful());
        assertFalse(store.operations().send(new PutCompareExchangeValueOperation<>("key", 6, 0)).isSuccessful());
        assertTrue(store.operations().send(new PutCompareExchangeValueOperation<>("key", 7, set.getIndex())).isSuccessful());
        assertEquals(7, store.operations().send(new GetCompareExchangeValueOperation<>(Integer.class, "key")).getValue());
    }

    @Test
    void aClusterWideSessionStoresAValueAndADocument() {
        SessionOptions options = new SessionOptions();
        options.setTransactionMode(TransactionMode.CLUSTER_WIDE);
        try (IDocumentSession session = store.openSession(options)) {
            session.store(new User("Ida", 1, "Rome"), "users/60");
            session.advanced().clusterTransaction().createCompareExchangeValue("names/ida", "users/60");
            session.saveChanges();
        }
        try (IDocumentSession session = store.openSession(options)) {
            assertNotNull(session.load(User.class, "users/60"));
            assertEquals("users/60",
                session.advanced().clusterTransaction().getCompareExchangeValue(String.class, "names/ida").getValue());
        }
    }
}
