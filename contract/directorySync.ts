/** What a synchronisation with a directory of people would do, or has been refused for. */

export type SyncKind = 'user' | 'dept';

/** What one field becomes. */
export interface SyncChange {
  field: string;
  before: string | null;
  after: string | null;
}

export interface SyncLine {
  /** The account, or the code of the department. */
  key: string;
  name: string;
  /** Why it is left out or disabled, in the caller's language. */
  reason?: string;
  changes?: SyncChange[];
}

export const SYNC_LISTS = ['added', 'changed', 'disabled', 'left'] as const;
export type SyncList = (typeof SYNC_LISTS)[number];

export interface SyncPreview {
  /** The first lines of each; `counts` has how many there are. */
  lists: Record<SyncList, SyncLine[]>;
  counts: Record<SyncList | 'same', number>;
  /** Names what was looked at: a run that would come to anything else is refused. */
  digest: string;
  /** How many would be disabled, where that is so many that a person types it; else null. */
  typed: number | null;
}

export interface DirectoryTest {
  people: number;
  departments: number;
  /** How it was asked. */
  security: 'tls' | 'startTls' | 'none';
  ms: number;
}
