// Asks for what the page begins with while the app's code is still on its way: who is here and, with
// the token that comes with the answer, what its screen shows first. The page says where
// (vite.config.ts); the app finds the answers in `hubEarly` (src/web/early-answers.ts).
(() => {
  const { session, reads } = document.currentScript.dataset;
  const answers = new Map();
  globalThis.hubEarly = answers;
  // Who is here may be somebody else by now, and what nobody took is not kept.
  const forget = () => answers.clear();
  if (globalThis.BroadcastChannel) new BroadcastChannel('chapter-hub').onmessage = forget;
  setTimeout(forget, 30_000);

  const ask = (address, authorization) => {
    const headers = authorization ? { authorization } : {};
    const signal = AbortSignal.timeout(30_000);
    const answer = fetch(address, { headers, credentials: 'include', signal });
    // Whoever wants the answer hears of its failure; nobody may want it.
    answer.catch(() => undefined);
    answers.set(address, { answer, authorization });
    return answer;
  };

  const askFor = async () => {
    const { bearer } = await (await ask(session)).clone().json();
    // With other words in its address the screen begins with something else.
    if (!bearer || !reads || location.search) return;
    for (const address of reads.split(' ')) void ask(address, `Bearer ${bearer.token}`);
  };
  askFor().catch(() => undefined);
})();
