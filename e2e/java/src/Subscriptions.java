import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import net.ravendb.client.documents.subscriptions.SubscriptionCreationOptions;
import net.ravendb.client.documents.subscriptions.SubscriptionWorker;
import org.junit.jupiter.api.Test;

class Subscriptions extends Topic {
    /** The ids that a worker of this subscription gets until it has `count`. */
    private List<String> received(String name, int count) throws InterruptedException {
        List<String> ids = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch complete = new CountDownLatch(count);
        try (SubscriptionWorker<User> worker = store.subscriptions().getSubscriptionWorker(User.class, name)) {
            CountDownLatch acknowledged = new CountDownLatch(1);
            worker.addAfterAcknowledgmentListener(batch -> {
                if (complete.getCount() == 0) {
                    acknowledged.countDown();
                }
            });
            CompletableFuture<Void> running = worker.run(batch -> batch.getItems().forEach(item -> {
                ids.add(item.getId());
                complete.countDown();
            }));
            assertTrue(complete.await(30, TimeUnit.SECONDS), () -> "received " + ids + ": " + failure(running));
            assertTrue(acknowledged.await(30, TimeUnit.SECONDS), () -> "not acknowledged: " + failure(running));
        }
        return ids;
    }

    private static String failure(CompletableFuture<Void> running) {
        return running.handle((nothing, thrown) -> String.valueOf(thrown)).getNow("the worker runs");
    }

    @Test
    void aWorkerGetsAllDocumentsOnceAndGoesOnWhereTheLastOneEnded() throws InterruptedException {
        save("users/1", new User("Ann", 30, "Oslo"));
        save("users/2", new User("Bob", 40, "Rome"));
        save("users/3", new User("Cid", 50, "Rome"));
        SubscriptionCreationOptions options = new SubscriptionCreationOptions();
        options.setName("java");
        options.setQuery("from Users where age > 30");
        String name = store.subscriptions().create(options);
        assertEquals("java", name);
        assertEquals(List.of("users/2", "users/3"), received(name, 2));
        save("users/4", new User("Dan", 60, "Rome"));
        assertEquals(List.of("users/4"), received(name, 1));
    }

    @Test
    void subscriptionsAreListedDisabledAndDeleted() {
        SubscriptionCreationOptions options = new SubscriptionCreationOptions();
        options.setName("listed");
        options.setQuery("from Orders");
        store.subscriptions().create(options);
        store.subscriptions().disable("listed");
        assertTrue(store.subscriptions().getSubscriptionState("listed").isDisabled());
        store.subscriptions().delete("listed");
        assertTrue(store.subscriptions().getSubscriptions(0, 10).stream()
            .noneMatch(one -> one.getSubscriptionName().equals("listed")));
    }
}
