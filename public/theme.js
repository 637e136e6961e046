// Puts the chosen theme on <html data-theme> before the first paint, and keeps it right when the
// choice or the system changes. An external, blocking script, because the content security policy
// forbids inline ones. The choice ('system', 'light' or 'dark') is stored by src/web/ui/theme.ts,
// which then sends 'hub:theme'.
(() => {
  const dark = matchMedia('(prefers-color-scheme: dark)');

  const apply = () => {
    let choice = 'system';
    try {
      choice = localStorage.getItem('theme') || 'system';
    } catch {
      // Storage may be switched off; then the system decides.
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
