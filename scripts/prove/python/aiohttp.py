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

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_):
        return None


class _Request:
    def __init__(self, send):
        self._send = send

    async def _answer(self):
        return ClientResponse(self._send())

    def __await__(self):
        return self._answer().__await__()

    async def __aenter__(self):
        return await self

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

    def put(self, url, **options):
        return self.request("PUT", url, **options)

    def patch(self, url, **options):
        return self.request("PATCH", url, **options)

    def delete(self, url, **options):
        return self.request("DELETE", url, **options)

    async def close(self):
        return None

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_):
        return None
