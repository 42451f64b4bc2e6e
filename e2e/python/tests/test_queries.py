from ravendb import OrderingType

from .topic import Topic, User


class Queries(Topic):
    @classmethod
    def prepare(cls):
        cls.save(
            users__1=User("Ann", 30, "Rome"), users__2=User("Bob", 40, "Paris"), users__3=User("Cid", 50, "Rome"),
            users__4=User("Dee", None, None),
        )

    def names(self, build):
        with self.store.open_session() as session:
            query = build(session.query(object_type=User).wait_for_non_stale_results())
            return [user.name for user in query]

    def test_conditions_select_documents(self):
        for build, names in [
            (lambda query: query.where_equals("city", "Rome"), ["Ann", "Cid"]),
            (lambda query: query.where_equals("city", None), ["Dee"]),
            (lambda query: query.where_not_equals("city", "Rome").and_also().where_exists("age"), ["Bob", "Dee"]),
            (lambda query: query.where_in("name", ["Ann", "Bob", "Nobody"]), ["Ann", "Bob"]),
            (lambda query: query.where_between("age", 35, 50), ["Bob", "Cid"]),
            (lambda query: query.where_greater_than("age", 40), ["Cid"]),
            (lambda query: query.where_starts_with("name", "c"), ["Cid"]),
            (lambda query: query.search("city", "rome paris"), ["Ann", "Bob", "Cid"]),
            (lambda query: query.where_equals("age", 30).or_else().where_equals("age", 50), ["Ann", "Cid"]),
        ]:
            with self.subTest(names=names):
                self.assertEqual(self.names(lambda query: build(query).order_by("name")), names)

    def test_results_are_ordered_and_paged(self):
        self.assertEqual(self.names(lambda query: query.order_by_descending("name")), ["Dee", "Cid", "Bob", "Ann"])
        ordered = self.names(lambda query: query.where_exists("city").order_by("age", OrderingType.LONG).skip(1).take(2))
        self.assertEqual(ordered, ["Ann", "Bob"])

    def test_statistics_count_and_first(self):
        statistics = []
        with self.store.open_session() as session:
            query = session.query(object_type=User).where_equals("city", "Rome").wait_for_non_stale_results()
            query.statistics(statistics.append)
            self.assertEqual(len(list(query)), 2)
            self.assertEqual((statistics[0].total_results, statistics[0].is_stale), (2, False))
            self.assertTrue(statistics[0].index_name.startswith("Auto/Users/"))
            self.assertEqual(session.query(object_type=User).where_greater_than("age", 35).count(), 2)
            self.assertEqual(session.query(object_type=User).order_by("name").first().name, "Ann")

    def test_raw_queries_take_parameters_and_project(self):
        with self.store.open_session() as session:
            query = session.advanced.raw_query("from Users where name = $name", User).add_parameter("name", "Bob")
            self.assertEqual([user.age for user in query.wait_for_non_stale_results()], [40])
            grouped = session.advanced.raw_query(
                "from Users group by city where city != null order by city select city, count() as number", dict
            ).wait_for_non_stale_results()
            self.assertEqual([(row["city"], row["number"]) for row in grouped], [("Paris", 1), ("Rome", 2)])

    def test_results_are_streamed(self):
        with self.store.open_session() as session:
            query = session.query(object_type=User).where_equals("city", "Rome")
            self.assertEqual(sorted(item.document.name for item in session.advanced.stream(query)), ["Ann", "Cid"])
            found = session.advanced.stream_starting_with("users/", object_type=User)
            self.assertEqual(len(list(found)), 4)
