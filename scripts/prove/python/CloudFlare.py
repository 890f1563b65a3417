"""The part of python-cloudflare 2 that the programs of cases use: chains of names are the paths of the API."""
import os

import requests

BASE = "https://api.cloudflare.com/client/v4"


class exceptions:
    class CloudFlareAPIError(Exception):
        def __init__(self, code, message):
            super().__init__(message)
            self.code = code

        def __int__(self):
            return self.code


class CloudFlare:
    def __init__(self, token=None):
        self._token = token or os.environ["CLOUDFLARE_API_TOKEN"]

    def __getattr__(self, name):
        return _Path(self._token, [name])


class _Path:
    def __init__(self, token, names):
        self._token = token
        self._names = names

    def __getattr__(self, name):
        return _Path(self._token, [*self._names, name])

    # An id stands behind each part of the path; these parts have two names.
    def __call__(self, *ids, params=None, data=None):
        *names, method = self._names
        path = "/".join(names).replace("firewall/rules", "firewall:rules").replace("rulesets/phases", "rulesets:phases")
        parts = path.replace("/", " ").replace(":", "/").split()
        steps = []
        for index, part in enumerate(parts):
            steps += [part, *ids[index : index + 1]]
        headers = {"Authorization": f"Bearer {self._token}"}
        url = "/".join([BASE, *steps])
        answer = requests.request(method.upper(), url, params=params, json=data, headers=headers).json()
        if not answer.get("success", not answer["errors"]):  # answers of GraphQL have no success
            error = answer["errors"][0]
            raise exceptions.CloudFlareAPIError(error["code"], error["message"])
        return answer.get("result", answer)
