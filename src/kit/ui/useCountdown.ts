import { useEffect, useState } from 'react';

const TICK_MS = 200;

/** A moment that lies `startsInMs` after the answer that says so. */
interface Coming {
  startsInMs?: number | null;
}

const secondsOf = (ms: number | null | undefined): number => Math.max(0, Math.ceil((ms ?? 0) / 1_000));

/** Whole seconds until then, counted from when this answer was first drawn: no clock of the server's is asked. */
export function useCountdown(answer: Coming): number {
  const [rest, setRest] = useState({ of: answer, seconds: secondsOf(answer.startsInMs) });
  useEffect(() => {
    const { startsInMs } = answer;
    if (typeof startsInMs !== 'number') return;
    const until = performance.now() + startsInMs;
    const tick = () => {
      const seconds = secondsOf(until - performance.now());
      // The same second is drawn once.
      setRest((now) => (now.of === answer && now.seconds === seconds ? now : { of: answer, seconds }));
    };
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, [answer]);
  return rest.of === answer ? rest.seconds : secondsOf(answer.startsInMs);
}
