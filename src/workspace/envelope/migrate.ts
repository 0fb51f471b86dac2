import { SCHEMA } from './envelope.ts';
import { isObject } from './plain.ts';

type Raw = Record<string, unknown>;

/** One step per schema that ever shipped; each takes its own number and returns the next. */
const STEPS: Readonly<Record<number, (raw: Raw) => Raw>> = {
  // 1 kept the arguments of a view inside the tabs' own config.
  1: (raw) => {
    const panels: Raw = { ...(isObject(raw.panels) ? raw.panels : {}) };
    const walk = (node: unknown, depth: number): void => {
      if (!isObject(node) || depth > 16) return;
      if (typeof node.id === 'string' && isObject(node.config) && typeof node.config.view === 'string') {
        const known = panels[node.id];
        panels[node.id] = {
          args: {},
          version: 1,
          state: null,
          ...(isObject(known) ? known : {}),
          ...node.config,
        };
      }
      for (const child of Array.isArray(node.children) ? node.children : []) walk(child, depth + 1);
    };
    const tree = isObject(raw.layout) ? raw.layout : {};
    walk('layout' in tree ? tree.layout : tree, 0);
    return { ...raw, schema: 2, layout: 'layout' in tree ? tree : { layout: tree, subLayouts: {} }, panels };
  },
};

export type Migrated = { kind: 'current'; raw: Raw } | { kind: 'future' } | { kind: 'unknown' };

/** Brings an older envelope to the current schema; one of a newer program is not guessed at. */
export function migrate(raw: Raw): Migrated {
  let current = raw;
  for (let guard = 0; guard <= SCHEMA; guard += 1) {
    const { schema } = current;
    if (schema === SCHEMA) return { kind: 'current', raw: current };
    if (typeof schema === 'number' && schema > SCHEMA) return { kind: 'future' };
    const step = typeof schema === 'number' ? STEPS[schema] : undefined;
    if (!step) return { kind: 'unknown' };
    current = step(current);
  }
  return { kind: 'unknown' };
}
