import type { ComponentType } from 'react';
import type { Field, Fields } from '../../contract/field.ts';
import {
  type Settings,
  type Widget,
  type WidgetProps,
  part,
  translate,
  translateIfAny,
} from '../kit/index.ts';
import { choicesOf } from '../../contract/field.ts';
import { dashboardParts } from './provide.ts';

/** Every widget there is. The application brings them when the first dashboard opens. */

const known = new Map<string, Widget>();
export const widgets: ReadonlyMap<string, Widget> = known;

let brought: Promise<void> | undefined;

async function take(): Promise<void> {
  for (const widget of await dashboardParts().widgets()) {
    if (known.has(widget.id)) throw new Error(`two widgets are called ${widget.id}`);
    known.set(widget.id, widget);
  }
}

/** What a widget is called: to a merchant the figures of the platform are its own. */
export function widgetTitle(id: string, own: boolean): string {
  return (own ? translateIfAny(`widgets:${id}.ownTitle`) : undefined) ?? translate(`widgets:${id}.title`);
}

/** Resolves when the widgets are known; after a failure the next call tries again. */
export function loadWidgets(): Promise<void> {
  brought ??= take().catch((error: unknown) => {
    brought = undefined;
    known.clear();
    throw error;
  });
  return brought;
}

export type WidgetComponent = ComponentType<WidgetProps>;
const components = new Map<string, WidgetComponent>();

export function widgetComponent(widget: Widget): WidgetComponent {
  const component = components.get(widget.id) ?? (part(widget.load) as WidgetComponent);
  components.set(widget.id, component);
  return component;
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
