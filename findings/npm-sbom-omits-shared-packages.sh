#!/usr/bin/env bash
# npm sbom --omit=dev leaves out packages of production that a development package needs, too.
#
# Version: npm 11.19.1. Input: a project with pg 8.23.1 in `dependencies` and @types/pg 8.23.1 in `devDependencies`;
# both depend on pg-protocol and pg-types.
# Expected: a list of what production installs, as `npm ls --omit=dev` gives it: 14 packages, pg-types among them.
# Seen: CycloneDX and SPDX list 6. pg-protocol, pg-types and all that these bring are missing, without a warning and
# with exit code 0, although `npm ci --omit=dev` installs them. Without @types/pg the list is whole.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir tool project
npm install --prefix tool --silent --no-audit --no-fund --ignore-scripts npm@11.19.1
pinned() { node "$folder/tool/node_modules/npm/bin/npm-cli.js" "$@"; }
cd project
cat > package.json <<'JSON'
{
  "name": "example",
  "version": "1.0.0",
  "private": true,
  "dependencies": { "pg": "8.23.1" },
  "devDependencies": { "@types/pg": "8.23.1" }
}
JSON
pinned install --silent --no-audit --no-fund --ignore-scripts
list='const { components = [], packages = [] } = JSON.parse(require("fs").readFileSync(0, "utf8"));
  const names = [...components, ...packages].map((each) => each.name).filter((name) => !["example", "project"].includes(name));
  console.log(names.sort().join(" "));'
installed=$(pinned ls --omit=dev --all --parseable | sed -n 's|.*/node_modules/||p' | sort | paste -sd' ')
cyclonedx=$(pinned sbom --omit=dev --sbom-format cyclonedx | node -e "$list")
spdx=$(pinned sbom --omit=dev --sbom-format spdx | node -e "$list")
printf 'installed: %s\nCycloneDX: %s\nSPDX:      %s\n' "$installed" "$cyclonedx" "$spdx"
seen='pg pg-cloudflare pg-connection-string pg-pool pgpass split2'
[ "$cyclonedx" = "$seen" ] && [ "$spdx" = "$seen" ]
[[ " $installed " == *' pg-types '* && " $installed " == *' pg-protocol '* ]]
rm -rf node_modules
pinned ci --omit=dev --silent --no-audit --no-fund --ignore-scripts
[ -d node_modules/pg-types ] && [ -d node_modules/pg-protocol ]
