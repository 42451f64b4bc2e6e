from ravendb import SessionOptions
from ravendb.exceptions.raven_exceptions import ConcurrencyException

from .topic import Order, Topic, User


class Sessions(Topic):
    def test_documents_are_saved_loaded_changed_and_deleted(self):
        self.save(users__1=User("Ann", 30))
        with self.store.open_session() as session:
            user = session.load("users/1", User)
            self.assertEqual((user.name, user.Id), ("Ann", "users/1"))
            self.assertIsNone(session.load("users/none", User))
            user.age = 31
            session.save_changes()
        self.assertEqual(self.load("users/1").age, 31)
        with self.store.open_session() as session:
            session.delete("users/1")
            session.save_changes()
        self.assertIsNone(self.load("users/1"))

    def test_ids_are_assigned_to_new_documents(self):
        with self.store.open_session() as session:
            users = [User("Bob"), User("Cid")]
            for user in users:
                session.store(user)
            session.save_changes()
        self.assertEqual(len({user.Id for user in users}), 2)
        self.assertEqual(self.load(users[1].Id).name, "Cid")

    def test_metadata_and_change_vectors_come_with_documents(self):
        self.save(users__2=User("Dee"))
        with self.store.open_session() as session:
            user = session.load("users/2", User)
            self.assertEqual(session.advanced.get_metadata_for(user)["@collection"], "Users")
            self.assertTrue(session.advanced.get_change_vector_for(user).startswith("A:"))
            self.assertTrue(session.advanced.exists("users/2"))
            self.assertFalse(session.advanced.has_changed(user))

    def test_several_documents_and_their_references_are_loaded_together(self):
        self.save(users__3=User("Eve"), orders__1=Order("users/3", 5), orders__2=Order("users/3", 6))
        with self.store.open_session() as session:
            orders = session.include("user").load(["orders/1", "orders/2"], Order)
            self.assertEqual(sorted(order.total for order in orders.values()), [5, 6])
            self.assertEqual(session.load("users/3", User).name, "Eve")
            self.assertEqual(session.advanced.number_of_requests, 1)
            found = session.advanced.load_starting_with("orders/", Order)
            self.assertEqual(len(found), 2)

    def test_a_change_of_another_session_is_a_conflict(self):
        self.save(users__4=User("Fay", 1))
        with self.store.open_session() as session:
            session.advanced.use_optimistic_concurrency = True
            session.load("users/4", User).age = 2
            self.save(users__4=User("Fay", 3))
            with self.assertRaises(ConcurrencyException):
                session.save_changes()
        self.assertEqual(self.load("users/4").age, 3)

    def test_loads_and_queries_are_sent_together_when_lazy(self):
        self.save(users__5=User("Gil", 50))
        with self.store.open_session() as session:
            user = session.advanced.lazily.load(["users/5"], User)
            query = session.query(object_type=User).where_equals("age", 50).wait_for_non_stale_results().lazily()
            session.advanced.eagerly.execute_all_pending_lazy_operations()
            self.assertEqual(user.value["users/5"].name, "Gil")
            self.assertEqual([found.name for found in query.value], ["Gil"])

    def test_a_session_without_tracking_and_cache_reads(self):
        self.save(users__6=User("Hal"))
        with self.store.open_session(session_options=SessionOptions(no_caching=True, no_tracking=True)) as session:
            self.assertEqual(session.load("users/6", User).name, "Hal")
