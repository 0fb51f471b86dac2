import { compiledOf } from '../../../engine/engine.ts';
import { listReadable } from '../../../engine/references.ts';
import { engineOf } from '../../../engine/shared.ts';
import { cachedEntries, type ListedEntry } from '../../../platform/cacheList.ts';
import { type Caller, isSuper } from '../../../platform/http/caller.ts';
import type { AppDeps } from '../../../platform/http/deps.ts';

/** An id in a key: whose figures or rights are kept. */
const ID = /\d{12,19}/g;

/** What the ids in keys are of. */
const NAMED = ['merchant', 'sysUser', 'sysOnlineUser', 'upstream', 'channel'] as const;

const idsIn = (key: string): string[] => key.match(ID) ?? [];

/** The entries whose keys name nothing that the caller does not read: a key says that a merchant or a person is there. */
export async function readableEntries(deps: AppDeps, caller: Caller): Promise<ListedEntry[]> {
  const entries = cachedEntries();
  if (isSuper(caller)) return entries;
  const ids = [...new Set(entries.flatMap(({ key }) => idsIn(key)))];
  const engine = await engineOf(deps);
  const naming = { caller, visible: await engine.scopes.visible(caller) };
  const readable = new Set<string>();
  for (const to of NAMED)
    for (const id of await listReadable(deps.pool, compiledOf(engine, to), { ids }, naming)) readable.add(id);
  return entries.filter(({ key }) => idsIn(key).every((id) => readable.has(id)));
}
