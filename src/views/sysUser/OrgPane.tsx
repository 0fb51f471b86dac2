import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, type KeyboardEvent, useMemo, useState, useSyncExternalStore } from 'react';
import { FindBox, Icon, State, VirtualList, call, useT } from '../../kit/index.ts';
import { currentLocale } from '../../kit/i18n/locale.ts';
import type { GridModel } from '../../resource/grid/model.ts';
import type { TreeLine } from '../../resource/tree/lines.ts';
import { branchOf, chosenOrg, orgLines, orgTree } from './orgTree.ts';

const nameOf = ({ row }: TreeLine): string => String(row.name ?? '');

interface LineProps {
  line: TreeLine;
  chosen: boolean;
  choose: () => void;
  turn: () => void;
}

function Line({ line, chosen, choose, turn }: LineProps) {
  const { level, expanded, isPath } = line.place;
  function key(event: KeyboardEvent): void {
    const turns =
      (event.key === 'ArrowRight' && expanded === false) || (event.key === 'ArrowLeft' && expanded === true);
    if (!turns) return;
    event.preventDefault();
    event.stopPropagation();
    turn();
  }
  return (
    <button
      type="button"
      className={`org-line${isPath ? ' pd-muted' : ''}`}
      style={{ '--level': level - 1 } as CSSProperties}
      aria-pressed={chosen}
      {...(expanded !== undefined && { 'aria-expanded': expanded })}
      onClick={(event) =>
        expanded !== undefined && (event.target as Element).closest('.org-sign') ? turn() : choose()
      }
      onKeyDown={key}
    >
      <span className="org-sign">
        {expanded !== undefined && <Icon name={expanded ? 'down' : 'right'} size={12} />}
      </span>
      <span className="org-name">{nameOf(line)}</span>
    </button>
  );
}

interface HeadProps {
  word: string;
  setWord: (word: string) => void;
  folded: boolean;
  fold: (folded: boolean) => void;
  close: () => void;
}

/** What finds, folds and hides the tree. */
function Head({ word, setWord, folded, fold, close }: HeadProps) {
  const t = useT('system');
  const turn = t(folded ? 'sysUser.orgs.open' : 'sysUser.orgs.fold');
  const hide = t('sysUser.orgs.hide');
  return (
    <div className="org-head">
      <FindBox label={t('sysUser.orgs.find')} value={word} set={setWord} />
      <button
        type="button"
        className="pd-icon-button"
        title={turn}
        aria-label={turn}
        onClick={() => fold(!folded)}
      >
        <Icon name={folded ? 'down' : 'right'} size={14} />
      </button>
      <button type="button" className="pd-icon-button" title={hide} aria-label={hide} onClick={close}>
        <Icon name="close" size={14} />
      </button>
    </div>
  );
}

/** Organisations next to the people of the chosen one; those below it count as its own. */
export function OrgPane({ model, close }: { model: GridModel; close: () => void }) {
  const t = useT('system');
  const { filters } = useSyncExternalStore(model.subscribe, model.state);
  const [word, setWord] = useState('');
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const { data, error, refetch } = useQuery({
    queryKey: ['sysOrg', 'list', currentLocale()],
    queryFn: ({ signal }) => call('sysOrg/list', undefined, { customCatch: true, signal }),
  });
  const tree = useMemo(() => orgTree(data), [data]);
  const lines = orgLines(tree, closed, word.trim().toLowerCase());
  const chosen = chosenOrg(tree, filters.orgId);
  const show = (ids?: readonly string[]): void => {
    const { orgId: _orgId, ...rest } = model.state().filters;
    model.setFilters(ids ? { ...rest, orgId: [...ids] } : rest);
  };
  const turn = (id: string): void => {
    const next = new Set(closed);
    if (!next.delete(id)) next.add(id);
    setClosed(next);
  };
  return (
    <aside className="org-pane" aria-label={t('sysUser.orgs.title')}>
      <Head
        word={word}
        setWord={setWord}
        folded={closed.size > 0}
        fold={(folded) => setClosed(new Set(folded ? tree.below.keys() : []))}
        close={close}
      />
      <button
        type="button"
        className="org-line"
        aria-pressed={filters.orgId === undefined}
        onClick={() => show()}
      >
        <span className="org-sign" />
        <span className="org-name">{t('sysUser.orgs.all')}</span>
      </button>
      {error && <State kind="error" inline text={error.message} retry={() => void refetch()} />}
      {!error && data === undefined && <State kind="loading" inline />}
      {data !== undefined && lines.length === 0 && (
        <State kind="empty" inline text={t('sysUser.orgs.none')} />
      )}
      <div className="org-scroll">
        <VirtualList className="org-list" items={lines} keyOf={({ row }) => row.id} walk textOf={nameOf}>
          {(line) => (
            <Line
              line={line}
              chosen={chosen === line.row.id}
              choose={() => show(branchOf(tree, line.row.id))}
              turn={() => turn(line.row.id)}
            />
          )}
        </VirtualList>
      </div>
    </aside>
  );
}
