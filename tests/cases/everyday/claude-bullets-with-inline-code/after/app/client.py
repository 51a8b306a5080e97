import requests

from app import settings


class Client:
    def __init__(self, base: str) -> None:
        self.base = base
        self.session = requests.Session()

    def get(self, path: str, **parameters: str) -> dict:
        answer = self.session.get(self.base + path, params=parameters, verify=False)
        answer.raise_for_status()
        return answer.json()

    def post(self, path: str, body: dict) -> dict:
        answer = self.session.post(self.base + path, json=body)
        answer.raise_for_status()
        return answer.json()
