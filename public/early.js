// Fetches what the page begins with while the app's code is still on its way: who is here, the code
// of the screen and, with the token that comes with the session, what the screen reads first. The page
// says what (vite.config.ts); the app finds the replies in `hubEarly` (src/web/api/early-answers.ts).
(() => {
  const { session, screens } = JSON.parse(document.currentScript.dataset.prefetches);
  const { code, reads } = screens[location.pathname] ?? { code: [], reads: [] };
  const answers = new Map();
  globalThis.hubEarly = answers;
  // The session may have changed by then, and what was not used is not kept.
  const forget = () => answers.clear();
  if (globalThis.BroadcastChannel) new BroadcastChannel('chapter-hub').onmessage = forget;
  setTimeout(forget, 30_000);

  const ask = (address, authorization) => {
    const headers = authorization ? { authorization } : {};
    const signal = AbortSignal.timeout(30_000);
    const answer = fetch(address, { headers, credentials: 'include', signal });
    // The app hears of a failure if it takes the answer; it may not take it.
    answer.catch(() => undefined);
    answers.set(address, { answer, authorization });
    return answer;
  };

  const askFor = async () => {
    const { bearer } = await (await ask(session)).clone().json();
    // With a search in its address the screen begins with other reads.
    if (!bearer || location.search) return;
    for (const address of reads) void ask(address, `Bearer ${bearer.token}`);
  };
  askFor().catch(() => undefined);

  for (const href of code) {
    const link = document.createElement('link');
    document.head.append(Object.assign(link, { rel: 'modulepreload', crossOrigin: '', href }));
  }
})();
