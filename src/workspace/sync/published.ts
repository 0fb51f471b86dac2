import { atom, getDefaultStore } from 'jotai';
import { type PublishedLayout, layoutApi } from '../../kit/index.ts';

/** Layouts that were published for the person, or by the person. */

export const publishedAtom = atom<readonly PublishedLayout[]>([]);

export async function refreshPublished(): Promise<readonly PublishedLayout[]> {
  const list = await layoutApi.published('workspace');
  getDefaultStore().set(publishedAtom, list);
  return list;
}

/** The one that somebody starts with who has no layout: of a role before that of an organisation. */
export const publishedDefault = (): PublishedLayout | undefined =>
  getDefaultStore()
    .get(publishedAtom)
    .find(({ forMe, isDefault }) => forMe && isDefault);
