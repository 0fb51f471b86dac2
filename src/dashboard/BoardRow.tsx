import { useEffect, useRef, useState } from 'react';
import { Icon, type LayoutSummary, useT } from '../kit/index.ts';
import { BoardName } from './BoardName.tsx';
import { renameBoard } from './boards.ts';

interface BoardRowProps {
  board: LayoutSummary;
  /** The first one is restored, never deleted. */
  home: boolean;
  open: () => void;
  remove: () => void;
  /** Absent where the person may not publish. */
  publish: (() => void) | undefined;
  versions: () => void;
}

/** One dashboard in the list of them. */
export function BoardRow({ board, home, open, remove, publish, versions }: BoardRowProps) {
  const t = useT('widgets');
  const shared = useT('workspace');
  const [naming, setNaming] = useState(false);
  const verb = useRef<HTMLButtonElement>(null);
  const named = useRef(false);
  // The field that had the focus has gone.
  useEffect(() => {
    if (named.current && !naming) verb.current?.focus();
    named.current = naming;
  }, [naming]);
  if (naming)
    return (
      <li>
        <BoardName
          action={t('boards.rename')}
          value={board.name}
          autoFocus
          submit={async (name) => {
            if (name !== board.name) await renameBoard(board.id, name);
            setNaming(false);
          }}
        />
      </li>
    );
  const removal = t('boards.remove', { name: board.name });
  return (
    <li className="dash-board">
      <button type="button" onClick={open}>
        <Icon name="dashboard" size={14} />
        <span>{board.name}</span>
      </button>
      {publish && (
        <button type="button" className="pd-button" onClick={publish}>
          {shared('share.action')}
        </button>
      )}
      <button type="button" className="pd-button" onClick={versions}>
        {shared('share.versions')}
      </button>
      <button ref={verb} type="button" className="pd-button" onClick={() => setNaming(true)}>
        {t('boards.rename')}
      </button>
      {!home && (
        <button
          type="button"
          className="pd-icon-button"
          aria-label={removal}
          title={removal}
          onClick={remove}
        >
          <Icon name="close" size={14} />
        </button>
      )}
    </li>
  );
}
