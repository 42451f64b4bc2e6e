from ravendb import (
    CounterBatch,
    CounterBatchOperation,
    CounterOperation,
    CounterOperationType,
    DeleteByQueryOperation,
    DocumentCountersOperation,
    GetCountersOperation,
    JsonPatchDocument,
    JsonPatchOperation,
    PatchByQueryOperation,
    PatchOperation,
    PatchRequest,
)
from ravendb.documents.operations.patch import PatchStatus

from .topic import Topic, User


class Patches(Topic):
    def test_a_script_changes_a_document(self):
        self.save(users__1=User("Ann", 30))
        request = PatchRequest.for_script("this.age += args.by")
        request.values = {"by": 2}
        self.assertEqual(self.store.operations.send(PatchOperation("users/1", None, request)).status, PatchStatus.PATCHED)
        self.assertEqual(self.load("users/1").age, 32)

    def test_a_session_patches_members_and_increments(self):
        self.save(users__2=User("Bob", 40))
        with self.store.open_session() as session:
            session.advanced.patch("users/2", "name", "Bo/b~")
            session.advanced.increment("users/2", "age", 3)
            session.save_changes()
        user = self.load("users/2")
        self.assertEqual((user.name, user.age), ("Bo/b~", 43))

    def test_json_patches_are_carried_out(self):
        self.save(users__3=User("Cid", 50))
        patch = JsonPatchDocument().test("/age", 50).replace("/age", 51).add("/extra", [1]).add("/extra/-", {"a": None})
        result = self.store.operations.send(JsonPatchOperation("users/3", patch))
        self.assertEqual(result.modified_document["extra"], [1, {"a": None}])
        with self.assertRaises(Exception):
            self.store.operations.send(JsonPatchOperation("users/3", JsonPatchDocument().test("/age", 1)))
        self.assertEqual(self.load("users/3").age, 51)

    def test_queries_change_and_delete_documents(self):
        self.save(users__4=User("Dee", 1, "Oslo"), users__5=User("Eve", 1, "Oslo"))
        text = "from Users where city = 'Oslo' update { this.age = 9 }"
        self.store.operations.send_async(PatchByQueryOperation(text)).wait_for_completion()
        self.assertEqual((self.load("users/4").age, self.load("users/5").age), (9, 9))
        self.store.operations.send_async(DeleteByQueryOperation("from Users where city = 'Oslo'")).wait_for_completion()
        self.assertIsNone(self.load("users/4"))


class Counters(Topic):
    def test_counters_are_incremented_read_and_deleted(self):
        self.save(users__1=User("Ann"))
        with self.store.open_session() as session:
            session.counters_for("users/1").increment("likes", 5)
            session.counters_for("users/1").increment("views")
            session.save_changes()
        with self.store.open_session() as session:
            self.assertEqual(session.counters_for("users/1").get_all(), {"likes": 5, "views": 1})
            session.counters_for("users/1").delete("views")
            session.save_changes()
            self.assertIsNone(self.store.open_session().counters_for("users/1").get("views"))
        with self.store.open_session() as session:
            session.load("users/1", User, lambda includes: includes.include_counter("likes"))
            self.assertEqual(session.counters_for("users/1").get("likes"), 5)
            self.assertEqual(session.advanced.number_of_requests, 1)

    def test_counters_are_changed_in_batches(self):
        self.save(users__2=User("Bob"))
        operation = CounterOperation.create("likes", CounterOperationType.INCREMENT, 7)
        batch = CounterBatch(False, [DocumentCountersOperation("users/2", [operation])])
        detail = self.store.operations.send(CounterBatchOperation(batch))
        self.assertEqual(detail.counters[0].total_value, 7)
        found = self.store.operations.send(GetCountersOperation("users/2", ["likes", "none"], False)).counters
        # The client keeps the names in a set, so their order differs from run to run.
        self.assertCountEqual([counter and counter.total_value for counter in found], [7, None])


class BulkInserts(Topic):
    def test_many_documents_are_stored(self):
        with self.store.bulk_insert() as bulk:
            for no in range(500):
                bulk.store_as(User(f"user {no}", no), f"users/{no}")
        self.assertEqual(self.load("users/499").name, "user 499")
        with self.store.open_session() as session:
            self.assertEqual(session.query(object_type=User).count(), 500)
