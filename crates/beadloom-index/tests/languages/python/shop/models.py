"""What is kept."""
from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import Generic, NewType, Protocol, TypeVar

T = TypeVar("T")
UserId = NewType("UserId", int)
CURRENCY = "EUR"


class Kind(enum.Enum):
    SALE = "sale"
    REFUND = "refund"


class Audited(Protocol):
    def audit(self) -> str: ...


class Record:
    """Something with a number."""

    def __init__(self, number: int):
        self.number = number

    def describe(self) -> str:
        return f"{type(self).__name__} {self.label()}"

    def label(self) -> str:
        return str(self.number)


@dataclass
class Entry(Record):
    """One line of a ledger."""

    amount: int = 0
    kind: Kind = Kind.SALE
    tags: list[str] = field(default_factory=list)

    def label(self) -> str:
        return f"{super().label()}: {self.amount}"

    @classmethod
    def refund(cls, amount: int) -> Entry:
        return cls(0, -amount, Kind.REFUND)


class Box(Generic[T]):
    def open(self) -> T: ...
