import type { Envelope } from './envelope.ts';

/** Noise: it is stored, but choosing a tab or scrolling a grid is not an edit of the layout. */
const NOISE = new Set([
  'selected',
  'active',
  'state',
  'title',
  'nth',
  'shown',
  'contexts',
  'held',
  'id',
  'baseVersion',
]);

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => canonical(item));
  if (value === null || typeof value !== 'object')
    return typeof value === 'number' ? Math.round(value * 10) / 10 : value;
  const node = value as Record<string, unknown>;
  // The library renames rows and tabsets whenever it rebuilds them; only tabs have an identity.
  const isTab = node.type === 'tab';
  return Object.fromEntries(
    Object.keys(node)
      .filter((key) => node[key] !== undefined && (!NOISE.has(key) || (isTab && key === 'id')))
      .sort()
      .map((key) => [key, canonical(node[key])]),
  );
}

/** A text that is equal for two layouts a person would call the same. */
export function fingerprint({ layout, links, panels, locked }: Envelope): string {
  // Their order is that of opening, which is no matter of the layout.
  const floating = Object.values(layout.subLayouts)
    .map((sub) => JSON.stringify(canonical(sub)))
    .sort();
  return JSON.stringify(canonical({ layout: layout.layout, floating, links: links.panels, panels, locked }));
}
