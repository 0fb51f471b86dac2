/** Runs in the payer's browser: counts down and looks every two seconds whether anything has changed. */
export const SCRIPT = `(() => {
  const main = document.querySelector('main');
  const clock = document.querySelector('[data-left]');
  const ends = clock && Date.now() + Number(clock.dataset.left) * 1000;
  const tick = () => {
    if (!ends) return;
    const left = Math.max(0, Math.round((ends - Date.now()) / 1000));
    clock.textContent = String(Math.floor(left / 60)).padStart(2, '0') + ':' + String(left % 60).padStart(2, '0');
  };
  const look = async () => {
    try {
      const answer = await fetch(main.dataset.state, { cache: 'no-store' });
      if (answer.ok && (await answer.text()) !== main.dataset.seen) location.reload();
    } catch {
      // Offline: the next look shows.
    }
  };
  tick();
  setInterval(tick, 500);
  if (main.dataset.state) setInterval(look, 2000);
  for (const form of document.forms) form.addEventListener('submit', () => {
    const button = form.querySelector('button');
    setTimeout(() => { button.disabled = true; });
  });
})();
`;
