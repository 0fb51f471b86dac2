import type { GridModel } from './model.ts';

/** Makes a row the only target of its list's commands: what is checked would be acted on instead. */
export function aimAt({ selection }: GridModel, id: string): void {
  selection.clear();
  selection.moveTo(id);
}
