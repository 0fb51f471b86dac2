import { parseKeys } from '../../kit/commands/chord.ts';
import type { Keymap } from '../../kit/commands/keymap.ts';

const sameKeys = (one: readonly string[], other: readonly string[]): boolean =>
  one.map(parseKeys).join('\n') === other.map(parseKeys).join('\n');

interface Changed {
  id: string;
  /** The keys it ships with. */
  shipped: readonly string[] | undefined;
  keys: readonly string[];
}

/** A keymap with the keys of one command changed; what ships needs no line. */
export function withKeysOf(keymap: Keymap, { id, shipped = [], keys }: Changed): Keymap {
  const { [id]: _old, ...rest } = keymap;
  return sameKeys(shipped, keys) ? rest : { ...rest, [id]: keys };
}
