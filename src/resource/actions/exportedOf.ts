import type { GridModel } from '../grid/model.ts';
import { targetOf } from './run.ts';

/** What is chosen as the export takes it: rows by name, or the filter without those taken out of it. */
export function exportedOf(model: GridModel): Record<string, unknown> {
  const { selection } = model;
  const target = selection.state().mode === 'all' ? targetOf(model) : { ids: selection.ids() ?? [] };
  if ('all' in target) return { ...target.all, except: target.except };
  return 'ids' in target && target.ids.length > 0 ? { ids: target.ids } : model.wire();
}
