import { call } from '../../kit/index.ts';

/** Views of lists that people keep on the server. */

export interface SavedView {
  id: string;
  name: string;
  body: string;
  version: number;
  owner: string;
  mine: boolean;
  roleId: string | null;
  orgId: string | null;
  /** The role or organisation it is for besides its owner. */
  audience: string | null;
}

export interface ViewSave {
  id?: string;
  resource: string;
  name: string;
  body: string;
  roleId?: string | null;
  orgId?: string | null;
  version: number;
}

const quiet = { customCatch: true } as const;

export const savedViewApi = Object.freeze({
  list: async (resource: string): Promise<SavedView[]> =>
    (await call<SavedView[] | null>('savedView/list', undefined, { ...quiet, query: { resource } })) ?? [],
  save: (body: ViewSave): Promise<{ id: string; version: number }> => call('savedView/save', body, quiet),
  remove: (id: string): Promise<unknown> => call('savedView/delete', { id }, quiet),
});
