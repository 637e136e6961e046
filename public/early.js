// Fetches ahead and sets the theme, as decision 3 says; what is written here is sent to everyone.
(() => {
  const { prefetches } = document.currentScript.dataset;
  if (prefetches === undefined) return;
  const { session, screens } = JSON.parse(prefetches);
  const { code, reads } = screens[location.pathname] ?? { code: [], reads: [] };
  const answers = new Map();
  globalThis.__prefetched = answers;
  const clear = () => answers.clear();
  if (globalThis.BroadcastChannel) new BroadcastChannel('chapter-hub').onmessage = clear;
  setTimeout(clear, 30_000);

  const prefetch = (address, authorization) => {
    const headers = authorization ? { authorization } : {};
    const signal = AbortSignal.timeout(30_000);
    const answer = fetch(address, { headers, credentials: 'include', signal });
    answer.catch(() => undefined);
    answers.set(address, { answer, authorization });
    return answer;
  };

  const prefetchReads = async () => {
    const { bearer } = await (await prefetch(session)).clone().json();
    if (!bearer || location.search) return;
    for (const address of reads) void prefetch(address, `Bearer ${bearer.token}`);
  };
  prefetchReads().catch(() => undefined);

  for (const href of code) {
    const link = document.createElement('link');
    document.head.append(Object.assign(link, { rel: 'modulepreload', crossOrigin: '', href }));
  }
})();
(() => {
  const dark = matchMedia('(prefers-color-scheme: dark)');

  const apply = () => {
    let choice = 'system';
    try {
      choice = localStorage.getItem('theme') || 'system';
    } catch {
      // Storage is disabled.
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
