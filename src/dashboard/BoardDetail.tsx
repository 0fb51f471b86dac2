import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { type LayoutSummary, State, toast, useT } from '../kit/index.ts';
import { PublishForm } from '../kit/sharing/PublishForm.tsx';
import { Versions } from '../kit/sharing/Versions.tsx';
import { documentOf, publishedContent, restoreVersion } from './boards.ts';
import { documentLook } from './look.tsx';
import { publishedAtom, refreshPublished } from './published.ts';
import { showFailure } from './useRemovals.ts';

interface BoardDetailProps {
  board: LayoutSummary;
  /** The person's first one. */
  home: boolean;
  /** Back to the list. */
  done: () => void;
}

/** Hands a dashboard to a role or an organisation. */
function Publishing({ board, home, done }: BoardDetailProps) {
  const published = useAtomValue(publishedAtom);
  return (
    <PublishForm
      kind="dashboard"
      name={board.name}
      body={() => publishedContent(board.id, home)}
      mine={published.filter(({ mine }) => mine)}
      refresh={refreshPublished}
      done={done}
    />
  );
}

/** What a dashboard was, each with how it differs from now. */
function History({ board, home, done }: BoardDetailProps) {
  const t = useT('widgets');
  const { data: now } = useQuery({
    queryKey: ['layout', 'board', board.id],
    queryFn: () => documentOf(board.id),
    staleTime: 0,
  });
  if (!now) return <State kind="loading" />;
  const restored = () => {
    toast.success(t('boards.versionRestored', { name: board.name }), { key: 'tile' });
    done();
  };
  return (
    <>
      <Versions
        look={documentLook}
        layoutId={board.id}
        now={now}
        restore={(then) => void showFailure(restoreVersion(board.id, home, then).then(restored))}
      />
      <footer>
        <button type="button" className="pd-button" onClick={done}>
          {t('boards.back')}
        </button>
      </footer>
    </>
  );
}

export type DetailKind = 'publish' | 'versions';

/** One dashboard in the place of the list of them. */
export function BoardDetail({ kind, ...props }: BoardDetailProps & { kind: DetailKind }) {
  const t = useT('workspace');
  const { name } = props.board;
  return (
    <>
      <h2>{t(kind === 'publish' ? 'share.publishing' : 'share.versionsOf', { name })}</h2>
      {kind === 'publish' ? <Publishing {...props} /> : <History {...props} />}
    </>
  );
}
