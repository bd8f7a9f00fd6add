"""The ledger. Nothing here calls Ledger.post() in a comment or a "describe()" string."""
from contextlib import contextmanager
from typing import TYPE_CHECKING, Optional

from . import models
from .models import Entry as Line, Kind
from .store import Store, audit

if TYPE_CHECKING:
    from .api.users import User


class Ledger:
    """Keeps entries."""

    store: Store

    def __init__(self, store: Optional[Store] = None, owner: "User | None" = None):
        self.store = store or Store()
        self.owner = owner
        self.last = Line(0)

    def post(self, entry: models.Entry) -> bool:
        """Adds an entry."""
        self.check(entry)
        self.last = entry
        self.store.save(entry)
        audit(entry.describe())
        return any(line.label() for line in self.store.load())

    def check(self, entry: Line) -> None:
        if entry.kind == Kind.REFUND:
            raise models.Missing
        entry.describe()
        self.owner.describe()
        self.unknown.describe()

    @property
    def newest(self) -> Line:
        return self.last

    def total(self) -> int:
        self.newest.describe()
        return sum(line.amount for line in self.store.load())


class SharedLedger(Ledger):
    def post(self, entry):
        audited = super().post(entry)
        self.check(entry)
        return audited


@contextmanager
def open_ledger(name: str):
    ledger = Ledger(Store(name))
    ledger.post(Line.refund(3))
    yield ledger


def refund_all(ledgers, make=SharedLedger):
    made = make()
    made.post(None)
    with open_ledger("x") as opened:
        opened.post(Line(1))
    for ledger in ledgers:
        ledger.total()
        ledger.describe()
    shared = SharedLedger()
    shared.post(Line(2))
    shared.total()
    check = audit
    check("local")
    describe()
