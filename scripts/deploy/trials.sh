# Trials of the deploy files, part of scripts/trials. The checks of compose and Kubernetes come by Go's module proxy.

# root: fails where this user is not root.
root() { [ "$(id -u)" = 0 ] || { echo "This trial needs root."; return 1; }; }

# unpack: puts a release into $home/thriftwell. It is made once.
unpack() {
  if [ -z "${releases:-}" ]; then
    releases=$(mktemp -d)
    trap 'rm -rf "$releases"' EXIT
    scripts/release "$releases" >/dev/null || return
  fi
  mkdir "$home/thriftwell" && tar -C "$home/thriftwell" --strip-components=1 -xzf "$releases"/*.tar.gz
}

# production SETTING...: prints settings that production starts with.
production() {
  printf '%s\n' APP_ENV=production BASE_URL=https://www.example.com TRUSTED_PROXIES=127.0.0.1,::1 "DATA_KEYS=$("$home/thriftwell/bin/server" keys new)" \
    SMTP_URL=smtp://127.0.0.1:1 MAIL_FROM=news@example.com 'POSTAL_ADDRESS=1 Main St' SUPPORT_EMAIL=help@example.com \
    AFFILIATE_EMAIL=help@example.com ADVERTISING_EMAIL=help@example.com "$@"
}

# in_production SETTING...: starts the release so.
in_production() {
  local settings
  mapfile -t settings < <(production "$@")
  start env -u NODE_BINARY HOST=127.0.0.1 DATA_DIR="$home/data" "${settings[@]}" "$home/thriftwell/bin/server" serve
}

# ports NAME...: sets each to a free port.
ports() {
  local free
  mapfile -t free < <("$source/node_modules/.bin/node" -e 'for (let i = process.argv[1]; i--;) { const s = require("net").createServer().listen(0); console.log(s.address().port); setTimeout(() => s.close(), 50) }' "$#")
  for name; do printf -v "$name" %s "${free[0]}" && free=("${free[@]:1}"); done
}

# gets STATUS PATH [CURL'S OPTIONS...]: does the proxy on $https answer so?
gets() {
  local want=$1 path=$2 got; shift 2
  got=$(curl -sk -o "$home/body" -w '%{http_code}' --resolve "www.example.com:$https:127.0.0.1" "$@" "https://www.example.com:$https$path")
  [ "$got" = "$want" ] || { echo "$path: $got, not $want"; return 1; }
}

# behind_a_proxy: what must hold before the site that runs. The limit of sign-ins, 60 an address, tells whom the site sees:
# not whom a visitor claims to be, and not the proxy.
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

# The unit is right by systemd's own check, and the site runs under what can be had of its sandbox without systemd: as
# nobody, with no capability, on a file system that is read-only but for its data.
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

# libraries FOLDER PROGRAM...: copies what the programs are linked with.
libraries() {
  local to=$1; shift
  ldd "$@" | grep -o '/[^ :]*\.so[^ ]*' | grep -v "^$home" | sort -u | xargs cp -L --parents -t "$to"
}

# A new site asks for its settings at /setup, and has them at the next start.
trial_setup() {
  unpack || return
  local site=(env -u NODE_BINARY APP_ENV=production HOST=127.0.0.1 BASE_URL=https://www.example.com TRUSTED_PROXIES=none "DATA_DIR=$home/data" "$home/thriftwell/bin/server")
  set_up() {
    {
      until code=$("${site[@]}" setup 2>/dev/null | grep -o '....-....$'); do sleep 0.2; done
      until curl -fsS -o "$home/page" "http://127.0.0.1:$PORT/setup" -d "code=$code" -d do=finish -d owner=jane@example.com -d siteName=Ours -d 'postalAddress=1 Main St' \
        -d support=help@example.com -d sender=news@example.com -d mailServer=127.0.0.1 -d mailPort=25 -d content=empty 2>/dev/null; do sleep 0.2; done
    } &
    exec "${site[@]}" serve
  }
  start set_up && grep -q 'Setup complete' "$home/page" && end && start "${site[@]}" serve && curl -fsS "http://localhost:$port/" | grep -q Ours &&
    fails "isn't waiting" "${site[@]}" setup
}

# image_stage: lays out what the image is made of, without its build stages, which the clones try: images of Go and Node
# are in a registry only. The base is made of this machine's C library.
image_stage() {
  mkdir -p "$home/base"/{tmp,proc,dev,etc} "$home/stage"/{bin,data} && cp -L /bin/dash "$home/stage/bin" && cp -a "$home/thriftwell" "$home/stage/site" &&
    echo 'nonroot:x:65532:65532::/home/nonroot:/sbin/nologin' >"$home/base/etc/passwd" &&
    libraries "$home/base" "$home"/thriftwell/{bin/node,postgres/bin/{postgres,initdb}} /bin/dash &&
    sed -n 's#^COPY --from=build \(--[^ ]* \)\?/#COPY \1#; /^ARG BASE/p; /^FROM ${BASE}/,$p' "$source/scripts/deploy/Containerfile" >"$home/stage/Containerfile"
}

# The image runs as its configuration says and read-only, but by chroot, which needs no runtime for containers.
trial_container() {
  scripts/packages buildah util-linux || return
  root || return
  local settings root status
  image() { local verb=$1; shift; buildah --storage-driver vfs --root "$home/images" --runroot "$home/run" "$verb" "$@"; }
  unpack && image_stage && mkdir "$home/data" && chown 65532 "$home/data" || return
  printf 'FROM scratch\nCOPY . /\n' | image bud -q -t base -f - "$home/base" >/dev/null &&
    image bud -q --format docker -t thriftwell --build-arg BASE=localhost/base "$home/stage" >/dev/null &&
    image from -q --name site localhost/thriftwell >/dev/null && root=$(image mount site) || return
  config() { image inspect --type image --format "{{$1}}" localhost/thriftwell; }
  [ "$(config .Docker.Config.User)" = 65532:65532 ] && [ "$(stat -c %u "$root/data")" = 65532 ] || { echo "the image is not as it should be"; return 1; }
  [ "$(config '.Docker.Config.Healthcheck.Test')" = "[CMD /site/bin/server ready]" ] || { echo "no health check"; return 1; }
  printf '%s MB compressed, without the base\n' "$(tar -C "$root" -cz site bin/sh | wc -c | awk '{print int($1 / 1e6)}')"

  mapfile -t settings < <(production; config 'range .Docker.Config.Env}}{{println .}}{{end')
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
  image umount site >/dev/null
  return $status
}

trial_compose() {
  mkdir "$home/compose" && sed 's/\${DOMAIN[^}]*}/example.com/' "$source/scripts/deploy/compose.yaml" >"$home/compose/compose.yaml" && echo DOMAIN=example.com >"$home/compose/.env" &&
    (cd "$home/compose" && GOFLAGS= go run github.com/compose-spec/compose-go/v2/cmd@v2.16.2 compose.yaml >"$home/log" 2>&1) || { cat "$home/log"; return 1; }
}

# Compose with containers that run, on stand-ins for what only registries have: the base of the image, and Caddy's image,
# which is made of Debian's. Debian's podman-compose makes the network without its subnet, so that is made before; and
# without systemd nobody asks for the health by the clock.
trial_compose_up() {
  scripts/packages podman runc podman-compose netavark aardvark-dns caddy || return
  root || return
  local http https status site=compose_site_1
  unpack && ports http https && image_stage && mkdir -p "$home/caddy"/{bin,tmp,data,config,etc/caddy} "$home/compose" || return
  {
    printf '[containers]\ndefault_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]\n[engine]\ncgroup_manager = "cgroupfs"\nevents_logger = "file"\n'
    ! command -v runc >/dev/null || echo 'runtime = "runc"'
    printf '[network]\nnetwork_config_dir = "%s"\n' "$home/networks"
  } >"$home/containers.conf"
  printf '[storage]\ndriver = "vfs"\ngraphroot = "%s"\nrunroot = "%s"\n' "$home/images" "$home/run" >"$home/storage.conf"
  local -x CONTAINERS_CONF=$home/containers.conf CONTAINERS_STORAGE_CONF=$home/storage.conf
  chmod 1777 "$home/base/tmp" "$home/caddy/tmp" && cp -L "$(command -v caddy)" "$home/caddy/bin" && libraries "$home/caddy" "$home/caddy/bin/caddy" || return
  printf 'FROM scratch\nCOPY . /\n' | podman build -q -t base -f - "$home/base" >/dev/null &&
    printf 'FROM scratch\nCOPY . /\nENV XDG_DATA_HOME=/data XDG_CONFIG_HOME=/config\nCMD ["/bin/caddy", "run", "--config", "/etc/caddy/Caddyfile"]\n' | podman build -q -t docker.io/library/caddy:2 -f - "$home/caddy" >/dev/null &&
    podman build -q --format docker -t thriftwell --build-arg BASE=localhost/base "$home/stage" >/dev/null || return
  podman network create --subnet 172.30.63.0/24 --gateway 172.30.63.1 thriftwell_thriftwell >/dev/null 2>&1 || return

  cd "$home/compose" && { # certificates of its own, as nobody here can ask for real ones
    printf '{\nlocal_certs\nskip_install_trust\n}\n'
    cat "$source/scripts/deploy/Caddyfile"
  } >Caddyfile && echo DOMAIN=example.com >.env && production | sed 's/=\(.*\)/: "\1"/; s/^/      /; /APP_ENV\|BASE_URL\|TRUSTED/d' >settings &&
    sed "s/80:80/127.0.0.1:$http:80/; s/\"443:443\", \"443:443.udp\"/\"127.0.0.1:$https:443\"/; /TRUSTED_PROXIES/r settings" "$source/scripts/deploy/compose.yaml" >compose.yaml || return
  compose() { podman-compose "$@" >>"$home/compose.log" 2>&1; }
  compose_up() {
    compose up -d --no-build
    local deadline=$((SECONDS + 120))
    until gets 200 /readyz >/dev/null; do
      [ $SECONDS -lt $deadline ] || { podman logs $site; cat "$home/compose.log"; return 1; }
      sleep 0.5
    done
    podman healthcheck run $site
  }
  compose_up && gets 200 / && grep -q '</html>' "$home/body" && gets 404 /metrics && podman exec $site /site/bin/server token create --email jane@example.com --role editor >/dev/null &&
    compose down && compose_up && podman exec $site /site/bin/server token list | grep -q jane@example.com
  status=$?
  compose down
  podman network rm -f thriftwell_thriftwell >/dev/null
  return $status
}

trial_kubernetes() {
  GOFLAGS= go run sigs.k8s.io/kubectl-validate@v0.0.4 "$source/scripts/deploy/kubernetes" --version 1.30
}
