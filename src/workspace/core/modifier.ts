/** Whether the click or Enter that is being answered was made with Ctrl or Cmd: a link opens a tab of its own then. */

let held = false;

export const wantsAnother = (): boolean => held;

/** Follows the keys in a document. Returns its undo. */
export function followModifier(target: Document): () => void {
  const note = (event: MouseEvent | KeyboardEvent): void => {
    const answers = event.type === 'click' || (event as KeyboardEvent).key === 'Enter';
    held = answers && (event.ctrlKey || event.metaKey);
  };
  target.addEventListener('click', note, true);
  target.addEventListener('keydown', note, true);
  return () => {
    target.removeEventListener('click', note, true);
    target.removeEventListener('keydown', note, true);
  };
}
