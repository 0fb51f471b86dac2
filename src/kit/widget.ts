import type { ComponentType } from 'react';
import type { Field, Fields } from '../../contract/field.ts';
import type { LinkContext } from './link.ts';

type ValueOf<F extends Field> = F['kind'] extends 'int'
  ? number
  : F['kind'] extends 'flag'
    ? boolean
    : F['kind'] extends 'dict'
      ? string | number
      : F['kind'] extends 'json'
        ? unknown
        : string;

/** The values of a settings form: one per field. */
export type Settings<S extends Fields> = { [K in keyof S]: ValueOf<S[K]> };

export interface WidgetProps<S extends Fields = Fields> {
  settings: Settings<S>;
  /** Inner height in px; the width follows the container. */
  height: number;
  openTab: (view: string, args?: Record<string, unknown>) => void;
  /** What the dashboard's colour is on, and a way to move it. */
  link: { context: LinkContext | null; publish: (context: Omit<LinkContext, 'source'>) => void };
}

export interface SettingChoice {
  value: string;
  text: string;
  /** Heading under which it is listed. */
  group?: string;
}

/** What text settings may be, where that depends on the person or on the other settings. */
export type SettingChoices = Readonly<
  Record<string, (values: Readonly<Record<string, unknown>>) => readonly SettingChoice[]>
>;

export interface WidgetSize {
  w: number;
  h: number;
  minW?: number;
  minH?: number;
}

export interface Widget<S extends Fields = Fields> {
  readonly id: string;
  /** Raised when the shape of the settings changes; `migrate` brings older ones up. */
  readonly version: number;
  /** Permission code; without it the widget is neither offered nor shown. */
  readonly needs?: string;
  /** In the 24 columns of the dashboard. */
  readonly size: WidgetSize;
  readonly settings: S;
  readonly defaults: Settings<S>;
  /** Loaded with the settings form. */
  readonly choices?: () => Promise<{ default: SettingChoices }>;
  readonly migrate?: (settings: unknown, from: number) => unknown;
  readonly load: () => Promise<{ default: ComponentType<WidgetProps<S>> }>;
}

export function defineWidget<const S extends Fields>(widget: Widget<S>): Widget<S> {
  for (const name of Object.keys(widget.settings)) {
    if (!(name in widget.defaults)) throw new Error(`widget ${widget.id}: setting ${name} has no default`);
  }
  if (!/^[a-z][a-z0-9-]*$/.test(widget.id)) throw new Error(`widget id ${widget.id} is not kebab-case`);
  return Object.freeze(widget);
}
