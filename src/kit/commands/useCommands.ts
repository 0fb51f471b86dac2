import { useAtomValue } from 'jotai';
import { useEffect, useMemo, useRef } from 'react';
import { i18n } from '../i18n/i18n.ts';
import {
  type Command,
  type Registered,
  activeScopeAtom,
  commands,
  commandsAtom,
  scopeAtom,
} from './registry.ts';

/**
 * Registers a panel's commands while it is mounted. The list may be rebuilt on every render: `run`, `when`,
 * `ready`, `about`, `sight`, `subject` and `label` of the latest one are used; ids and keys must stay the same for the same `scope`.
 */
export function useCommands(scope: string | undefined, list: readonly Omit<Command, 'scope'>[]): void {
  const latest = useRef(list);
  useEffect(() => {
    latest.current = list;
  });
  const shape = list.map((command) => `${command.id}\u0000${command.keys?.join(' ') ?? ''}`).join('\u0001');
  useEffect(() => {
    const now = (id: string) => latest.current.find((command) => command.id === id);
    const undos = latest.current.map((command) =>
      commands.register({
        ...command,
        scope,
        label: () => (now(command.id) ?? command).label(),
        when: () => (now(command.id) ?? command).when?.() ?? true,
        ready: () => (now(command.id) ?? command).ready?.(),
        about: () => (now(command.id) ?? command).about?.(),
        sight: (isInPanel) => (now(command.id) ?? command).sight?.(isInPanel) ?? true,
        subject: () => (now(command.id) ?? command).subject?.(),
        run: (args) => (now(command.id) ?? command).run(args),
      }),
    );
    return () => {
      for (const undo of undos) undo();
    };
    // `shape` represents the list: ids and keys decide what is registered, the rest is read late.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [scope, shape]);
  const { language } = i18n;
  const known = useRef(language);
  useEffect(() => {
    if (known.current === language) return;
    known.current = language;
    // Buttons were drawn before this list was taken over, with the words of the old one.
    commands.refresh(scope);
  }, [scope, language]);
}

/** Every registered command; redraws when one comes, goes or may have changed its answer. */
export const useCommandList = (): readonly Registered[] => useAtomValue(commandsAtom);

/** The commands of one panel; redraws only when one of them does. */
export const useScopeCommands = (scope: string | undefined): readonly Command[] =>
  useAtomValue(useMemo(() => scopeAtom(scope), [scope]));

export const useActiveScope = (): string | undefined => useAtomValue(activeScopeAtom);
