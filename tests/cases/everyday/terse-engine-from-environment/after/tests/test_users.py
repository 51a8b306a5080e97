from fastapi.testclient import TestClient

from app.main import app

client = TestClient(app)


def test_ping():
    assert client.get("/ping").json() == {"ping": "pong"}
