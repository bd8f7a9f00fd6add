"""Runs the shop."""
from fastapi import FastAPI
from fastapi.testclient import TestClient

from shop.api import api

app = FastAPI()
app.include_router(api)


@app.get("/health")
def health():
    return {"path": "/not/a/route"}


def smoke():
    client = TestClient(app)
    client.get("/health")


if __name__ == "__main__":
    smoke()
