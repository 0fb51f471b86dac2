import './clock.css';
import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import {
  type WidgetProps,
  ZONES,
  currentLocale,
  dayIn,
  offsetOf,
  preferencesAtom,
  sameZone,
  serverNow,
  timeIn,
  useT,
  useVisible,
  useWidgetNote,
} from '../../src/kit/index.ts';
import type { settings as manifest } from './index.ts';
import { untilNext } from './tick.ts';

/** The server's time, redrawn on each full second or minute, and not at all while nobody can see it. */
function useNow(everyMs: number): number {
  const visible = useVisible();
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    if (!visible) return;
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      setNow(serverNow());
      timer = setTimeout(tick, untilNext(serverNow(), everyMs));
    };
    tick();
    return () => clearTimeout(timer);
  }, [visible, everyMs]);
  return now;
}

export default function Clock({ settings, height }: WidgetProps<typeof manifest>) {
  const t = useT('app');
  const { timeZone } = useAtomValue(preferencesAtom);
  const now = useNow(settings.seconds ? 1_000 : 60_000);
  useWidgetNote(timeZone);
  const time = timeIn(now, timeZone);
  const others = settings.world && height > 90 ? ZONES.filter(({ zone }) => !sameZone(zone, timeZone)) : [];
  return (
    <div className="clock">
      <time className="clock-time pd-number">{settings.seconds ? time : time.slice(0, 5)}</time>
      <span className="pd-muted">
        {dayIn(now, timeZone, currentLocale())} · {offsetOf(timeZone)}
      </span>
      {others.length > 0 && (
        // Where there is room for some of the zones only, the keyboard scrolls to the others.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <dl tabIndex={0}>
          {others.map(({ country, zone }) => (
            <div key={zone}>
              <dt className="pd-muted">{t(`zone.${country}`)}</dt>
              <dd className="pd-number">{timeIn(now, zone).slice(0, 5)}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
