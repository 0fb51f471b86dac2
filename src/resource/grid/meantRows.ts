import type { Row } from '../../../contract/calls.ts';
import { MOST } from './due.ts';
import type { GridModel } from './model.ts';

/**
 * The rows a copy is about, in the order of the list as far as that is known: those chosen, else the focused one. What is
 * not loaded is read. @throws CallError where it could not be
 */
export async function meantRows(model: GridModel): Promise<Row[]> {
  const ids = model.targets.ids() ?? [];
  const rows = new Map<string, Row>();
  const missing: string[] = [];
  for (const id of ids) {
    const row = model.focused.rowOf(id);
    if (row) rows.set(id, row);
    else missing.push(id);
  }
  for (let at = 0; at < missing.length; at += MOST)
    for (const row of await model.refetch(missing.slice(at, at + MOST))) rows.set(row.id, row);
  const placeOf = ({ id }: Row): number => model.blocks.indexOf(id) ?? Number.POSITIVE_INFINITY;
  return ids
    .flatMap((id) => rows.get(id) ?? [])
    .sort((a, b) => (placeOf(a) === placeOf(b) ? 0 : placeOf(a) - placeOf(b)));
}
