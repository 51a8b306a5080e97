from fastapi.testclient import TestClient

from app.main import app

client = TestClient(app)


def test_ping():
    assert client.get("/ping").json() == {"ping": "pong"}


def test_missing_user():
    response = client.get("/users/999")
    assert response.status_code == 404
