"""A shop with a ledger."""
from .ledger import Ledger, open_ledger as ledger_for
from .models import Entry

__all__ = ["Entry", "Ledger", "ledger_for"]
