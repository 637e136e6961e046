#!/usr/bin/env bash
# Vite's build.license leaves out packages that a stylesheet imports, though their files are in the build.
#
# Version: vite 8.3.8. Input: a page that imports clsx 2.1.1, and a stylesheet that has
# @import '@fontsource-variable/geist/index.css' (5.3.0, OFL-1.1, which asks that its license comes along).
# Expected: license.md names both packages, as both are in dist/.
# Seen: the fonts are in dist/assets, and license.md names clsx alone. If JavaScript imports the same stylesheet of the
# package directly, license.md names it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > package.json <<'JSON'
{
  "name": "example",
  "version": "1.0.0",
  "private": true,
  "type": "module",
  "dependencies": { "@fontsource-variable/geist": "5.3.0", "clsx": "2.1.1" },
  "devDependencies": { "vite": "8.3.8" }
}
JSON
npm install --silent --no-audit --no-fund --ignore-scripts
echo '<script type="module" src="/main.js"></script>' > index.html
echo 'export default { build: { license: true } };' > vite.config.js
echo "@import '@fontsource-variable/geist/index.css';" > main.css
named() {
  printf "import '%s';\nimport clsx from 'clsx';\ndocument.body.className = clsx('a');\n" "$1" > main.js
  node_modules/.bin/vite build --logLevel warn
  ls dist/assets | grep -q 'geist-latin-wght-normal.*\.woff2'
  sed -n 's/^## \(.*\) - .*/\1/p' dist/.vite/license.md | paste -sd' '
}
by_css=$(named ./main.css)
by_js=$(named @fontsource-variable/geist/index.css)
printf 'imported by CSS: %s\nimported by JavaScript: %s\n' "$by_css" "$by_js"
[ "$by_css" = 'clsx' ]
[ "$by_js" = '@fontsource-variable/geist clsx' ]
