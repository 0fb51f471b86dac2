import type { ChangeEvent } from '../../../contract/calls.ts';

/** A block that was read before a change may arrive after its event. */
export interface Overtaken {
  /** A block has been asked for. */
  asked(): void;
  note(event: ChangeEvent): void;
  /** A block is there with these rows: the ones that changed while blocks were on their way. */
  arrived(ids: readonly string[]): string[];
}

/** Changes are kept only while blocks are on their way, since thousands of events a second pass here. */
export function createOvertaken(): Overtaken {
  const changed = new Set<string>();
  let onTheirWay = 0;
  return {
    asked() {
      onTheirWay += 1;
    },
    note(event) {
      if (onTheirWay > 0 && event.change === 'update') changed.add(event.id);
    },
    arrived(ids) {
      const late = ids.filter((id) => changed.has(id));
      onTheirWay = Math.max(0, onTheirWay - 1);
      if (onTheirWay === 0) changed.clear();
      return late;
    },
  };
}
