import { call } from './call.ts';

/** Layouts kept on the server per person: workspaces and dashboards. Bodies travel as the text they are stored as. */

export type LayoutKind = 'workspace' | 'dashboard';

export interface LayoutSummary {
  id: string;
  name: string;
  kind: LayoutKind;
  active: boolean;
  version: number;
  updatedAt: string;
  hasWorking: boolean;
}

export interface LayoutDetail {
  id: string;
  name: string;
  kind: LayoutKind;
  /** The last explicit save. */
  baseline: unknown;
  /** What has changed since, or null. */
  working: unknown;
  version: number;
}

export interface LayoutSave {
  /** Absent: a new layout. */
  id?: string;
  name: string;
  kind: LayoutKind;
  baseline?: string | null;
  working?: string | null;
  version: number;
}

const quiet = { customCatch: true } as const;

export const layoutApi = Object.freeze({
  list: async (kind: LayoutKind): Promise<LayoutSummary[]> => {
    const all = await call<LayoutSummary[] | null>('layout/list', undefined, quiet);
    return (all ?? []).filter((layout) => layout.kind === kind);
  },
  detail: (id: string): Promise<LayoutDetail> =>
    call('layout/detail', undefined, { ...quiet, query: { id } }),
  /** Rejects with `staleVersion` when another window saved meanwhile. */
  save: (body: LayoutSave, keepalive = false): Promise<{ id: string; version: number }> =>
    call('layout/save', body, { ...quiet, keepalive }),
  revert: (id: string): Promise<unknown> => call('layout/revert', { id }, quiet),
  rename: (id: string, name: string): Promise<unknown> => call('layout/rename', { id, name }, quiet),
  remove: (id: string): Promise<unknown> => call('layout/delete', { id }, quiet),
  activate: (id: string): Promise<unknown> => call('layout/activate', { id }, quiet),
});
