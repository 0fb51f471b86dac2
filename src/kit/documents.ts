import { guardComposition } from './commands/composition.ts';
import { attachKeys } from './commands/keys.ts';
import { watchVisibility } from './data/visibility.ts';
import { paintDocument } from './ui/theme.ts';

/** Makes a pop-out's document ours: theme, language, keys and visibility, until undone. */
export function attachDocument(target: Document): () => void {
  const window = target.defaultView;
  const undos = [
    // Before anything else that hears a key of this window.
    ...(window ? [guardComposition(window)] : []),
    paintDocument(target),
    attachKeys(target),
    watchVisibility(target),
  ];
  return () => {
    for (const undo of undos) undo();
  };
}
