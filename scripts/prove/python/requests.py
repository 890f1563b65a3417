"""The part of requests that the programs of cases use, over urllib: the proof needs no package of Python."""
import json as _json
import urllib.error
import urllib.parse
import urllib.request


class HTTPError(Exception):
    def __init__(self, message, response=None):
        super().__init__(message)
        self.response = response


RequestException = HTTPError


class exceptions:
    HTTPError = HTTPError
    RequestException = HTTPError


class Response:
    def __init__(self, status, body, url):
        self.status_code = status
        self.content = body
        self.url = url

    @property
    def ok(self):
        return self.status_code < 400

    @property
    def text(self):
        return self.content.decode()

    def json(self):
        return _json.loads(self.content)

    def raise_for_status(self):
        if not self.ok:
            raise HTTPError(f"{self.status_code} for {self.url}", self)


class Session:
    def __init__(self):
        self.headers = {}

    def request(self, method, url, params=None, json=None, data=None, files=None, headers=None, timeout=30):
        if params:
            url += ("&" if "?" in url else "?") + urllib.parse.urlencode(params)
        sent = {**self.headers, **(headers or {})}
        body = data.encode() if isinstance(data, str) else data
        if json is not None:
            body = _json.dumps(json).encode()
            sent.setdefault("Content-Type", "application/json")
        if files:
            # Parts without a name of a file, which is None: the fields of a form.
            parts = (f'--part\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n' for name, (_, value) in files.items())
            body = ("".join(parts) + "--part--\r\n").encode()
            sent.setdefault("Content-Type", "multipart/form-data; boundary=part")
        request = urllib.request.Request(url, data=body, method=method.upper(), headers=sent)
        try:
            with urllib.request.urlopen(request, timeout=timeout) as answer:
                return Response(answer.status, answer.read(), url)
        except urllib.error.HTTPError as error:
            return Response(error.code, error.read(), url)

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


def request(method, url, **options):
    return Session().request(method, url, **options)


def get(url, **options):
    return request("GET", url, **options)


def post(url, **options):
    return request("POST", url, **options)


def put(url, **options):
    return request("PUT", url, **options)


def patch(url, **options):
    return request("PATCH", url, **options)


def delete(url, **options):
    return request("DELETE", url, **options)
