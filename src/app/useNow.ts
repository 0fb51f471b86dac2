import { useEffect, useState } from 'react';
import { serverNow } from '../kit/data/token.ts';

/** The server's time, redrawn on each full second (or minute). */
export function useNow(everyMs: 1_000 | 60_000 = 1_000): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      const at = serverNow();
      setNow(at);
      timer = setTimeout(tick, everyMs - (at % everyMs) + 5);
    };
    tick();
    return () => clearTimeout(timer);
  }, [everyMs]);
  return now;
}
