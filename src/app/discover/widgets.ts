import type { Widget } from '../../kit/widget.ts';

/** The manifests of all widgets, found by their folders. */
export const widgets: readonly Widget[] = Object.values(
  import.meta.glob<Widget>('../../../widgets/*/index.ts', { eager: true, import: 'default' }),
);
