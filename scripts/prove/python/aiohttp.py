"""The part of aiohttp that the programs of cases use."""
import requests


class ClientResponse:
    def __init__(self, answer):
        self._answer = answer
        self.status = answer.status_code
        self.ok = answer.ok

    async def json(self):
        return self._answer.json()

    async def text(self):
        return self._answer.text

    def raise_for_status(self):
        self._answer.raise_for_status()


class _Request:
    def __init__(self, send):
        self._send = send

    async def __aenter__(self):
        return ClientResponse(self._send())

    async def __aexit__(self, *_):
        return None


class ClientSession:
    def __init__(self, headers=None):
        self._session = requests.Session()
        self._session.headers.update(headers or {})

    def request(self, method, url, **options):
        return _Request(lambda: self._session.request(method, url, **options))

    def get(self, url, **options):
        return self.request("GET", url, **options)

    def post(self, url, **options):
        return self.request("POST", url, **options)

    async def close(self):
        return None

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_):
        return None
