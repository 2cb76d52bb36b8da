#!/bin/sh
# Makes the logs of src/test/resources/accesslog: real servers write them. Run it in the project's folder.
#   TOMCAT_9, TOMCAT_10, JETTY: homes of the servers. SERVLET_API: javax.servlet-api-3.1.0.jar. nginx and apache2 are installed.
#   PORT: the first of five free ports.
set -e
PORT=${PORT:-18300}
OUT=$PWD/src/test/resources/accesslog
WORK=$(mktemp -d)
PIDS=
trap 'kill $PIDS 2>/dev/null; sleep 1; rm -rf "$WORK"' EXIT
T9=$PORT T10=$((PORT + 1)) J=$((PORT + 2)) N=$((PORT + 3)) A=$((PORT + 4))
mkdir -p "$OUT" "$WORK/shop/WEB-INF/classes"
cp src/test/shop/web.xml "$WORK/shop/WEB-INF/"
javac --release 17 -cp "$SERVLET_API" -d "$WORK/shop/WEB-INF/classes" src/test/java/asynclab/accesslog/shop/ShopServlet.java
(cd "$WORK/shop" && jar -cf ../shop.war .)

up() { until curl -so /dev/null "http://127.0.0.1:$1/cart"; do sleep 1; done; }

# about 120 requests, some of them odd
ask() {
    java src/test/java/asynclab/accesslog/shop/ShopTraffic.java "http://127.0.0.1:$1" 1
    curl -so /dev/null -A 'quote " and backslash \ "' "http://127.0.0.1:$1/search?q=%22a%20b%22&x=1"
    curl -so /dev/null -A '' -e 'http://127.0.0.1/a?b=c' "http://127.0.0.1:$1/product/12"
    curl -so /dev/null -X DELETE "http://127.0.0.1:$1/orders/0b8ee2c5-6a5e-4b3f-9f8e-2f1b6c9d7e11"
    curl -so /dev/null --path-as-is "http://127.0.0.1:$1/image/caf%C3%A9%3Cscript%3E.png"
    curl -so /dev/null "http://127.0.0.1:$1/none/at/all"
    curl -so /dev/null --http1.0 "http://127.0.0.1:$1/cart"
    printf 'GARBAGE\r\n\r\n' | curl -sm 2 "telnet://127.0.0.1:$1" >/dev/null || true
    sleep 3
}

tomcat() { # name home port webapps, then patterns
    base=$WORK/$1 home=$2 port=$3 apps=$4 name=$1
    shift 4
    mkdir -p "$base/conf" "$base/logs" "$base/temp" "$base/webapps" "$base/$apps"
    cp "$home/conf/web.xml" "$base/conf/"
    cp "$WORK/shop.war" "$base/$apps/ROOT.war"
    i=0 valves=
    for pattern; do
        i=$((i + 1))
        valves="$valves<Valve className='org.apache.catalina.valves.AccessLogValve' directory='logs' prefix='$name-$i' suffix='.log'
            fileDateFormat='' pattern='$pattern'/>"
    done
    cat >"$base/conf/server.xml" <<X
<Server port="-1"><Service name="Catalina"><Connector address="127.0.0.1" port="$port"/>
<Engine name="Catalina" defaultHost="localhost"><Host name="localhost" appBase="webapps">$valves</Host></Engine></Service></Server>
X
    java -Xmx256m -Dcatalina.home="$home" -Dcatalina.base="$base" -cp "$home/bin/bootstrap.jar:$home/bin/tomcat-juli.jar" \
        org.apache.catalina.startup.Bootstrap start >"$base/out" 2>&1 &
    PIDS="$PIDS $!" last=$!
}

