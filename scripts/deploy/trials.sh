# Trials of the deploy files, part of scripts/trials. The tools that check compose and Kubernetes files come from Go's
# module proxy.

# root: fails if this user is not root.
root() { [ "$(id -u)" = 0 ] || { echo "This trial needs root."; return 1; }; }

# unpack: unpacks a release into $home/thriftwell. It is built once.
unpack() {
  if [ -z "${releases:-}" ]; then
    releases=$(mktemp -d)
    trap 'rm -rf "$releases"' EXIT
    scripts/release "$releases" >/dev/null || return
  fi
  mkdir "$home/thriftwell" && tar -C "$home/thriftwell" --strip-components=1 -xzf "$releases"/*.tar.gz
}

# production SETTING...: prints settings that production accepts.
production() {
  printf '%s\n' APP_ENV=production BASE_URL=https://www.example.com TRUSTED_PROXIES=127.0.0.1,::1 "DATA_KEYS=$("$home/thriftwell/bin/server" keys new)" \
    SMTP_URL=smtp://127.0.0.1:1 MAIL_FROM=news@example.com 'POSTAL_ADDRESS=1 Main St' SUPPORT_EMAIL=help@example.com \
    AFFILIATE_EMAIL=help@example.com ADVERTISING_EMAIL=help@example.com "$@"
}

# in_production SETTING...: starts the release with these settings.
in_production() {
  local settings
  mapfile -t settings < <(production "$@")
  start env -u NODE_BINARY HOST=127.0.0.1 DATA_DIR="$home/data" "${settings[@]}" "$home/thriftwell/bin/server" serve
}

# ports NAME...: sets each variable to a free port.
ports() {
  local free
  mapfile -t free < <("$source/node_modules/.bin/node" -e 'for (let i = process.argv[1]; i--;) { const s = require("net").createServer().listen(0); console.log(s.address().port); setTimeout(() => s.close(), 50) }' "$#")
  for name; do printf -v "$name" %s "${free[0]}" && free=("${free[@]:1}"); done
}

# gets STATUS PATH [CURL'S OPTIONS...]: checks the status that the proxy on $https returns.
gets() {
  local want=$1 path=$2 got; shift 2
  got=$(curl -sk -o "$home/body" -w '%{http_code}' --resolve "www.example.com:$https:127.0.0.1" "$@" "https://www.example.com:$https$path")
  [ "$got" = "$want" ] || { echo "$path: $got, not $want"; return 1; }
}

# behind_a_proxy: checks what must hold behind a proxy. The limit on sign-ins, 60 per address, shows whom the site sees:
# neither an address that a visitor claims nor the proxy.
behind_a_proxy() {
  gets 200 / && grep -q '</html>' "$home/body" && gets 200 "$(asset)" --http2 && gets 404 /metrics && gets 404 /dev/mail || return
  for i in $(seq 60); do
    gets 404 /api/auth/none -H "X-Forwarded-For: 203.0.113.$i" || return
  done
  gets 429 /api/auth/none -H "X-Forwarded-For: 203.0.113.61" && gets 404 /api/auth/none --interface 127.0.0.2
}

trial_nginx() {
  scripts/packages nginx openssl || return
  local http https
  unpack && ports http https && in_production || return
  openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=www.example.com -keyout "$home/key.pem" -out "$home/cert.pem" 2>/dev/null || return
  { # the machine's own part of a configuration, around the file as it is but for its ports and certificates
    echo "pid $home/nginx.pid; error_log $home/nginx.log; events {} http { access_log off;"
    for kind in client_body proxy fastcgi uwsgi scgi; do echo "${kind}_temp_path $home/$kind;"; done
    sed -e "s#server 127.0.0.1:8080#server 127.0.0.1:$port#; s#listen 80;#listen 127.0.0.1:$http;#; s#listen 443 ssl#listen 127.0.0.1:$https ssl#; /listen \[/d" \
      -e "s#/etc/letsencrypt/.*/fullchain.pem#$home/cert.pem#; s#/etc/letsencrypt/.*/privkey.pem#$home/key.pem#" "$source/scripts/deploy/nginx.conf"
    echo "}"
  } >"$home/nginx.conf"
  nginx -t -q -c "$home/nginx.conf" || return
  nginx -g 'daemon off;' -c "$home/nginx.conf" &
  local proxy=$! status
  until [ -e "$home/nginx.pid" ]; do sleep 0.1; kill -0 $proxy || return; done
  behind_a_proxy && [ "$(curl -so /dev/null -w '%{redirect_url}' "http://127.0.0.1:$http/guides?a=1")" = "https://www.example.com/guides?a=1" ]
  status=$?
  kill -TERM $proxy && wait $proxy
  return $status
}

