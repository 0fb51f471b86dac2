import { type ComponentType, lazy } from 'react';
import type { Field, Fields } from '../../contract/field.ts';
import type { Settings, Widget, WidgetProps } from '../kit/index.ts';

/** Every widget there is, found by its folder. */

const found = import.meta.glob<Widget>('../../widgets/*/index.ts', { eager: true, import: 'default' });

export const widgets: ReadonlyMap<string, Widget> = (() => {
  const map = new Map<string, Widget>();
  for (const widget of Object.values(found)) {
    if (map.has(widget.id)) throw new Error(`two widgets are called ${widget.id}`);
    map.set(widget.id, widget);
  }
  return map;
})();

export type WidgetComponent = ComponentType<WidgetProps>;
const components = new Map<string, WidgetComponent>();

export function widgetComponent(widget: Widget): WidgetComponent {
  const known = components.get(widget.id) ?? (lazy(widget.load) as WidgetComponent);
  components.set(widget.id, known);
  return known;
}

/** After a failed load the next attempt must fetch again. */
export const forgetWidget = (id: string): void => void components.delete(id);

/** A text whose pattern is a list of words is a choice among them. */
export function choicesOf(field: Field): string[] | undefined {
  if (field.kind !== 'text' || !field.pattern || !/^[\w-]+(?:\|[\w-]+)+$/.test(field.pattern))
    return undefined;
  return field.pattern.split('|');
}

/** Is the value one that this field can hold. */
function fits(field: Field, value: unknown): boolean {
  if (field.kind === 'flag') return typeof value === 'boolean';
  if (field.kind === 'int') {
    if (!Number.isInteger(value)) return false;
    const number = value as number;
    return (
      number >= (field.min ?? Number.NEGATIVE_INFINITY) &&
      number <= (field.maximum ?? Number.POSITIVE_INFINITY)
    );
  }
  if (field.kind === 'dict') return typeof value === 'string' || typeof value === 'number';
  if (typeof value !== 'string' || value.length > (field.max ?? 200)) return false;
  return choicesOf(field)?.includes(value) ?? true;
}

/** Stored settings brought to the widget's version; what does not fit falls back to the default. */
export function settingsOf(widget: Widget, stored: unknown, version: number): Settings<Fields> {
  let given: unknown = stored;
  if (version < widget.version && widget.migrate) {
    try {
      given = widget.migrate(stored, version);
    } catch {
      given = {};
    }
  }
  const values = (given !== null && typeof given === 'object' ? given : {}) as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(widget.settings).map(([name, field]) => [
      name,
      fits(field, values[name]) ? values[name] : widget.defaults[name],
    ]),
  ) as Settings<Fields>;
}
