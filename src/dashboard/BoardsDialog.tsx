import { useAtomValue } from 'jotai';
import { type KeyboardEvent, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { type LayoutSummary, State, isTyping, openView, part, useCaller, useT } from '../kit/index.ts';
import type { DetailKind } from './BoardDetail.tsx';
import { BoardName } from './BoardName.tsx';
import { BoardRow } from './BoardRow.tsx';
import { boardOf, boardsAtom, createBoard, refreshBoards } from './boards.ts';
import { PublishedRows } from './PublishedRows.tsx';
import { refreshPublished } from './published.ts';
import { showFailure, useRemovals } from './useRemovals.ts';

const BoardDetail = part(async () => ({ default: (await import('./BoardDetail.tsx')).BoardDetail }));

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
    void showFailure(Promise.all([refreshBoards(), refreshPublished()])).then(() =>
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

type Removals = ReturnType<typeof useRemovals>;

interface BoardListProps {
  removals: Removals;
  /** The row of that place gets the focus. */
  setNext: (next: { at: number }) => void;
  open: (id: string) => void;
  detail: (board: LayoutSummary, kind: DetailKind) => void;
  end: () => void;
}

/** The person's own and those that were published. */
function BoardList({ removals: { removals, remove, undo }, setNext, open, detail, end }: BoardListProps) {
  const t = useT('widgets');
  const { can } = useCaller();
  const boards = useAtomValue(boardsAtom);
  const home = boardOf('');
  const removeAt = (board: LayoutSummary, at: number) => void remove(board).then(() => setNext({ at }));
  return (
    <>
      <h2>{t('boards.title')}</h2>
      <ul className="dash-catalogue">
        {boards.map((board, at) => (
          <BoardRow
            key={board.id}
            board={board}
            home={board.id === home.state.id}
            open={() => open(board.id)}
            remove={() => removeAt(board, at)}
            publish={can('dashboard:publish') ? () => detail(board, 'publish') : undefined}
            versions={() => detail(board, 'versions')}
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
      <PublishedRows open={open} />
      <div className="dash-new">
        <BoardName
          action={t('boards.create')}
          placeholder={t('boards.placeholder')}
          primary
          submit={(name) => createBoard(name, home).then(open)}
        />
      </div>
      <footer>
        <button type="button" className="pd-button" onClick={end}>
          {t('dialog.close')}
        </button>
      </footer>
    </>
  );
}

/** Every dashboard of the person and those published: open, make, rename, delete, publish, older versions. */
export function BoardsDialog({ close }: { close: () => void }) {
  const t = useT('widgets');
  const home = boardOf('');
  const dialog = useRef<HTMLDialogElement>(null);
  const removals = useRemovals();
  const [next, setNext] = useState<{ at: number }>();
  const [detail, setDetail] = useState<{ board: LayoutSummary; kind: DetailKind }>();
  useOpened(dialog);
  useEffect(() => {
    if (next) focusRow(dialog.current, next.at);
  }, [next]);
  const end = () => dialog.current?.close();
  const open = (id: string) => {
    end();
    void openView('dashboard', id === home.state.id ? {} : { board: id });
  };
  return (
    <dialog
      ref={dialog}
      className={detail?.kind === 'versions' ? 'dash-dialog dash-history' : 'dash-dialog'}
      aria-label={t('boards.title')}
      tabIndex={-1}
      onKeyDown={typeName}
      onClose={() => {
        removals.handOver();
        close();
      }}
    >
      {detail ? (
        <Suspense fallback={<State kind="loading" />}>
          <BoardDetail
            {...detail}
            home={detail.board.id === home.state.id}
            done={() => setDetail(undefined)}
          />
        </Suspense>
      ) : (
        <BoardList
          removals={removals}
          setNext={setNext}
          open={open}
          detail={(board, kind) => setDetail({ board, kind })}
          end={end}
        />
      )}
    </dialog>
  );
}
