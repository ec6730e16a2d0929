"""The desk: tells over HTTP what a crossing costs."""

import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlparse

from ferries.booking import book
from ferries.fares import crossing_fare


class Desk(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        query = parse_qs(urlparse(self.path).query)
        kilometres = int(query["km"][0])
        people = int(query.get("people", ["1"])[0])
        told = {
            "single": crossing_fare(kilometres, "low"),
            "cents": book(people, kilometres, "low").cents,
        }
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(told).encode())


def main() -> None:
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 8080
    server = ThreadingHTTPServer(("127.0.0.1", port), Desk)
    print(f"desk open on {port}", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
