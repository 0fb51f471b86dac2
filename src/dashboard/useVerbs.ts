import { useCommands, useT } from '../kit/index.ts';

interface Verbs {
  /** There is a dashboard on screen to do something to. */
  shown: boolean;
  editing: boolean;
  edit: (on: boolean) => void;
  ask: (dialog: { kind: 'add' | 'boards' }) => void;
  restore: () => Promise<void>;
  undo: () => void;
  compact: () => void;
}

const NONE: Parameters<typeof useCommands>[1] = [];

/** What can be done to the dashboard of a tab. */
export function useVerbs(tabId: string, { shown, editing, edit, ask, restore, undo, compact }: Verbs): void {
  const t = useT('widgets');
  const command = (name: string, icon: string, keys: string[], run: () => void) => ({
    id: `dashboard.${name}`,
    label: () => t(name === 'boards' ? 'boards.title' : `dashboard.${name}`),
    icon,
    keys,
    guard: 0,
    run,
  });
  const verbs = [
    {
      ...command('edit', 'settings', ['e'], () => edit(!editing)),
      label: () => t(editing ? 'dashboard.done' : 'dashboard.edit'),
    },
    command('add', 'plus', ['a'], () => ask({ kind: 'add' })),
    command('undo', 'undo', ['mod+z'], undo),
    command('compact', 'zen', ['g'], compact),
    command('boards', 'dashboard', ['b'], () => ask({ kind: 'boards' })),
    ...(editing
      ? [{ ...command('leave', 'close', ['escape'], () => edit(false)), label: () => t('dashboard.done') }]
      : []),
    { id: 'dashboard.restore', label: () => t('dashboard.restore'), icon: 'refresh', run: restore },
  ];
  useCommands(tabId, shown ? verbs : NONE);
}
