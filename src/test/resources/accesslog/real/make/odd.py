"""Odd requests, and clients that leave: python3 odd.py PORT"""
import socket, sys, threading, time
P=int(sys.argv[1])
def raw(data,wait):
    s=socket.create_connection(("127.0.0.1",P)); 
    if data: s.sendall(data)
    s.settimeout(wait)
    try:
        while s.recv(65536): pass
    except (TimeoutError,OSError): pass
    s.close()
H=b"Host: shop.example\r\nUser-Agent: Mozilla/5.0 (X11; Linux x86_64) Firefox/128.0\r\n"
T=[]
def bg(*a):
    t=threading.Thread(target=raw,args=a);t.start();T.append(t);time.sleep(.15)
bg(b"GET /hold/120/5120 HTTP/1.1\r\n"+H+b"Connection: close\r\n\r\n",5)
bg(b"",5)                                   # nothing sent
bg(b"GET /hold/5/30 HTTP/1.1\r\nHost: sh",5)       # half a head: 408
bg(b"GET /hold/0/30",5)                     # half a line: 408
bg(b"\r\n\r\n\r\n",.3)
bg(b"GARBAGE\r\n\r\n",2)
bg(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\x9a\x7f\"\\\r\n",2)
bg(b"GET /hold/0/30 HTTP/1.1\r\n\r\n",2)       # no Host: 400
bg(b"GET /hold/0/30?"+b"a"*1100+b" HTTP/1.1\r\n",2)  # 414
bg(b"GET /hold/2500/12 HTTP/1.1\r\n"+H+b"Connection: close\r\n\r\n",.4)   # client leaves: 499
bg(b"GET /hold/2000/200 HTTP/1.1\r\n"+H+b"Connection: close\r\n\r\n",5)   # 504 after 1 s
bg(b"GET /ws/1500 HTTP/1.1\r\n"+H+b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n",6)
bg(b"GET /down/cart HTTP/1.1\r\n"+H+b"Connection: close\r\n\r\n",5)   # 502
bg(b"OPTIONS * HTTP/1.1\r\n"+H+b"Connection: close\r\n\r\n",2)
bg(b"GET /static/a.js HTTP/1.1\r\n"+H+b"Connection: close\r\n\r\n",2)
bg(b"GET /moved HTTP/1.1\r\n"+H+b"Connection: close\r\n\r\n",2)
bg(b"HEAD /hold/35/20000 HTTP/1.1\r\n"+H+b"Connection: close\r\n\r\n",2)
bg(b"GET http://shop.example/hold/35/20000 HTTP/1.1\r\n"+H+b"Connection: close\r\n\r\n",2)
bg(b"GET /hold/700/1500 HTTP/1.0\r\n\r\n",2)
bg(b"GET /hold/0/30 HTTP/1.1\r\nHost: shop.example\r\nUser-Agent: quote \" and backslash \\ tab\t.\r\nReferer: https://shop.example/a?b=\"c\"\r\nConnection: close\r\n\r\n",2)
bg(b"GET /hold/120/5120?q=\"quoted\" HTTP/1.1\r\n"+H+b"Connection: close\r\n\r\n",2)
s=socket.create_connection(("127.0.0.1",P)); s.sendall(b"GET /hold/35/20000 HTTP/1.1\r\n"+H+b"\r\n"); time.sleep(.2); s.sendall(b"GET /hold/18/300 HTTP/1.1\r\n"+H+b"\r\n"); time.sleep(.2); s.close()
for t in T: t.join()