trial_caddy() {
  scripts/packages caddy || return
  local http https
  unpack && ports http https && in_production || return
  caddy validate --adapter caddyfile --config "$source/scripts/deploy/Caddyfile" >"$home/caddy.log" 2>&1 || { cat "$home/caddy.log"; return 1; }
  { # certificates of its own, as nobody here can ask for real ones
    printf '{\nhttp_port %s\nhttps_port %s\nlocal_certs\nskip_install_trust\nadmin off\nstorage file_system "%s"\n}\n' "$http" "$https" "$home/caddy"
    sed "s#127.0.0.1:8080#127.0.0.1:$port#" "$source/scripts/deploy/Caddyfile"
  } >"$home/Caddyfile"
  caddy run --adapter caddyfile --config "$home/Caddyfile" >"$home/caddy.log" 2>&1 &
  local proxy=$! status
  until gets 200 / >/dev/null; do sleep 0.2; kill -0 $proxy || { cat "$home/caddy.log"; return 1; }; done
  behind_a_proxy
  status=$?
  kill -TERM $proxy && wait $proxy
  return $status
}

# The unit passes systemd's own check, and the site runs with as much of its sandbox as is possible without systemd: as
# nobody, without capabilities, on a file system that is read-only except for its data.
trial_systemd() {
  scripts/packages systemd util-linux || return
  root || return
  local unit=$source/scripts/deploy/thriftwell.service settings said
  unpack && mkdir "$home/data" && chown 65534:65534 "$home/data" || return
  sed "s#^User=.*#User=root#; s#/opt/thriftwell#$home/thriftwell#" "$unit" >"$home/thriftwell.service"
  said=$(systemd-analyze verify "$home/thriftwell.service" 2>&1) && [ -z "$said" ] || { echo "$said"; return 1; }
  systemd-analyze security --offline=true --threshold=30 "$home/thriftwell.service" >"$home/security" || { cat "$home/security"; return 1; }
  mapfile -t settings < <(production $(sed -n 's/^Environment=//p' "$unit"))
  sandboxed() {
    start unshare --mount --propagation private "$source/scripts/deploy/sandbox" "$home" \
      setpriv --reuid=65534 --regid=65534 --clear-groups --no-new-privs --inh-caps=-all --bounding-set=-all \
      env -i -C / "PORT=@" PATH=/usr/bin:/bin "${settings[@]}" $(sed -n 's/^ExecStart=//p' "$unit")
  }
  sandboxed && [ -d "$home/data/postgres" ] && end && sandboxed
}

# libraries FOLDER PROGRAM...: copies the libraries that the programs are linked with.
libraries() {
  local to=$1; shift
  ldd "$@" | grep -o '/[^ :]*\.so[^ ]*' | grep -v "^$home" | sort -u | xargs cp -L --parents -t "$to"
}

