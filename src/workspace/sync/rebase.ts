import { atom, getDefaultStore } from 'jotai';
import { type LayoutDetail, type PublishedLayout, layoutApi, toast, translate } from '../../kit/index.ts';
import type { Rebase } from '../../kit/sharing/Review.tsx';
import { fingerprint } from '../envelope/compare.ts';
import type { Envelope } from '../envelope/envelope.ts';
import { merge } from '../envelope/merge.ts';
import { readEnvelope } from '../envelope/read.ts';
import { blankEnvelope } from './defaults.ts';
import { envelopeNow, patch } from './exchange.ts';
import { publishedAtom } from './published.ts';
import { noteChange, replace, saveBaseline } from './saver.ts';
import { comparable } from './stored.ts';

/** A published layout moved on under a person's own changes of it; there is no merged one where both moved panels. */

const store = getDefaultStore();
/** What a person has to decide on; the banner shows it. */
export const rebaseAtom = atom<Rebase<Envelope> | null>(null);

async function versionOf(id: string, version: number): Promise<Envelope> {
  const { body, name } = await layoutApi.publishedBody(id, version);
  return comparable(readEnvelope(body, blankEnvelope(name)).envelope);
}

/** Whoever changed nothing gets the new version at once. */
async function takeSilently(published: PublishedLayout, theirs: Envelope): Promise<void> {
  patch({ base: published });
  replace({ ...theirs, name: envelopeNow().name });
  await saveBaseline();
  const values = { name: published.name, publisher: published.publisher };
  toast.info(translate('workspace:rebase.updated', values), { key: 'layout' });
}

/** Compares a layout that has come on screen with the published one it started from. */
export async function lookForBase({ id, baseId, baseVersion }: LayoutDetail): Promise<void> {
  store.set(rebaseAtom, null);
  const published = store.get(publishedAtom).find((each) => each.id === baseId && each.forMe);
  if (!published || baseVersion == null || published.version <= baseVersion) return;
  const [base, theirs] = await Promise.all([
    versionOf(published.id, baseVersion),
    versionOf(published.id, published.version),
  ]);
  const mine = comparable(envelopeNow());
  // Another layout came on screen meanwhile.
  if (mine.id !== id) return;
  if (fingerprint(mine) === fingerprint(base)) return takeSilently(published, theirs);
  store.set(rebaseAtom, { published, mine, theirs, merged: merge(base, mine, theirs)?.envelope });
}

/** Takes this in the place of what is on screen, as an edit that undo takes back; the question is answered. */
export function takeIn({ published }: Rebase<Envelope>, envelope: Envelope): void {
  patch({ base: published });
  replace({ ...envelope, name: envelopeNow().name });
  store.set(rebaseAtom, null);
}

/** The person's own stays as it is; the same version is not asked about again. */
export function keepOwn({ published }: Rebase<Envelope>): void {
  patch({ base: published });
  noteChange();
  store.set(rebaseAtom, null);
}
