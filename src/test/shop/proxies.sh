#!/bin/sh
# Measures whether the logs of nginx and HAProxy show the waiting for a thread. Run it in the project's folder, on an idle machine, after
# "mvn test-compile". SERVER: host:port of the application with 100 threads, as "mvn jetty:run" starts it. THREADS: those that serve requests.
# CLASSPATH: of the tests, as "mvn dependency:build-classpath" prints it. PORT: the first of three free ports. nginx and haproxy are installed.
set -e
PORT=${PORT:-18400} THREADS=${THREADS:-98} SERVER=${SERVER:-127.0.0.1:8080} SECONDS_EACH=${SECONDS_EACH:-40}
WORK=$(mktemp -d)
PIDS=
trap 'kill $PIDS 2>/dev/null; sleep 1; rm -rf "$WORK"' EXIT
N=$PORT H=$((PORT + 1)) Q=$((PORT + 2))
cat >"$WORK/nginx.conf" <<X
daemon off; worker_processes 1; pid $WORK/nginx.pid; error_log $WORK/nginx-error.log;
events { worker_connections 4096; }
http {
    client_body_temp_path $WORK/t1; proxy_temp_path $WORK/t2; fastcgi_temp_path $WORK/t3; uwsgi_temp_path $WORK/t4; scgi_temp_path $WORK/t5;
    log_format timed '\$msec "\$request" \$status \$body_bytes_sent rt=\$request_time urt="\$upstream_response_time"';
    access_log $WORK/nginx.log timed;
    upstream app { server $SERVER; keepalive 1000; }
    server {
        listen 127.0.0.1:$N;
        location / { proxy_pass http://app; proxy_http_version 1.1; proxy_set_header Connection ""; }
    }
}
X
cat >"$WORK/haproxy.cfg" <<X
global
    maxconn 4096
    log stdout format raw local0
defaults
    mode http
    log global
    option httplog
    timeout connect 10s
    timeout client 60s
    timeout server 60s
    timeout queue 60s
frontend direct
    bind 127.0.0.1:$H
    default_backend direct
backend direct
    server app $SERVER
frontend queue
    bind 127.0.0.1:$Q
    default_backend queue
backend queue
    server app $SERVER maxconn $THREADS
X
nginx -c "$WORK/nginx.conf" -p "$WORK" &
PIDS="$PIDS $!"
haproxy -f "$WORK/haproxy.cfg" >"$WORK/haproxy.log" 2>"$WORK/haproxy-error.log" &
PIDS="$PIDS $!"
sleep 2
PAIRS=
for USERS in ${USERS_EACH:-$((THREADS)) $((2 * THREADS)) $((3 * THREADS)) $((4 * THREADS))}; do # think time is hold time, so 2 T users saturate T threads
    for PROXY in nginx:$N haproxy:$H haproxy-queue:$Q; do
        NAME=${PROXY%:*} LOG=${NAME%-queue}
        NAME=$NAME-$(awk "BEGIN { print $USERS / $THREADS / 2 }")
        BEFORE=$(wc -l <"$WORK/$LOG.log")
        java -Xss256k src/test/java/asynclab/accesslog/shop/ProxyLoad.java "http://127.0.0.1:${PROXY#*:}/hello-servlet-blocking" "$USERS" \
            "$SECONDS_EACH" "$WORK/$NAME.csv"
        sleep 1
        tail -n +$((BEFORE + 1)) "$WORK/$LOG.log" | grep hello >"$WORK/$NAME.log"
        PAIRS="$PAIRS $WORK/$NAME.log $WORK/$NAME.csv"
        echo "$NAME: $USERS users" >&2
    done
done
java -cp "target/classes:target/test-classes:$CLASSPATH" asynclab.traffic.ProxyWaits "$THREADS" $PAIRS
