// Runs before anything is painted, so that a dark workspace never flashes white.
(() => {
  let theme = 'system';
  try {
    theme = JSON.parse(localStorage.getItem('paydesk:preferences') || '{}').theme || theme;
  } catch {
    // Unreadable preferences: the system decides.
  }
  const dark =
    theme === 'dark' || (theme === 'system' && !matchMedia('(prefers-color-scheme: light)').matches);
  const root = document.documentElement;
  root.style.colorScheme = dark ? 'dark' : 'light';
  root.style.background = dark ? '#0B0E14' : '#F3F5F8';
})();
