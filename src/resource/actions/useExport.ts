import { useCallback } from 'react';
import { call, useT } from '../../kit/index.ts';
import type { GridHandle } from '../grid/ResourceGrid.tsx';
import { SELECT_COLUMN } from '../grid/columns.ts';
import type { GridModel } from '../grid/model.ts';
import { targetOf } from './run.ts';
import type { Jobs } from './useJobs.ts';
import type { Words } from './texts.ts';

/** What is chosen as the export takes it: rows by name, or the filter without those taken out of it. */
export function exportedOf(model: GridModel): Record<string, unknown> {
  const { selection } = model;
  const target = selection.state().mode === 'all' ? targetOf(model) : { ids: selection.ids() ?? [] };
  if ('all' in target) return { ...target.all, except: target.except };
  return 'ids' in target && target.ids.length > 0 ? { ids: target.ids } : model.wire();
}

/** Exports what is chosen, else exactly what the filter shows, in the columns on screen. */
export function useExport(
  model: GridModel,
  words: Words,
  jobs: Jobs,
  handle: { current: GridHandle | null },
): () => Promise<void> {
  const t = useT('grid');
  return useCallback(async () => {
    const columns = handle.current?.api
      .getAllDisplayedColumns()
      .map((column) => column.getColId())
      .filter((id) => id !== SELECT_COLUMN);
    const { jobId } = await call<{ jobId: string }>(`${model.resource.id}/export`, {
      ...exportedOf(model),
      sort: [model.state().sort],
      ...(columns && { columns }),
      format: 'csv',
    });
    jobs.followFile(jobId, t('export.title', { name: words.title() }));
  }, [model, words, jobs, handle, t]);
}
