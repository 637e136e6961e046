// What cannot wait for the app's code. One external, blocking script, because the content security policy
// forbids inline ones and each file delays the first paint.

// Fetches what the page needs first while the app's code is loading: the session, the code of the
// screen and, with the session's token, the screen's first reads. vite.config.ts writes the list into
// the page; the app finds the replies in `__prefetched` (src/web/api/prefetched.ts).
(() => {
  // Only a build has the list.
  const { prefetches } = document.currentScript.dataset;
  if (prefetches === undefined) return;
  const { session, screens } = JSON.parse(prefetches);
  const { code, reads } = screens[location.pathname] ?? { code: [], reads: [] };
  const answers = new Map();
  globalThis.__prefetched = answers;
  // Unused replies expire, also because the session may change.
  const clear = () => answers.clear();
  if (globalThis.BroadcastChannel) new BroadcastChannel('chapter-hub').onmessage = clear;
  setTimeout(clear, 30_000);

  const prefetch = (address, authorization) => {
    const headers = authorization ? { authorization } : {};
    const signal = AbortSignal.timeout(30_000);
    const answer = fetch(address, { headers, credentials: 'include', signal });
    // Handled by the app if it uses this reply; otherwise the rejection would be unhandled.
    answer.catch(() => undefined);
    answers.set(address, { answer, authorization });
    return answer;
  };

  const prefetchReads = async () => {
    const { bearer } = await (await prefetch(session)).clone().json();
    // An address with a search needs other reads.
    if (!bearer || location.search) return;
    for (const address of reads) void prefetch(address, `Bearer ${bearer.token}`);
  };
  prefetchReads().catch(() => undefined);

  for (const href of code) {
    const link = document.createElement('link');
    document.head.append(Object.assign(link, { rel: 'modulepreload', crossOrigin: '', href }));
  }
})();

// Sets the chosen theme on <html data-theme> before the first paint, so that it never flashes, and updates
// it when the choice or the system changes. src/web/ui/theme.ts stores the choice ('system', 'light' or
// 'dark') and then dispatches 'hub:theme'.
(() => {
  const dark = matchMedia('(prefers-color-scheme: dark)');

  const apply = () => {
    let choice = 'system';
    try {
      choice = localStorage.getItem('theme') || 'system';
    } catch {
      // Storage may be disabled; then the system's theme applies.
    }
    const isDark = choice === 'dark' || (choice !== 'light' && dark.matches);
    document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
    document
      .querySelector('meta[name="theme-color"]')
      ?.setAttribute('content', isDark ? '#12161f' : '#ffffff');
  };

  apply();
  dark.addEventListener('change', apply);
  addEventListener('storage', apply);
  addEventListener('hub:theme', apply);
})();
