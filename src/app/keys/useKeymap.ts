import { useAtomValue } from 'jotai';
import { type Keymap, keymapAtom, setKeymap } from '../../kit/commands/keymap.ts';
import type { Registered } from '../../kit/commands/registry.ts';
import { collide } from './conflicts.ts';
import { withKeysOf } from './keymapChange.ts';

export interface KeymapChanges {
  keymap: Keymap;
  /** Gives a command back the keys it ships with. */
  reset: (command: Registered) => void;
  /** Gives it these keys, none for an empty text, and takes from `others` what collides with them. */
  assign: (command: Registered, keys: string, others: readonly Registered[]) => void;
}

export function useKeymap(): KeymapChanges {
  const keymap = useAtomValue(keymapAtom);
  const reset = ({ id }: Registered) => {
    const { [id]: _own, ...rest } = keymap;
    setKeymap(rest);
  };
  const assign = (command: Registered, keys: string, others: readonly Registered[]) => {
    const taken = others.reduce(
      (map, { id, shipped, keys: theirs = [] }) =>
        withKeysOf(map, { id, shipped, keys: theirs.filter((each) => !collide(each, keys)) }),
      keymap,
    );
    setKeymap(withKeysOf(taken, { ...command, keys: keys === '' ? [] : [keys] }));
  };
  return { keymap, reset, assign };
}
