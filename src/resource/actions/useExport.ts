import { useCallback } from 'react';
import { call, useT } from '../../kit/index.ts';
import type { GridHandle } from '../grid/ResourceGrid.tsx';
import { SELECT_COLUMN } from '../grid/columns.ts';
import type { GridModel } from '../grid/model.ts';
import type { Jobs } from './useJobs.ts';
import type { Words } from './texts.ts';

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
    const ids = model.selection.ids();
    const chosen = ids && ids.length > 0 ? { ids } : model.wire();
    const { jobId } = await call<{ jobId: string }>(`${model.resource.id}/export`, {
      ...chosen,
      sort: [model.state().sort],
      ...(columns && { columns }),
      format: 'csv',
    });
    jobs.followFile(jobId, t('export.title', { name: words.title() }));
  }, [model, words, jobs, handle, t]);
}
