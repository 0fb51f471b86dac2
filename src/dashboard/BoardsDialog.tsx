import { useAtomValue } from 'jotai';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { type LayoutSummary, isTyping, openView, useT } from '../kit/index.ts';
import { BoardName } from './BoardName.tsx';
import { BoardRow } from './BoardRow.tsx';
import { boardOf, boardsAtom, createBoard, refreshBoards } from './boards.ts';
import { showFailure, useRemovals } from './useRemovals.ts';

const FIELD = '.dash-new input';
const ROWS = '.dash-board > button:first-child';

const focusRow = (dialog: HTMLElement | null, at: number): void =>
  ([...(dialog?.querySelectorAll<HTMLElement>(ROWS) ?? [])][at] ?? dialog?.querySelector(FIELD))?.focus();

/** The first dashboard has the focus each time, though the list may come later than the dialog. */
function useOpened(dialog: RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const box = dialog.current;
    box?.showModal();
    box?.focus();
    void showFailure(refreshBoards()).then(() =>
      // What came is drawn first.
      setTimeout(() => {
        if (box && box.ownerDocument.activeElement === box) focusRow(box, 0);
      }),
    );
  }, [dialog]);
}

/** A letter is the beginning of a name wherever in the dialog it is typed. */
function typeName({
  key,
  target,
  currentTarget,
  ctrlKey,
  altKey,
  metaKey,
}: KeyboardEvent<HTMLElement>): void {
  const letter = (key.length === 1 && key !== ' ') || key === 'Process';
  if (!letter || ctrlKey || altKey || metaKey || isTyping(target)) return;
  currentTarget.querySelector<HTMLElement>(FIELD)?.focus();
}

/** Every dashboard of the person: open, make, rename, delete. */
export function BoardsDialog({ close }: { close: () => void }) {
  const t = useT('widgets');
  const boards = useAtomValue(boardsAtom);
  const home = boardOf('');
  const dialog = useRef<HTMLDialogElement>(null);
  const { removals, remove, undo, handOver } = useRemovals();
  const [next, setNext] = useState<{ at: number }>();
  useOpened(dialog);
  useEffect(() => {
    if (next) focusRow(dialog.current, next.at);
  }, [next]);
  const open = (id: string) => {
    dialog.current?.close();
    void openView('dashboard', id === home.state.id ? {} : { board: id });
  };
  const removeAt = (board: LayoutSummary, at: number) => void remove(board).then(() => setNext({ at }));
  return (
    <dialog
      ref={dialog}
      className="dash-dialog"
      aria-label={t('boards.title')}
      tabIndex={-1}
      onKeyDown={typeName}
      onClose={() => {
        handOver();
        close();
      }}
    >
      <h2>{t('boards.title')}</h2>
      <ul className="dash-catalogue">
        {boards.map((board, at) => (
          <BoardRow
            key={board.id}
            board={board}
            home={board.id === home.state.id}
            open={() => open(board.id)}
            remove={() => removeAt(board, at)}
          />
        ))}
      </ul>
      <div role="status">
        {removals.map((removal) => (
          <p key={removal.id} className="dash-removed">
            <span>{removal.text}</span>
            <button
              type="button"
              className="pd-button"
              onClick={() => void undo(removal).then(() => setNext({ at: boards.length }))}
            >
              {t('tile.undo')}
            </button>
          </p>
        ))}
      </div>
      <div className="dash-new">
        <BoardName
          action={t('boards.create')}
          placeholder={t('boards.placeholder')}
          primary
          submit={(name) => createBoard(name, home).then(open)}
        />
      </div>
      <footer>
        <button type="button" className="pd-button" onClick={() => dialog.current?.close()}>
          {t('dialog.close')}
        </button>
      </footer>
    </dialog>
  );
}
