import { chordLabel } from '../commands/chord.ts';

/** A key as it is printed on the keyboard. */
export function Key({ keys }: { keys: string }) {
  return <kbd className="pd-key">{chordLabel(keys)}</kbd>;
}
