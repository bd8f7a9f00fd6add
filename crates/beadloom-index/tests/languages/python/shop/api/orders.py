"""Orders."""
from fastapi import APIRouter

import shop
import shop.store


def make_router() -> APIRouter:
    router = APIRouter()

    @router.post("/", status_code=201)
    def create(order: dict):
        with shop.ledger_for("orders") as ledger:
            ledger.post(shop.Entry(1))
        shop.store.audit("order")
        return order.get("/id")

    router.add_api_route("/{order_id}", cancel, methods=["DELETE"])
    return router


def cancel(order_id: int): ...
