import threading

from ravendb.documents.subscriptions.options import SubscriptionCreationOptions, SubscriptionWorkerOptions

from .topic import Topic, User


class Subscriptions(Topic):
    def received(self, name: str, count: int) -> list:
        """The ids that a worker of this subscription gets until it has `count`."""
        ids, complete = [], threading.Event()

        def process(batch):
            ids.extend(item.key for item in batch.items)
            if len(ids) >= count:
                complete.set()

        with self.store.subscriptions.get_subscription_worker(SubscriptionWorkerOptions(name), User) as worker:
            running = worker.run(process)
            self.assertTrue(complete.wait(30), f"{ids} {running}")
        return ids

    def test_a_worker_gets_all_documents(self):
        self.save(users__1=User("Ann", 30), users__2=User("Bob", 40), users__3=User("Cid", 50))
        options = SubscriptionCreationOptions("python", query="from Users where age > 30")
        name = self.store.subscriptions.create_for_options(options)
        self.assertEqual(name, "python")
        self.assertEqual(self.received(name, 2), ["users/2", "users/3"])
