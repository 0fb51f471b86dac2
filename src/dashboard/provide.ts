import type { Widget } from '../kit/index.ts';

/** What the application brings to the dashboards. Apart from them, so that it can be handed over before they load. */
export interface DashboardParts {
  widgets: () => Promise<readonly Widget[]>;
  /** The dashboard that ships for the caller's role. */
  shipped: () => Promise<unknown>;
}

let parts: DashboardParts = { widgets: async () => [], shipped: async () => undefined };

export const dashboardParts = (): DashboardParts => parts;

/** Returns its undo. */
export function provideDashboards(next: DashboardParts): () => void {
  const before = parts;
  parts = next;
  return () => {
    parts = before;
  };
}
