/**
 * Where programs are given secrets: rows of programs (`program/subcommand`) and what says where the secret stands.
 *
 * `-x`  the next word, or the rest of this one; a long flag: the next word, or what follows `=`
 * `-x*` the rest of this word only             `-x>` the next word only
 * `-x:` as `-x`, but only what is behind the first `:` (or `%`, `/`, `,`) of it
 * `#2`  the second operand after the program or its subcommand; `#2:` behind its `:`
 * `k=`  what is behind `=` in every operand    `@` what follows an operand whose name is that of a secret
 * `<`   what it reads; `<--flag` with that flag only, `<@` into an operand whose name is that of a secret
 */
export const places: readonly (readonly [programs: string, where: string])[] = [
  // databases
  [
    "mysql mysqldump mysqladmin mysqlimport mysqlshow mysqlsh mysqlpump mycli mariadb mariadb-dump mariadb-admin",
    "-p*",
  ],
  ["mongo mongosh mongodump mongorestore mongoexport mongoimport mongostat cqlsh", "-p"],
  ["redis-cli valkey-cli keydb-cli", "-a --pass"],
  ["redis-cli/auth valkey-cli/auth redis-cli/AUTH", "#1 #2"],
  ["redis-cli/requirepass redis-cli/masterauth valkey-cli/requirepass", "#1"],
  ["sqlcmd bcp osql tsql isql", "-P"],
  ["sqlplus sqlldr expdp impdp rman", "#1/"],
  ["clickhouse-client influx", "--password -password"],
  ["rabbitmqctl/add_user rabbitmqctl/change_password rabbitmqctl/authenticate_user", "#2"],
  ["rabbitmqadmin", "-p"],
  ["ldapsearch ldapadd ldapmodify ldapdelete ldapwhoami ldappasswd", "-w -s"],
  ["createuser", "<-P"],
  // the web
  ["curl curlie", "-u: --user: -U: --proxy-user: --oauth2-bearer -b= --cookie= -E: --cert: --pass --proxy-pass"],
  ["wget aria2c", "--password --http-password --ftp-password --proxy-password --http-passwd --ftp-passwd"],
  ["http https xh xhs", "-a --auth"],
  ["ab", "-A: -P: -C="],
  ["lftp ncftp", "-u,"],
  ["smbclient rpcclient smbcacls smbget", "-U% --user%"],
  ["xfreerdp rdesktop", "-p /p*"],
  ["sshpass", "-p"],
  ["snmpwalk snmpget snmpset", "-A -X -c"],
  ["ipmitool", "-P"],
  ["etcdctl", "--user: --password"],
  ["mosquitto_pub mosquitto_sub", "-P --pw"],
  ["kcat kafkacat", "-X="],
  // shells and systems
  ["read mapfile readarray", "<@"],
  ["printf tmux/set-environment tmux/setenv launchctl/setenv", "@"],
  ["chpasswd", "<"],
  ["passwd", "<--stdin"],
  ["sudo", "<-S <--stdin"],
  ["su", "<"],
  ["htpasswd", "<-i"],
  ["htpasswd/-b htpasswd/-cb htpasswd/-bc htpasswd/-Bb htpasswd/-bB htpasswd/-cBb htpasswd/-Bbc", "#3"],
  ["htpasswd/-nb htpasswd/-bn htpasswd/-nbB htpasswd/-Bbn htpasswd/-bnB htpasswd/-nBb", "#2"],
  ["useradd usermod adduser", "-p --password"],
  ["mkpasswd", "#1"],
  ["wpa_passphrase", "#2"],
  ["nmcli", "password> wifi-sec.psk> 802-11-wireless-security.psk>"],
  ["iwconfig iwlist", "key> enc>"],
  ["net/user net/use", "#2"],
  ["cryptsetup", "<"],
  ["security", "-w -p"],
  ["secret-tool keyctl kinit smbpasswd", "<"],
  ["keyctl/add", "#3"],
  ["pass/insert gopass/insert", "<"],
  ["bw/login", "#2"],
  ["bw/unlock", "#1"],
  // keys and archives
  ["openssl", "-k> -K> -pass> -passin> -passout> -password> -hmac>"],
  ["openssl/passwd", "#1"],
  ["gpg gpg2", "--passphrase <--passphrase-fd"],
  ["zip unzip zipcloak", "-P"],
  ["7z 7za 7zr 7zz", "-p*"],
  ["rar unrar", "-p* -hp*"],
  ["qpdf", "--password --encrypt>"],
  ["ssh-keygen", "-N -P"],
  ["ssh-add age age-keygen", "<"],
  ["keytool jarsigner apksigner", "-storepass -keypass -srcstorepass -deststorepass -destkeypass -srckeypass"],
  ["cast forge hardhat", "--private-key --mnemonic"],
  // containers
  [
    "docker/login podman/login buildah/login skopeo/login nerdctl/login oras/login crane/login",
    "-p --password <--password-stdin",
  ],
  ["crane/auth", "-p"],
  ["helm/login", "-p --password <--password-stdin"],
  ["docker/secret podman/secret", "<"],
  ["docker/swarm", "--token"],
  ["kubectl/secret oc/secret k3s/secret", "--from-literal="],
  ["kubectl/secret", "--docker-password"],
  ["argocd/login argocd/account", "--password --current-password --new-password"],
  ["oc/login rancher/login", "-p --password --token -t"],
  ["kubeadm", "--token --certificate-key"],
  ["kubeseal", "<"],
  ["sops", "--set>"],
  // forges, registries and clouds
  ["gh/login glab/login", "<--with-token <--stdin -t --token"],
  ["gh/secret glab/variable", "-b --body -v --value <"],
  ["npm/set npm/config yarn/config pnpm/config pnpm/set npm/c", "@"],
  [
    "git/config glab/config aws/set aws/configure pulumi/config poetry/config composer/config bundle/config heroku/config gcloud/config",
    "@",
  ],
  ["twine poetry/publish uv/publish flit", "-p --password -t"],
  ["composer/config", "#3"],
  ["bundle/config", "#2: #3:"],
  ["cargo/login nuget/setapikey nuget/setApiKey gem/signin", "#1 <"],
  ["dotnet/push nuget/push", "-k -ApiKey"],
  ["dotnet/user-secrets", "#3"],
  ["pip pip3 conan conan/user", "-p"],
  ["az/login", "-p --password"],
  ["az", "--account-key --sas-token"],
  ["az/keyvault aws/ssm aws/put-parameter", "--value"],
  ["aws/create-secret aws/put-secret-value aws/update-secret", "--secret-string"],
  ["gcloud/secrets", "<"],
  ["doctl/auth doctl/init", "-t --access-token"],
  ["ibmcloud/login", "-p --apikey"],
  ["mc/alias mc/host", "#4 #5"],
  ["s3cmd rclone", "--secret_key --access_key pass> secret_access_key> password> @"],
  [
    "heroku/config:set flyctl/secrets fly/secrets railway/variables supabase/secrets gcloud/secrets doppler/secrets doppler/secrets",
    "k= <",
  ],
  ["netlify/env:set", "#2"],
  ["vercel now", "-t --token"],
  ["vercel/env wrangler/secret", "<"],
  ["cf/auth", "#2"],
  ["cf/login", "-p"],
  ["ngrok/authtoken ngrok/add-authtoken cloudflared/install", "#1"],
  ["vault/login bao/login", "#1 k= <"],
  ["vault/write vault/put vault/patch bao/put", "k= <"],
  ["vault/unseal bao/unseal", "#1"],
  ["doppler/configure", "@"],
  ["pulumi/--secret", "#2"],
  ["ansible-vault", "<--stdin-name"],
  ["jf jfrog/config", "--access-token --password --apikey"],
  ["sentry-cli", "--auth-token"],
];

/** Programs whose operands are what a reader gets. */
export const speakers: ReadonlySet<string> = new Set(["echo", "printf", "print"]);

/** What stands behind these is a name that is looked for, and no program. */
export const searching: ReadonlySet<string> = new Set(["-name", "-iname", "-path", "--name"]);

/** What may stand before a program's name. */
export const wrappers: ReadonlySet<string> = new Set(
  "sudo doas env command exec time timeout nohup nice ! { if then elif else while until do".split(" "),
);

/** What reads an operand as a line of its own. */
export const readers: ReadonlySet<string> = new Set("sh bash zsh dash ksh ash ssh su eval watch parallel".split(" "));
