// Sets the chosen theme on <html data-theme> before the first paint and updates it when the choice or
// the system changes. An external, blocking script, because the content security policy forbids inline
// ones. src/web/ui/theme.ts stores the choice ('system', 'light' or 'dark') and then dispatches
// 'hub:theme'.
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
