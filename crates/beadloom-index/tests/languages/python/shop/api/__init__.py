"""The way in from outside."""
from fastapi import APIRouter

from . import users
from .orders import make_router

PREFIX = "/v1"

api = APIRouter(prefix="/api")
api.include_router(users.router, prefix=f"{PREFIX}/users")
api.include_router(make_router(), prefix="/orders")
