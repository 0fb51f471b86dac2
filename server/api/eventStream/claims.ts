import type { Pool } from 'pg';
import type { Compiled } from '../../engine/compile.ts';
import { claimantSql } from '../../engine/scope.ts';
import type { StoredEvent } from '../../platform/events/dispatcher.ts';

/** `resource/id` of an event → people who hear it for a claim of theirs, wherever its merchant belongs. */
export type Claims = ReadonlyMap<string, ReadonlySet<string>>;

export const NO_CLAIMS: Claims = new Map();
export const claimKey = ({ resource, id }: Pick<StoredEvent, 'resource' | 'id'>): string =>
  `${resource}/${id}`;

// The change that ended a claim is the last one its holder hears: the log of it is of the event's own transaction.
const ENDED = `select e.row_id::text as id, l.before ->> 'claimedBy' as person
  from event e join order_log l on l.order_id = e.row_id and l.created_at = e.at
  where e.seq = any($1::bigint[]) and l.event in ('claim', 'unclaim') and l.before ->> 'claimedBy' = any($2::text[])`;

interface Held {
  id: string;
  person: string;
}

function byResource(events: readonly StoredEvent[]): Map<string, StoredEvent[]> {
  const found = new Map<string, StoredEvent[]>();
  for (const event of events) found.set(event.resource, [...(found.get(event.resource) ?? []), event]);
  return found;
}

async function heldOf(
  pool: Pool,
  compiled: Compiled,
  events: readonly StoredEvent[],
  people: readonly string[],
): Promise<Held[]> {
  const claimant = claimantSql(compiled);
  if (!claimant) return [];
  const now = await pool.query<Held>({
    name: `claims-${compiled.table}`,
    text: `select t.id::text, ${claimant}::text as person from ${compiled.table} t
      where t.id = any($1::bigint[]) and ${claimant} = any($2::bigint[])`,
    values: [events.map(({ id }) => id), people],
  });
  if (compiled.resource.id !== 'collectOrder') return now.rows;
  const seqs = events.map(({ seq }) => seq);
  const ended = await pool.query<Held>({ name: 'claims-ended', text: ENDED, values: [seqs, people] });
  return [...now.rows, ...ended.rows];
}

/** Data scope "self" opens what one has claimed to pages, so the stream reports it too. */
export async function claimsOf(
  pool: Pool,
  compiled: ReadonlyMap<string, Compiled>,
  events: readonly StoredEvent[],
  people: readonly string[],
): Promise<Claims> {
  if (people.length === 0) return NO_CLAIMS;
  const claims = new Map<string, Set<string>>();
  for (const [resource, own] of byResource(events)) {
    const known = compiled.get(resource);
    for (const { id, person } of known ? await heldOf(pool, known, own, people) : []) {
      const key = claimKey({ resource, id });
      claims.set(key, (claims.get(key) ?? new Set()).add(person));
    }
  }
  return claims;
}