Q='&quot;'
tomcat tomcat-9 "$TOMCAT_9" "$T9" webapps \
    "%h %l %u %t ${Q}%r${Q} %s %b %D" \
    "%h %l %u %t ${Q}%r${Q} %s %b ${Q}%{Referer}i${Q} ${Q}%{User-Agent}i${Q} %D %F" \
    "%{yyyy-MM-dd&apos;T&apos;HH:mm:ss.SSSXXX}t %I %m %U%q %s %T" \
    "%{begin:msec}t %{end:msec}t %D ${Q}%r${Q} %s"
tomcat9=$last
tomcat tomcat-10.1 "$TOMCAT_10" "$T10" webapps-javaee \
    "%h %l %u %t ${Q}%r${Q} %s %b %D" \
    "%{begin:yyyy-MM-dd HH:mm:ss.SSS}t ${Q}%r${Q} %s %{ms}T %{us}T %F"
tomcat10=$last
mkdir -p "$WORK/jetty"
(cd "$WORK/jetty" && java -jar "$JETTY/start.jar" --add-modules=server,http,ee8-deploy,ee8-annotations,requestlog >out 2>&1)
cp "$WORK/shop.war" "$WORK/jetty/webapps/ROOT.war"
(cd "$WORK/jetty" && exec java -Xmx256m -jar "$JETTY/start.jar" jetty.http.host=127.0.0.1 jetty.http.port=$J \
    'jetty.requestlog.formatString=%{client}a - %u %t "%r" %s %O "%{Referer}i" "%{User-Agent}i" %D %{ms}T %{us}T' >>out 2>&1) &
jetty=$! PIDS="$PIDS $!"
up "$T9"; up "$T10"; up "$J"
ask "$T9"; ask "$T10"; ask "$J"