# The image, with a base made from this machine's C library instead of the real one, which only a registry has. It runs
# as configured and read-only, but in a chroot, which needs no container runtime.
trial_container() {
  scripts/packages buildah util-linux || return
  root || return
  local name postgres database settings root status
  image() { local verb=$1; shift; buildah --storage-driver vfs --root "$home/images" --runroot "$home/run" "$verb" "$@"; }
  unpack && name=$(basename "$releases"/*.tar.gz .tar.gz) && mkdir -p "$home/base"/{tmp,proc,dev} "$home/data" "$home/pg" || return
  libraries "$home/base" "$home/thriftwell/bin/node" || return
  printf 'FROM scratch\nCOPY . /\n' | image bud -q -t base -f - "$home/base" >/dev/null &&
    image bud -q --format docker -t thriftwell --build-arg BASE=localhost/base --build-arg RELEASE="$name" -f "$source/scripts/deploy/Containerfile" "$releases" >/dev/null &&
    image from -q --name site localhost/thriftwell >/dev/null && root=$(image mount site) || return
  config() { image inspect --type image --format "{{$1}}" localhost/thriftwell; }
  [ "$(config .Docker.Config.User)" = 65532:65532 ] && [ "$(stat -c %u "$root/data")" = 65532 ] && [ ! -e "$root/site/postgres" ] || { echo "the image is not as it should be"; return 1; }
  [ "$(config '.Docker.Config.Healthcheck.Test')" = "[CMD /site/bin/server ready]" ] || { echo "no health check"; return 1; }

  ports database && chown 65532 "$home/data" && chown 65534 "$home/pg" || return
  local nobody=(setpriv --reuid=65534 --regid=65534 --clear-groups)
  "${nobody[@]}" "$home/thriftwell/postgres/bin/initdb" -D "$home/pg" -U thriftwell -A trust -E UTF8 --locale=C >/dev/null || return
  "${nobody[@]}" "$home/thriftwell/postgres/bin/postgres" -D "$home/pg" -p "$database" -k "$home/pg" -c listen_addresses=127.0.0.1 >"$home/pg.log" 2>&1 &
  postgres=$!
  until grep -qs 'ready to accept' "$home/pg.log"; do sleep 0.1; kill -0 $postgres || return; done
  mapfile -t settings < <(production "DATABASE_URL=postgres://thriftwell@127.0.0.1:$database/postgres"; config 'range .Docker.Config.Env}}{{println .}}{{end')
  contained() { # COMMAND: becomes it, as the image runs it
    exec unshare --mount --propagation private sh -c 'root=$1; home=$2; shift 2
      mount --bind "$root" "$root" && mount --bind "$home/data" "$root/data" && mount -t tmpfs -o mode=1777 none "$root/tmp" &&
      mount --rbind /proc "$root/proc" && mount --rbind /dev "$root/dev" && mount -o remount,bind,ro "$root" && exec "$@"' \
      sh "$root" "$home" env -i PORT="$PORT" "${settings[@]}" \
      chroot --userspec=65532:65532 "$root" /site/bin/server "$1"
  }
  contained_ready() { (PORT=$port contained ready); }
  start contained serve && contained_ready && end && ! contained_ready 2>/dev/null && start contained serve
  status=$?
  end || status=1
  kill -INT $postgres && wait $postgres
  image umount site >/dev/null
  return $status
}

trial_compose() {
  mkdir "$home/compose" && cp "$source/scripts/deploy/settings.env.example" "$home/compose/settings.env" &&
    sed 's/\${DB_PASSWORD[^}]*}/word/' "$source/scripts/deploy/compose.yaml" >"$home/compose/compose.yaml" &&
    (cd "$home/compose" && GOFLAGS= go run github.com/compose-spec/compose-go/v2/cmd@v2.16.2 compose.yaml >"$home/log" 2>&1) || { cat "$home/log"; return 1; }
}

# Compose with running containers. The image's base and the Postgres image, which only registries have, are made from
# this machine's C library and the bundled Postgres. Debian's podman-compose creates the network without its subnet, so
# it is created first. Without systemd, nothing runs the health checks on a schedule.
trial_compose_up() {
  scripts/packages podman runc podman-compose netavark aardvark-dns || return
  root || return
  local http name status site=thriftwell_site_1
  unpack && ports http && name=$(basename "$releases"/*.tar.gz .tar.gz) && mkdir -p "$home/base/tmp" "$home/db/data" "$home"/db/root/{bin,etc,tmp} "$home/compose" || return
  {
    printf '[containers]\ndefault_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]\n[engine]\ncgroup_manager = "cgroupfs"\nevents_logger = "file"\n'
    ! command -v runc >/dev/null || echo 'runtime = "runc"'
    printf '[network]\nnetwork_config_dir = "%s"\n' "$home/networks"
  } >"$home/containers.conf"
  printf '[storage]\ndriver = "vfs"\ngraphroot = "%s"\nrunroot = "%s"\n' "$home/images" "$home/run" >"$home/storage.conf"
  local -x CONTAINERS_CONF=$home/containers.conf CONTAINERS_STORAGE_CONF=$home/storage.conf
  chmod 1777 "$home/base/tmp" "$home/db/root/tmp" && libraries "$home/base" "$home/thriftwell/bin/node" /bin/sh && mkdir -p "$home/base/bin" && cp -L /bin/sh "$home/base/bin" || return
  printf 'FROM scratch\nCOPY . /\n' | podman build -q -t base -f - "$home/base" >/dev/null || return
  podman network create --subnet 172.30.63.0/24 --gateway 172.30.63.1 thriftwell_thriftwell >/dev/null 2>&1 &&
    podman run --rm --network thriftwell_thriftwell base /bin/sh -c true >"$home/log" 2>&1 ||
    { cat "$home/log"; podman network rm -f thriftwell_thriftwell >/dev/null; return 1; }

  cp -a "$home/thriftwell/postgres" "$home/db/root" && cp -L /bin/sh /bin/mkdir "$home/db/root/bin" &&
    libraries "$home/db/root" "$home"/thriftwell/postgres/bin/{postgres,initdb} /bin/sh /bin/mkdir || return
  echo 'postgres:x:999:999::/:/bin/sh' >"$home/db/root/etc/passwd"
  cat >"$home/db/root/bin/start" <<'END'
#!/bin/sh
set -e
data=/var/lib/postgresql/18/docker
if [ ! -e $data/PG_VERSION ]; then
  mkdir -p $data
  echo "$POSTGRES_PASSWORD" >/tmp/password
  /postgres/bin/initdb -D $data -U "$POSTGRES_USER" --pwfile=/tmp/password --auth=scram-sha-256 -E UTF8 --locale=C
  echo 'host all all all scram-sha-256' >>$data/pg_hba.conf
  echo "CREATE DATABASE $POSTGRES_USER" | /postgres/bin/postgres --single -D $data postgres
fi
exec /postgres/bin/postgres -D $data -c 'listen_addresses=*' -k /tmp
END
  chmod 755 "$home/db/root/bin/start"
  printf 'FROM scratch\nCOPY root /\nCOPY --chown=999:999 data /var/lib/postgresql\nUSER 999\nENTRYPOINT ["/bin/start"]\n' |
    podman build -q -t docker.io/library/postgres:18 -f - "$home/db" >/dev/null &&
    podman build -q --format docker -t thriftwell --build-arg BASE=localhost/base --build-arg RELEASE="$name" -f "$source/scripts/deploy/Containerfile" "$releases" >/dev/null || return

  cd "$home/compose" && production >settings.env && echo DB_PASSWORD=word123 >.env &&
    sed "s/127.0.0.1:8080:8080/127.0.0.1:$http:8080/" "$source/scripts/deploy/compose.yaml" >compose.yaml || return
  compose() { podman-compose -p thriftwell "$@" >>"$home/compose.log" 2>&1; }
  compose_up() {
    compose up -d
    port=$http
    local deadline=$((SECONDS + 120))
    until answers /readyz; do
      [ $SECONDS -lt $deadline ] || { podman logs $site; cat "$home/compose.log"; return 1; }
      sleep 0.5
    done
    answers / && answers "$(asset)" && podman healthcheck run $site
  }
  visitors() { # the site believes the machine what addresses they have
    local i
    for i in $(seq 61); do
      [ "$(curl -so /dev/null -w '%{http_code}' -H "X-Forwarded-For: 203.0.113.$i" "http://127.0.0.1:$http/api/auth/none")" = 404 ] || { echo "a visitor is refused"; return 1; }
    done
  }
  compose_up && visitors && podman exec $site /site/bin/server token create --email jane@example.com --role editor >/dev/null &&
    compose down && compose_up && podman exec $site /site/bin/server token list | grep -q jane@example.com
  status=$?
  compose down
  podman network rm -f thriftwell_thriftwell >/dev/null
  return $status
}

trial_kubernetes() {
  GOFLAGS= go run sigs.k8s.io/kubectl-validate@v0.0.4 "$source/scripts/deploy/kubernetes" --version 1.30
}
