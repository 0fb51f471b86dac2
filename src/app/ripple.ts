import { preferences } from '../kit/preferences.ts';

const LASTS_MS = 750;

/** The ripple of our own buttons; the UI kit brings one for its buttons. */
export function startRipple(target: Document): () => void {
  const drop = (event: PointerEvent) => {
    const button = (event.target as Element | null)?.closest?.<HTMLElement>('.pd-button:not(:disabled)');
    if (!button || !preferences().ripple) return;
    const box = button.getBoundingClientRect();
    const radius = Math.hypot(box.width, box.height);
    const wave = target.createElement('i');
    Object.assign(wave.style, {
      width: `${radius * 2}px`,
      height: `${radius * 2}px`,
      left: `${event.clientX - box.left - radius}px`,
      top: `${event.clientY - box.top - radius}px`,
    });
    wave.ariaHidden = 'true';
    button.classList.add('ripple');
    button.append(wave);
    setTimeout(() => wave.remove(), LASTS_MS);
  };
  target.addEventListener('pointerdown', drop);
  return () => target.removeEventListener('pointerdown', drop);
}
