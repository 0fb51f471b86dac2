import { BULK_ROWS } from '../../contract/bulkLimits.ts';

/** Sizes and times of the engine; tests lower them to reach what millions of rows reach. */
export interface EngineOptions {
  /** Up to so many matches are counted exactly, sorted for a page, and acted on by one command. */
  snapshotRows: number;
  /** Above so many matches a list scrolls by anchors where they serve it. */
  anchorFrom: number;
  /** Up to so many matches a list without anchors scrolls by a snapshot of ids; more are refused. */
  wideSnapshotRows: number;
  /** Memory of all snapshots together. */
  snapshotBytes: number;
  snapshotIdleMs: number;
  /** Opening a snapshot may take so long before it is refused. */
  openTimeoutMs: number;
  anchorEvery: number;
  anchorFreshMs: number;
  /** An exact total may take so long before it is sent late. */
  totalTimeoutMs: number;
  totalFreshMs: number;
  /** Postings that one question about a tie-out walks along. */
  reconcileRows: number;
  /** So long its answer is good, however many ask. */
  reconcileFreshMs: number;
  /** A command on more rows becomes a job. */
  bulkFrom: number;
  /** A command on more rows is confirmed by their typed count and held. */
  holdFrom: number;
  /** So long a held command can be undone before it starts. */
  holdMs: number;
  exportBatch: number;
  exportMost: number;
  /** The server's address to the world, before paths that are kept without one. */
  publicUrl?: string | undefined;
}

export const DEFAULTS: EngineOptions = {
  snapshotRows: 200_000,
  anchorFrom: 50_000,
  wideSnapshotRows: 1_000_000,
  snapshotBytes: 64 << 20,
  snapshotIdleMs: 10 * 60_000,
  openTimeoutMs: 5_000,
  anchorEvery: 10_000,
  anchorFreshMs: 60_000,
  totalTimeoutMs: 1_000,
  totalFreshMs: 1_000,
  reconcileRows: 50_000,
  reconcileFreshMs: 2_000,
  bulkFrom: 500,
  holdFrom: BULK_ROWS,
  holdMs: 10_000,
  exportBatch: 2_000,
  exportMost: 1_000_000,
};
