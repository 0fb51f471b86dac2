import { useAtomValue } from 'jotai';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Icon, type LayoutSummary, openView, toast, useT } from '../kit/index.ts';
import { boardOf, boardsAtom, createBoard, refreshBoards, removeBoard, renameBoard } from './boards.ts';

const MAX_NAME = 60;

const told = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error: unknown) => toast.error(error instanceof Error ? error.message : String(error)));

const nameOf = (form: HTMLFormElement): string => String(new FormData(form).get('name') ?? '').trim();

interface RowProps {
  board: LayoutSummary;
  /** The first one is restored, never deleted. */
  home: boolean;
  open: () => void;
}

function Row({ board, home, open }: RowProps) {
  const t = useT('widgets');
  const [naming, setNaming] = useState(false);
  const rename = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = nameOf(event.currentTarget);
    setNaming(false);
    if (name && name !== board.name) void told(renameBoard(board.id, name));
  };
  if (naming)
    return (
      <li>
        <form className="dash-naming" onSubmit={rename}>
          <input
            className="pd-input"
            name="name"
            defaultValue={board.name}
            maxLength={MAX_NAME}
            autoFocus
            aria-label={t('boards.name')}
          />
          <button type="submit" className="pd-button">
            {t('boards.rename')}
          </button>
        </form>
      </li>
    );
  return (
    <li className="dash-board">
      <button type="button" onClick={open}>
        <Icon name="dashboard" size={14} />
        <span>{board.name}</span>
      </button>
      <button type="button" className="pd-button" onClick={() => setNaming(true)}>
        {t('boards.rename')}
      </button>
      {!home && (
        <button
          type="button"
          className="pd-icon-button"
          aria-label={t('boards.remove', { name: board.name })}
          title={t('boards.remove', { name: board.name })}
          onClick={() => void told(removeBoard(board.id))}
        >
          <Icon name="close" size={14} />
        </button>
      )}
    </li>
  );
}

/** Every dashboard of the person: open, make, rename, delete. */
export function BoardsDialog({ close }: { close: () => void }) {
  const t = useT('widgets');
  const boards = useAtomValue(boardsAtom);
  const home = boardOf('');
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    void told(refreshBoards());
  }, []);
  const open = (id: string) => {
    dialog.current?.close();
    void openView('dashboard', id === home.state.id ? {} : { board: id });
  };
  const create = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = nameOf(event.currentTarget);
    if (name) void told(createBoard(name, home).then(open));
  };
  return (
    <dialog ref={dialog} className="dash-dialog" aria-label={t('boards.title')} onClose={close}>
      <h2>{t('boards.title')}</h2>
      <ul className="dash-catalogue">
        {boards.map((board) => (
          <Row key={board.id} board={board} home={board.id === home.state.id} open={() => open(board.id)} />
        ))}
      </ul>
      <form className="dash-naming" onSubmit={create}>
        <input
          className="pd-input"
          name="name"
          maxLength={MAX_NAME}
          placeholder={t('boards.placeholder')}
          aria-label={t('boards.name')}
        />
        <button type="submit" className="pd-button pd-button-primary">
          {t('boards.create')}
        </button>
      </form>
      <footer>
        <button type="button" className="pd-button" onClick={() => dialog.current?.close()}>
          {t('dialog.close')}
        </button>
      </footer>
    </dialog>
  );
}
