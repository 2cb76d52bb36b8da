"""Answers /hold/<milliseconds>/<bytes>: waits that long, then sends that many bytes. Everything else is a 404.
python3 hold.py PORT"""
import hashlib, base64, sys, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Hold(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1

    def do_GET(self):
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        path = self.path.split("?")[0].strip("/").split("/")
        if path[0] == "ws" and self.headers.get("Upgrade"):
            return self.websocket(int(path[1]))
        if len(path) == 3 and path[0] in ("hold", "warm"):
            time.sleep(int(path[1]) / 1000)
            self.answer(200, b"x" * int(path[2]))
        else:
            self.answer(404, b"not found\n")

    do_POST = do_PUT = do_HEAD = do_GET

    def answer(self, status, body):
        self.send_response(status)
        self.send_header("Content-Type", "text/plain")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)
        self.wfile.flush()

    def websocket(self, millis):
        key = self.headers["Sec-WebSocket-Key"] + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
        self.send_response(101)
        self.send_header("Upgrade", "websocket")
        self.send_header("Connection", "Upgrade")
        self.send_header("Sec-WebSocket-Accept", base64.b64encode(hashlib.sha1(key.encode()).digest()).decode())
        self.end_headers()
        self.wfile.flush()
        time.sleep(millis / 1000)
        self.wfile.write(b"\x88\x02\x03\xe8")
        self.wfile.flush()
        self.close_connection = True

    def log_message(self, *args):
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64


Server(("127.0.0.1", int(sys.argv[1])), Hold).serve_forever()
