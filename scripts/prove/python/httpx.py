"""The part of httpx that the programs of cases use."""
import requests

HTTPStatusError = requests.HTTPError
HTTPError = requests.HTTPError


class Response(requests.Response):
    @property
    def is_success(self):
        return self.ok


def _sent(method, url, **options):
    answer = requests.request(method, url, **options)
    return Response(answer.status_code, answer.content, answer.url)


class Client:
    def __init__(self, base_url="", headers=None, timeout=30):
        self.base_url = base_url
        self.headers = dict(headers or {})
        self.timeout = timeout

    def request(self, method, url, headers=None, **options):
        address = url if "://" in url else self.base_url.rstrip("/") + "/" + url.lstrip("/")
        return _sent(method, address, headers={**self.headers, **(headers or {})}, **options)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return None


class AsyncClient(Client):
    async def request(self, method, url, **options):
        return Client.request(self, method, url, **options)

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_):
        return None


def _verb(method):
    return lambda self, url, **options: self.request(method, url, **options)


for _name in ("get", "post", "put", "patch", "delete"):
    setattr(Client, _name, _verb(_name.upper()))