mkdir -p "$WORK/nginx/www"
echo static >"$WORK/nginx/www/static.txt"
cat >"$WORK/nginx/nginx.conf" <<X
daemon off; worker_processes 1; pid $WORK/nginx/pid; error_log $WORK/nginx/error.log;
events { worker_connections 256; }
http {
    client_body_temp_path $WORK/nginx/t1; proxy_temp_path $WORK/nginx/t2; fastcgi_temp_path $WORK/nginx/t3;
    uwsgi_temp_path $WORK/nginx/t4; scgi_temp_path $WORK/nginx/t5;
    log_format timed '\$remote_addr - \$remote_user [\$time_local] "\$request" \$status \$body_bytes_sent "\$http_referer" '
        '"\$http_user_agent" \$request_time \$upstream_response_time \$upstream_status';
    log_format keys '\$msec \$request_method \$request_uri \$status rt=\$request_time urt="\$upstream_response_time"';
    log_format object escape=json '{"time":"\$time_iso8601","request":"\$request","status":\$status,"request_time":\$request_time,'
        '"agent":"\$http_user_agent"}';
    access_log $WORK/nginx/1.log timed; access_log $WORK/nginx/2.log keys; access_log $WORK/nginx/3.log object;
    upstream shop { server 127.0.0.1:1 max_fails=0; server 127.0.0.1:$T9 max_fails=0; }
    server {
        listen 127.0.0.1:$N; root $WORK/nginx/www;
        location = /static.txt { }
        location / { proxy_pass http://shop; proxy_next_upstream error non_idempotent; }
        location /none { proxy_pass http://127.0.0.1:$T9; proxy_intercept_errors on; error_page 404 = @other; }
        location @other { proxy_pass http://127.0.0.1:$T9/cart; rewrite .* /cart break; proxy_pass http://127.0.0.1:$T9; }
    }
}
X
sed -i 's#proxy_pass http://127.0.0.1:[0-9]*/cart; ##' "$WORK/nginx/nginx.conf"
nginx -c "$WORK/nginx/nginx.conf" 2>/dev/null & PIDS="$PIDS $!"
up "$N"; curl -so /dev/null "http://127.0.0.1:$N/static.txt"; ask "$N"

mkdir -p "$WORK/apache"
M=/usr/lib/apache2/modules
cat >"$WORK/apache/httpd.conf" <<X
ServerName localhost
Listen 127.0.0.1:$A
PidFile $WORK/apache/pid
ErrorLog $WORK/apache/error.log
DefaultRuntimeDir $WORK/apache
LoadModule mpm_event_module $M/mod_mpm_event.so
LoadModule authz_core_module $M/mod_authz_core.so
LoadModule proxy_module $M/mod_proxy.so
LoadModule proxy_http_module $M/mod_proxy_http.so
ProxyPass / http://127.0.0.1:$T9/
CustomLog $WORK/apache/1.log "%h %l %u %t \"%r\" %>s %b \"%{Referer}i\" \"%{User-Agent}i\" %D"
CustomLog $WORK/apache/2.log "%{%Y-%m-%dT%H:%M:%S}t.%{usec_frac}t %m %U%q %>s %{ms}T %T"
CustomLog $WORK/apache/3.log "%h %l %u %{end:%d/%b/%Y %T}t.%{end:msec_frac}t %{us}T \"%r\" %s"
X
apache2 -X -f "$WORK/apache/httpd.conf" & PIDS="$PIDS $!"
up "$A"; ask "$A"

kill "$tomcat9" "$tomcat10" "$jetty"
wait "$tomcat9" "$tomcat10" "$jetty" || true
for i in 1 2 3 4; do cp "$WORK/tomcat-9/logs/tomcat-9-$i.log" "$OUT/"; done
for i in 1 2; do cp "$WORK/tomcat-10.1/logs/tomcat-10.1-$i.log" "$OUT/"; done
cat "$WORK"/jetty/logs/*.request.log >"$OUT/jetty-12.log"
for i in 1 2 3; do cp "$WORK/nginx/$i.log" "$OUT/nginx-$i.log"; cp "$WORK/apache/$i.log" "$OUT/apache-$i.log"; done
wc -l "$OUT"/*.log

# Our own request log, as text and as JSON, and JMeter's results of the same requests. target/ is there after mvn verify.
for format in text json; do
    base=$WORK/own-$format
    mkdir -p "$base/conf" "$base/webapps" "$base/temp"
    cp "$TOMCAT_9/conf/web.xml" "$base/conf/"
    cp target/async-servlet-lab.war "$base/webapps/ROOT.war"
    cat >"$base/conf/server.xml" <<X
<Server port="-1"><Service name="Catalina"><Connector address="127.0.0.1" port="$T9"/>
<Engine name="Catalina" defaultHost="localhost"><Host name="localhost" appBase="webapps"/></Engine></Service></Server>
X
    java -Xmx256m -Dasynclab.log=DEBUG -Dasynclab.logFormat=$format -Dcatalina.home="$TOMCAT_9" -Dcatalina.base="$base" \
        -cp "$TOMCAT_9/bin/bootstrap.jar:$TOMCAT_9/bin/tomcat-juli.jar" org.apache.catalina.startup.Bootstrap start \
        >"$base/out" 2>"$base/err" &
    PIDS="$PIDS $!" last=$!
    up "$T9"
    java -Xmx256m -Djava.awt.headless=true -Djava.util.prefs.userRoot="$WORK" -jar target/apache-jmeter/bin/ApacheJMeter.jar \
        -n -t jmeter/plan.jmx -l "$WORK/$format.jtl" -j "$WORK/jmeter.log" -Jjmeterengine.nongui.port=0 -Jport="$T9" -Jusers=10 \
        -Jramp=1 -Jloops=5 -JshortQuery=ms=20 -JlongQuery=ms=150 -JshortLabel='20 ms' -JlongLabel='150 ms' >/dev/null
    curl -so /dev/null -H "X-Request-Start: t=$(date +%s.%3N)" "http://127.0.0.1:$T9/hello-servlet-blocking?ms=30&x=%22"
    sleep 1
    kill "$last"; wait "$last" || true
    cp "$base/out" "$OUT/own-$format.log"
    [ $format = json ] || cp "$WORK/text.jtl" "$OUT/jmeter.csv"
done
