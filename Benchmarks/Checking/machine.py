"""Looks for the double charge of a checkout with Hypothesis: the steps and the processor time until it is found, for twenty seeds."""

import statistics
import time

from hypothesis import Phase, seed, settings
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test
from hypothesis.strategies import sampled_from

steps = 0


class Checkout(RuleBasedStateMachine):
    """The checkout of the tests of `check`, with a key for each attempt."""

    def __init__(self):
        super().__init__()
        self.phase, self.attempt, self.answer, self.keys, self.charges = "idle", 0, None, [], 0

    @rule()
    def pay(self):
        count()
        if self.phase not in ("paying", "paid") and self.attempt < 3:
            self.phase, self.attempt, self.answer = "paying", self.attempt + 1, None

    @precondition(lambda self: self.phase == "paying")
    @rule()
    def cancel(self):
        count()
        self.phase, self.answer = "cancelled", None

    @precondition(lambda self: self.phase == "paying" and self.answer is None)
    @rule(answer=sampled_from(["paid", "declined", "idle"]))
    def charge(self, answer):
        count()
        self.answer = answer
        if answer != "declined" and self.attempt not in self.keys:
            self.keys.append(self.attempt)
            self.charges += 1

    @precondition(lambda self: self.answer is not None)
    @rule()
    def deliver(self):
        count()
        self.phase, self.answer = self.answer, None

    @invariant()
    def is_charged_at_most_once(self):
        assert self.charges <= 1


def count():
    global steps
    steps += 1


counts, times = [], []
for number in range(20):
    steps, begin = 0, time.process_time()
    try:
        # Without shrinking: `check` finds the shortest way first.
        run_state_machine_as_test(
            seed(number)(Checkout),
            settings=settings(max_examples=100_000, deadline=None, database=None, phases=[Phase.generate]),
        )
    except AssertionError:
        counts.append(steps)
        times.append(time.process_time() - begin)
print(f"{len(counts)} of 20 seeds, {statistics.median(counts):.0f} steps, {statistics.median(times):.3f} s")
