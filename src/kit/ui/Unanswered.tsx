import { isCallError } from '../data/CallError.ts';
import { State } from './State.tsx';

interface UnansweredProps {
  /** A query without data. */
  query: { error: Error | null; isPending: boolean; refetch: () => unknown };
}

/** In the place of data that has not come: it is on its way, it is not for this person, or it failed. */
export function Unanswered({ query: { error, isPending, refetch } }: UnansweredProps) {
  if (isPending) return <State kind="loading" />;
  const refusal = isCallError(error) ? error : undefined;
  if (refusal?.code === 403) return <State kind="forbidden" />;
  return <State kind="error" text={error?.message} traceId={refusal?.traceId} retry={() => void refetch()} />;
}
