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
  /** The published layout it started from, and the version of it that was taken in last. */
  baseId: string | null;
  baseVersion: number | null;
}

/** An explicit save. */
export interface LayoutVersion {
  number: number;
  createdAt: string;
  body: string;
}

/** A layout that one person made for those who hold a role, or for the staff of an organisation. */
export interface PublishedLayout {
  id: string;
  name: string;
  kind: LayoutKind;
  version: number;
  isDefault: boolean;
  publisher: string;
  updatedAt: string;
  roleId: string | null;
  orgId: string | null;
  /** The name of the role or organisation. */
  audience: string;
  /** It is for the caller. */
  forMe: boolean;
  /** The caller may publish its next version, or withdraw it. */
  mine: boolean;
}

export interface PublishedBody {
  id: string;
  name: string;
  kind: LayoutKind;
  version: number;
  body: string;
}

export interface Publication {
  id?: string;
  name: string;
  kind: LayoutKind;
  body: string;
  roleId?: string;
  orgId?: string;
  isDefault: boolean;
  version: number;
}

export interface LayoutDetail {
  id: string;
  name: string;
  kind: LayoutKind;
  /** The last explicit save. */
  baseline: unknown;
  /** What has changed since, or null. */
  working: unknown;
  baseId?: string | null;
  baseVersion?: number | null;
  version: number;
}

/** A published layout, and the version of it that was taken in. */
export interface LayoutBase {
  id: string;
  version: number;
}

export interface LayoutSave {
  /** Absent: a new layout. */
  id?: string;
  name: string;
  kind: LayoutKind;
  baseline?: string | null;
  working?: string | null;
  base?: LayoutBase;
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
  /** The newest first. */
  versions: (id: string): Promise<LayoutVersion[]> =>
    call('layout/versions', undefined, { ...quiet, query: { id } }),
  published: async (kind: LayoutKind): Promise<PublishedLayout[]> => {
    const all = await call<PublishedLayout[] | null>('layout/published', undefined, quiet);
    return (all ?? []).filter((layout) => layout.kind === kind);
  },
  /** The newest version where none is named. */
  publishedBody: (id: string, version?: number): Promise<PublishedBody> =>
    call('layout/publishedDetail', undefined, {
      ...quiet,
      query: { id, ...(version !== undefined && { version }) },
    }),
  /** Rejects with `staleVersion` when somebody published meanwhile. */
  publish: (body: Publication): Promise<{ id: string; version: number }> =>
    call('layout/publish', body, quiet),
  withdraw: (id: string): Promise<unknown> => call('layout/withdraw', { id }, quiet),
  activate: (id: string): Promise<unknown> => call('layout/activate', { id }, quiet),
});
