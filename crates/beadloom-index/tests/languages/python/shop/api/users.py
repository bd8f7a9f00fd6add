"""Users."""
from fastapi import APIRouter, Depends
from pydantic import BaseModel

from shop.ledger import Ledger, open_ledger

router = APIRouter(tags=["users"])


class User(BaseModel):
    name: str

    def describe(self) -> str:
        return self.name.title()


def current(ledger: Ledger = Depends(open_ledger)) -> User:
    ledger.total()
    return User(name="x")


@router.get("")
async def all_users() -> list[User]:
    return [current()]


@router.get("/{user_id}")
@router.head("/{user_id}")
async def one_user(user_id: int, user: User = Depends(current)):
    user.describe()
    return user


@router.websocket("/live")
async def live(socket): ...
