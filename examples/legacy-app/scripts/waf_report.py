#!/usr/bin/env python3
"""Prints which WAF packages are on and how many firewall rules the zone has."""
import json
import os
import urllib.request

API = os.environ.get("CLOUDFLARE_BASE_URL", "https://api.cloudflare.com/client/v4")
ZONE = os.environ["CLOUDFLARE_ZONE_ID"]
TOKEN = os.environ["CLOUDFLARE_API_TOKEN"]


def get(path):
    request = urllib.request.Request(f"{API}{path}", headers={"Authorization": f"Bearer {TOKEN}"})
    with urllib.request.urlopen(request) as response:
        return json.load(response)["result"]


def main():
    for package in get(f"/zones/{ZONE}/firewall/waf/packages"):
        print(package["name"], package.get("sensitivity", "-"))
    print(len(get(f"/zones/{ZONE}/filters")), "filters")


if __name__ == "__main__":
    main()
