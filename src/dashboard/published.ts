import { atom, getDefaultStore } from 'jotai';
import { type LayoutBase, type PublishedLayout, layoutApi } from '../kit/index.ts';
import type { Rebase } from '../kit/sharing/Review.tsx';
import { type DashboardDocument, emptyDocument, readDocument } from './document.ts';
import { isSameDocument, mergeDocuments } from './merge.ts';
import { dashboardParts } from './provide.ts';

/** Dashboards that were published for the person, or by the person. */

export const publishedAtom = atom<readonly PublishedLayout[]>([]);

export async function refreshPublished(): Promise<readonly PublishedLayout[]> {
  const list = await layoutApi.published('dashboard');
  getDefaultStore().set(publishedAtom, list);
  return list;
}

/** A dashboard to begin with, and the published one that it is; none of one that ships. */
export interface Beginning {
  document: DashboardDocument;
  base?: LayoutBase;
}

const shipped = async (): Promise<Beginning> => ({
  document: readDocument(await dashboardParts().shipped()) ?? emptyDocument(),
});

async function published({ id }: Pick<PublishedLayout, 'id'>): Promise<Beginning | undefined> {
  const { body, version } = await layoutApi.publishedBody(id);
  const document = readDocument(body);
  return document && { document, base: { id, version } };
}

/**
 * What a dashboard is by default: the published one that it came from, for the first one what was published as a
 * default, else what ships for the caller's role.
 */
export async function beginningOf(base: LayoutBase | undefined, isHome: boolean): Promise<Beginning> {
  try {
    const offered = (await refreshPublished()).filter(({ forMe }) => forMe);
    const found =
      offered.find(({ id }) => id === base?.id) ?? offered.find(({ isDefault }) => isHome && isDefault);
    return (found && (await published(found))) ?? (await shipped());
  } catch {
    return shipped();
  }
}

const versionOf = async (id: string, version: number): Promise<DashboardDocument | undefined> =>
  readDocument((await layoutApi.publishedBody(id, version)).body);

/** What has moved under the person's own: nothing, the whole of it, or something to be reviewed. */
export async function rebaseOf(
  mine: DashboardDocument,
  base: LayoutBase,
): Promise<{ rebase: Rebase<DashboardDocument>; isUntouched: boolean } | undefined> {
  const found = (await refreshPublished()).find(({ id, forMe }) => id === base.id && forMe);
  if (!found || found.version <= base.version) return undefined;
  const [was, theirs] = await Promise.all([
    versionOf(found.id, base.version),
    versionOf(found.id, found.version),
  ]);
  if (!was || !theirs) return undefined;
  const rebase = { published: found, mine, theirs, merged: mergeDocuments(was, mine, theirs) };
  return { rebase, isUntouched: isSameDocument(mine, was) };
}
