"""Sends the requests of these logs: python3 traffic.py PORT. Waits until the server answers, then three warm-ups (/warm/0/30)
that are cut from the logs."""
import http.client, sys, threading, time

port = int(sys.argv[1])
CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1"
BOT = "Mozilla/5.0 (compatible; examplebot/2.1; +https://bot.example/about.html)"
CURL = "curl/7.88.1"
CART = "https://shop.example/cart/items?page=2"
HOME = "https://shop.example/"
XFF = "198.51.100.7, 10.0.0.2"
# seconds from the start, method, path, agent, referer, X-Forwarded-For
ASKS = [
    (0.00, "GET", "/hold/0/30", CURL, None, None),
    (0.10, "GET", "/hold/1200/9", CHROME, HOME, None),
    (0.20, "GET", "/hold/120/5120", CHROME, CART, None),
    (0.25, "GET", "/hold/35/20000", IPHONE, CART, None),
    (0.30, "POST", "/hold/300/64", CHROME, CART, None),
    (0.45, "GET", "/hold/2500/12", BOT, None, None),
    (0.50, "GET", "/hold/120/5120?size=5120&page=2", CHROME, None, None),
    (0.60, "GET", "/hold/0/30", CURL, None, None),
    (0.70, "GET", "/hold/5/65536", IPHONE, HOME, None),
    (0.80, "GET", "/hold/700/1500", CHROME, None, XFF),
    (0.95, "GET", "/hold/35/20000", CHROME, CART, XFF),
    (1.05, "GET", "/missing/page", BOT, None, None),
    (1.15, "GET", "/hold/1200/9", IPHONE, None, None),
    (1.30, "GET", "/hold/18/300", CURL, None, None),
    (1.50, "GET", "/hold/650/48000?q=a%20b", CHROME, CART, None),
    (1.60, "POST", "/hold/300/64", IPHONE, None, None),
    (1.70, "GET", "/hold/2000/200", CHROME, HOME, None),
    (1.85, "GET", "/hold/0/30", CURL, None, None),
    (2.00, "GET", "/hold/120/5120", BOT, None, None),
    (2.20, "GET", "/hold/8/7000?q=caf%C3%A9", CHROME, None, None),
    (2.60, "GET", "/hold/430/2", IPHONE, HOME, None),
    (3.80, "GET", "/hold/35/20000", CURL, None, None),
]


def ask(method, path, agent, referer=None, forwarded=None):
    head = {"User-Agent": agent, "Accept": "*/*"}
    if referer:
        head["Referer"] = referer
    if forwarded:
        head["X-Forwarded-For"] = forwarded
    body = b"name=value&amount=3" if method == "POST" else None
    if body:
        head["Content-Type"] = "application/x-www-form-urlencoded"
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request(method, path, body, head)
    answer = connection.getresponse()
    size = len(answer.read())
    connection.close()
    part = path.split("?")[0].split("/")
    if part[1] != "missing" and (answer.status != 200 or size != int(part[3])):
        print("unexpected", port, path, answer.status, size)


for _ in range(600):
    try:
        ask("GET", "/warm/0/30", CURL)
        break
    except OSError:
        time.sleep(0.1)
else:
    sys.exit(f"nobody answers at {port}")
for path in "/warm/2/30", "/warm/5/20000":
    ask("GET", path, CURL)
time.sleep(1.2)
start = time.monotonic()
threads = []
for at, *rest in ASKS:
    time.sleep(max(0, start + at - time.monotonic()))
    threads.append(threading.Thread(target=ask, args=rest))
    threads[-1].start()
for thread in threads:
    thread.join()
time.sleep(0.3)
