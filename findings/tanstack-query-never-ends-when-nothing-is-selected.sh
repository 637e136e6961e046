#!/usr/bin/env bash
# TanStack Query renders without an end when a selection finds nothing and the previous data is kept.
#
# Version: @tanstack/react-query 5.108.0 with React 19.3.1 (in happy-dom 21.0.4). Input: a list in two pages, of which
# select: (rows) => rows.find(({ isLate }) => isLate) shows the first late row; placeholderData: keepPreviousData. None
# is late. Someone turns the page.
# Expected: `nobody is late` on both pages, as without keepPreviousData, or as with `?? null` behind the same find.
# Seen: on the second page the component is rendered again and again until React gives up ("Maximum update depth
# exceeded") and takes the whole page down. Types allow it, and only queryFn is documented not to return undefined.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact \
  @tanstack/react-query@5.108.0 react@19.3.1 react-dom@19.3.1 happy-dom@21.0.4
cat > run.js <<'JS'
import { Window } from 'happy-dom';
const window = new Window();
Object.assign(globalThis, { window, document: window.document });
globalThis.navigator ??= window.navigator;
const { createElement, useState } = await import('react');
const { createRoot } = await import('react-dom/client');
const { QueryClient, QueryClientProvider, keepPreviousData, useQuery } = await import('@tanstack/react-query');

const pages = { 1: [{ name: 'Dues', isLate: false }], 2: [{ name: 'Gala', isLate: false }] };
const wait = () => new Promise((resolve) => setTimeout(resolve, 300));

async function turnPage(select, placeholderData) {
  let turn;
  let error = 'no error';
  function FirstLate() {
    const [page, setPage] = useState(1);
    turn = setPage;
    const queryFn = async () => pages[page];
    const { data } = useQuery({ queryKey: ['page', page], queryFn, select, placeholderData });
    return createElement('p', null, data ? data.name : 'nobody is late');
  }
  const place = window.document.body.appendChild(window.document.createElement('div'));
  const root = createRoot(place, { onUncaughtError: ({ message }) => (error = message.split('.')[0]) });
  root.render(createElement(QueryClientProvider, { client: new QueryClient() }, createElement(FirstLate)));
  await wait();
  turn(2);
  await wait();
  return `${place.textContent || 'an empty page'}, ${error}`;
}

const find = (rows) => rows.find(({ isLate }) => isLate);
console.log('previous data kept:', await turnPage(find, keepPreviousData));
console.log('not kept:', await turnPage(find));
console.log('kept, or null:', await turnPage((rows) => find(rows) ?? null, keepPreviousData));
process.exit(0);
JS
seen=$(node run.js)
echo "$seen"
[ "$seen" = 'previous data kept: an empty page, Maximum update depth exceeded
not kept: nobody is late, no error
kept, or null: nobody is late, no error' ]
