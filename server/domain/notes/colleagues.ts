import { type Colleague, mentionsIn, NOTE_MENTIONS_MOST } from '../../../contract/orderNote.ts';
import { colleaguesOf } from '../../engine/colleagues.ts';
import type { Engine } from '../../engine/engine.ts';
import { personCaller } from '../../engine/personCaller.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { TtlCache } from '../../platform/ttlCache.ts';
import { type Sight, sightOf, type Subject } from './subject.ts';

/** A completion asks at every note: what a person may do is read again after this time. */
const FRESH_MS = 30_000;

const people = new WeakMap<Engine, TtlCache<Caller | undefined>>();

function cacheOf(engine: Engine): TtlCache<Caller | undefined> {
  const known =
    people.get(engine) ??
    new TtlCache<Caller | undefined>({ ttlMs: FRESH_MS, most: 2_000, name: 'colleague' });
  people.set(engine, known);
  return known;
}

/** A colleague who sees the order. */
export interface Witness extends Colleague {
  sight: Sight;
}

type Load = (id: string) => Promise<Caller | undefined>;

async function amongStaff(
  { deps, engine, caller }: Asked,
  subject: Subject,
  load: Load,
  accounts: readonly string[] | null,
): Promise<Witness[]> {
  const seen: Witness[] = [];
  for (const colleague of await colleaguesOf(deps.pool, caller, { accounts })) {
    const person = await load(colleague.id);
    const sight = person && (await sightOf(engine, person, subject));
    if (sight) seen.push({ ...colleague, sight });
  }
  return seen;
}

interface Asked {
  deps: AppDeps;
  engine: Engine;
  caller: Caller;
}

/** The caller's colleagues who may see the order, by account. */
export const colleaguesFor = (asked: Asked, subject: Subject): Promise<Colleague[]> =>
  amongStaff(asked, subject, (id) => cacheOf(asked.engine).get(id, () => personCaller(asked.deps, id)), null);

/** Those whom a text mentions, of the colleagues who may see the order as of now; an account of nobody is a text. */
export async function mentionedIn(asked: Asked, subject: Subject, body: string): Promise<Witness[]> {
  const accounts = [...new Set(mentionsIn(body).map(({ account }) => account))].slice(0, NOTE_MENTIONS_MOST);
  if (accounts.length === 0) return [];
  return amongStaff(asked, subject, (id) => personCaller(asked.deps, id), accounts);
}
