import type { ComponentType } from 'react';
import { commands } from './commands/registry.ts';

export interface ViewProps {
  /** Id of the tab, and the scope of its commands. */
  tabId: string;
  args: Record<string, unknown>;
  /** What the view saved last; unknown until the view has parsed it. */
  state: unknown;
  saveState: (state: unknown) => void;
  setTitle?: (title: string) => void;
  /** What the view was opened for is no longer what it shows; the address follows. */
  setArgs?: (args: Record<string, unknown>) => void;
  /** What the view shows of what it was opened for, for the address alone; undefined: just that. */
  setShown?: (shown: Record<string, unknown> | undefined) => void;
  /** The panel has the keys. */
  active: boolean;
  /** The panel can be seen; hidden ones do no live work. */
  visible: boolean;
}

export interface View {
  readonly id: string;
  readonly component: () => Promise<{ default: ComponentType<ViewProps> }>;
  readonly icon?: string;
  /** Permission code without which the view is a card that says so. */
  readonly permission?: string;
  /** It shows what its colour is on, so a colour takes the place of its arguments. */
  readonly follows?: boolean;
  /** Its arguments name what it is, a page or a dashboard: a link to another one opens a tab of its own. */
  readonly apart?: boolean;
}

export function defineView(view: {
  id: string;
  load: () => Promise<{ default: ComponentType<ViewProps> }>;
  icon?: string;
  permission?: string;
  follows?: boolean;
  apart?: boolean;
}): View {
  const { load, ...rest } = view;
  return Object.freeze({ ...rest, component: load });
}

/**
 * Opens a view: the tab that shows it with these arguments, else (a link) the one that shows the view already, else a
 * new one. The workspace registers the command.
 */
export function openView(view: string, args: Record<string, unknown> = {}): Promise<void> {
  return commands.execute('workspace.open', { view, args });
}
