"""Wraps lines of these logs as Docker, Kubernetes and journald do: python3 wrap.py FOLDER-OF-THE-LOGS.
Writes ./export, which systemd-journal-remote reads."""
import datetime, json, random, re, sys
R = sys.argv[1] + "/"  # the folder of the logs
random.seed(7)
nginx = open(R + "nginx-timed.log").read().splitlines()
tomcat = open(R + "tomcat-10.1-combined-D.log").read().splitlines()
boot = open(R + "spring-boot-3-stdout.log").read().splitlines()
gin = open(R + "go-gin.log").read().splitlines()
M = dict(Jan=1, Nov=11)
def nanos(t):
    return datetime.datetime.fromtimestamp(int(t), datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.") + "%09dZ" % int((t % 1) * 1e9)
def docker(t, l):
    # Docker writes < > & as escapes
    return json.dumps({"log": l + "\n", "stream": "stdout", "time": nanos(t)}, separators=(",", ":"), ensure_ascii=False).replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")
def write(name, lines):
    open(R + name, "w").write("".join(l + "\n" for l in lines))

msec = [float(l.split()[0]) for l in open(R + "nginx-msec.log")]
assert [l.split('"')[1] for l in open(R + "nginx-msec.log")] == [l.split('"')[1] for l in nginx]
def iso(x): return datetime.datetime.fromisoformat(x.replace("Z", "+00:00")).timestamp()
by = {(l.split('"')[1], l.split()[-1]): iso(l[1:25]) + int(l.split()[-1]) / 1e6 for l in open(R + "tomcat-10.1-begin-end.log")}
ends = [by[l.split('"')[1], l.split()[-1]] for l in tomcat]
def timed(lines):
    if lines is nginx or lines is tomcat:
        last = 0
        for t, l in zip(msec if lines is nginx else ends, lines):
            last = max(last, t) + random.random() * .0003
            yield last, l
        return
    def own(l):
        m = re.match(r"\[GIN\] (\d+)/(\d+)/(\d+) - (\d+):(\d+):(\d+)", l)
        if m: return datetime.datetime(*map(int, m.groups()), tzinfo=datetime.timezone.utc).timestamp() + .4
        m = re.match(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z)", l)
        if m: return iso(m.group(1))
        m = re.search(r"\[(\d+)/(\w+)/(\d+):(\d+):(\d+):(\d+)", l)
        if m: return datetime.datetime(int(m[3]), M[m[2]], *map(int, (m[1], m[4], m[5], m[6])), tzinfo=datetime.timezone.utc).timestamp() + .4
    first = next(t for t in map(own, lines) if t)
    last = first - .3
    for l in lines:
        last = max(own(l) or 0, last) + random.random() * .001
        yield last, l
write("docker-json-file-nginx.log", [docker(t, l) for t, l in timed(nginx)])
write("docker-json-file-spring-boot.log", [docker(t, l) for t, l in timed(boot)][8:38])
write("cri-nginx.log", [f"{nanos(t)} stdout F {l}" for t, l in timed(nginx)])
cri = []
for i, (t, l) in enumerate(timed(tomcat)):
    if i % 7 == 3:
        k = len(l) // 2
        cri += [f"{nanos(t)} stdout P {l[:k]}", f"{nanos(t)} stdout F {l[k:]}"]
    else:
        cri.append(f"{nanos(t)} stdout F {l}")
write("cri-partial-tomcat-10.1.log", cri)
write("docker-compose-nginx.log", ["Attaching to app-1, web-1"] + ["web-1  | " + l for l in nginx])
write("docker-compose-two-services.log", [x for a, b in zip(nginx[:14], [l for l in boot if l.strip()][5:19]) for x in ("web-1  | " + a, "app-1  | " + b)])
write("docker-compose-v1-color-nginx.log", [f"\x1b[36mweb_1  |\x1b[0m " + l for l in nginx])
write("kubectl-prefix-nginx.log", ["[pod/web-7c9d8b6f54-x2lqp/nginx] " + l for l in nginx])
write("kubectl-prefix-timestamps-nginx.log", [f"[pod/web-7c9d8b6f54-{'x2lqp' if i % 3 else 'm8ktd'}/nginx] {nanos(t)} " + l for i, (t, l) in enumerate(timed(nginx))])
write("kubectl-timestamps-tomcat-10.1.log", [f"{nanos(t)} " + l for t, l in timed(tomcat)])
write("docker-logs-timestamps-gin.log", [f"{nanos(t)} " + l for t, l in timed(gin[-22:])])
with open("export", "w") as f:
    for i, (t, l) in enumerate(timed(nginx)):
        us = int(t * 1e6)
        f.write(f"__CURSOR=s=0;i={i:x}\n__REALTIME_TIMESTAMP={us}\n__MONOTONIC_TIMESTAMP={us - 1795610000000000}\n_BOOT_ID=0123456789abcdef0123456789abcdef\n_TRANSPORT=syslog\nPRIORITY=6\nSYSLOG_FACILITY=23\nSYSLOG_IDENTIFIER=nginx\n_PID=812\n_COMM=nginx\n_HOSTNAME=host.example\n_MACHINE_ID=0123456789abcdef0123456789abcdef\n_SYSTEMD_UNIT=nginx.service\nMESSAGE={l}\n\n")
