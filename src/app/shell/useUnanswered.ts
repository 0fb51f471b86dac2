import { useEffect } from 'react';
import type { RowsResult } from '../../../contract/calls.ts';
import type { CommandOutcome } from '../../../contract/commandOutcome.ts';
import { resources } from '../../../contract/resources/index.ts';
import { call } from '../../kit/data/call.ts';
import { pause } from '../../kit/data/pause.ts';
import { forgetSent, onLost, type Sent, unanswered } from '../../kit/data/unanswered.ts';
import { translate } from '../../kit/i18n/i18n.ts';
import { formatCount } from '../../kit/ui/format.ts';
import { toast } from '../../kit/ui/toast.ts';
import { jobTitle } from './jobTitle.ts';

/** A command may come to the server after the question about it: what it does not know it is asked again. */
const WAITS_MS = [0, 2_000, 4_000, 8_000, 16_000];
const KNOWN_AFTER = 3;

async function outcomeOf(key: string, signal: AbortSignal): Promise<CommandOutcome> {
  let last: CommandOutcome | undefined;
  for (let turn = 0; !last || turn < WAITS_MS.length; turn += 1) {
    await pause(WAITS_MS[turn] ?? WAITS_MS.at(-1)!, signal);
    const asked = call<CommandOutcome>('command/outcome', { key }, { customCatch: true, signal });
    // Without the server nothing is known yet: the next turn asks again.
    last = (await asked.catch(() => undefined)) ?? last;
    if (last?.state === 'answered' || (last?.state === 'none' && turn + 1 >= KNOWN_AFTER)) return last;
  }
  return last;
}

/** What people call the one row that it was about. */
async function nameOf({ resource }: Sent, [id, ...more]: readonly string[]): Promise<string | undefined> {
  const label = resources.get(resource)?.label;
  if (id === undefined || more.length > 0 || label === undefined) return undefined;
  const found = await call<RowsResult>(`${resource}/rows`, { ids: [id] }, { customCatch: true }).catch(
    () => undefined,
  );
  const name = found?.items[0]?.[label];
  return typeof name === 'string' ? name : undefined;
}

async function tell(sent: Sent, outcome: CommandOutcome): Promise<void> {
  const title = jobTitle(sent);
  // Stays until it is closed: right after a reload nobody looks yet.
  const options = { key: `unanswered:${sent.key}`, duration: 0 };
  if (outcome.state === 'none') {
    const { id, rows = 0 } = sent;
    const many = rows > 0 ? translate('app:unanswered.rows', { count: formatCount(rows) }) : '';
    // Which one: it may have been done by another command since.
    const description = (await nameOf(sent, id === undefined ? [] : [id])) ?? many;
    return toast.warning(translate('app:unanswered.none', { title }), {
      ...options,
      ...(description && { description }),
    });
  }
  if (outcome.state === 'running') return toast.info(translate('app:unanswered.running', { title }), options);
  const { done, refused, waiting = [], jobId } = outcome;
  if (jobId) return toast.info(translate('app:unanswered.running', { title }), options);
  if (done.length === 0 && refused[0])
    return toast.error(translate('app:unanswered.refused', { title, message: refused[0].message }), options);
  const label = await nameOf(sent, done);
  const carriedOut = done.length - waiting.length;
  const counts = [
    ['done', carriedOut],
    ['waiting', waiting.length],
    ['refused', refused.length],
  ] as const;
  const parts = counts
    .filter(([, count]) => count > 0)
    .map(([what, count]) => translate(`grid:results.${what}`, { count: formatCount(count) }));
  // One row has a name, which says more than its number.
  if (label !== undefined) parts.splice(0, 1, label);
  const detailed = { ...options, description: parts.join(' · ') };
  if (carriedOut === 0) return toast.info(translate('app:unanswered.waiting', { title }), detailed);
  toast[refused.length > 0 ? 'warning' : 'success'](translate('app:unanswered.done', { title }), detailed);
}

async function learn(sent: Sent, signal: AbortSignal): Promise<void> {
  const outcome = await outcomeOf(sent.key, signal);
  // Sent again meanwhile by the person, who has seen its answer.
  if (signal.aborted || unanswered().every(({ key }) => key !== sent.key)) return;
  forgetSent(sent.key);
  await tell(sent, outcome);
}

/** Says what became of commands whose answers were lost, to this page or the one before. */
export function useUnanswered(): void {
  useEffect(() => {
    const stop = new AbortController();
    const unlessLeft = (error: unknown): void => {
      if (!stop.signal.aborted) throw error;
    };
    const ask = (sent: Sent) => void learn(sent, stop.signal).catch(unlessLeft);
    for (const sent of unanswered()) ask(sent);
    const deaf = onLost(ask);
    return () => {
      stop.abort();
      deaf();
    };
  }, []);
}
