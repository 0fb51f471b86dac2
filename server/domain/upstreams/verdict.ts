import type { Connection } from './config.ts';

/** What an upstream knows of one order. */
export type State = 'accepted' | 'paid' | 'failed' | 'pending' | 'notFound';

export type Call = 'collect' | 'pay' | 'query' | 'probe';

const STATES: readonly string[] = ['accepted', 'paid', 'failed', 'pending', 'notFound'] satisfies State[];

/** What a word of theirs means: as their configuration says, else one of our own. */
export function stateOf({ states }: Pick<Connection, 'states'>, word: string | undefined): State | undefined {
  if (word === undefined) return undefined;
  if (Object.hasOwn(states, word)) return states[word];
  return STATES.includes(word) ? (word as State) : undefined;
}

/**
 * Refusals that an order which was taken is answered with as well: the first copy of a request that a network repeated
 * (409, 425) or one that is still being carried out (408, 499). Whatever else the answer holds, they prove nothing.
 */
export const AMBIGUOUS: ReadonlySet<number> = new Set([408, 409, 425, 499]);

const isGood = (status: number): boolean => status >= 200 && status < 300;
const isRefusal = (status: number): boolean => status >= 400 && status < 500 && !AMBIGUOUS.has(status);

/** A question moves an order by an answer that names its state and by nothing else: an error is about the question. */
function heard({ notFound }: Connection, status: number, stated: State | undefined): State | 'unknown' {
  if (stated === 'notFound' && (isGood(status) || status === 404))
    return notFound === 'failed' ? 'failed' : 'notFound';
  return isGood(status) && stated ? stated : 'unknown';
}

/**
 * What an answer over HTTP comes to. `failed` lets a hold go or sends the order to another upstream, so it takes their
 * own word for it: in an answer, in a refusal, or as a status that their configuration says is given before anything
 * is done. A gateway's 5xx may hide a payment that went through, whatever its body says.
 */
export function verdict(
  connection: Connection,
  call: Call,
  status: number,
  word: string | undefined,
): State | 'unknown' {
  const stated = stateOf(connection, word);
  if (call === 'query') return heard(connection, status, stated);
  if (isGood(status)) return stated === undefined || stated === 'notFound' ? 'unknown' : stated;
  if (!isRefusal(status)) return 'unknown';
  const refused = stated === undefined ? connection.refusals.includes(status) : stated === 'failed';
  return refused ? 'failed' : 'unknown';
}
