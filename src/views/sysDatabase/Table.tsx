import { useQuery } from '@tanstack/react-query';
import type { TableDetail, TableLine, TableRelation } from '../../../contract/databaseTables.ts';
import { Unanswered, call, formatBytes, formatCount, useT } from '../../kit/index.ts';
import { type FigureColumn, FigureTable } from '../../kit/figures/FigureTable.tsx';

type Column<T> = Omit<FigureColumn<T>, 'title'>;

interface PartProps<T> {
  part: string;
  rows: readonly T[];
  keyOf: (row: T) => string;
  columns: readonly Column<T>[];
}

function Part<T>({ part, rows, keyOf, columns }: PartProps<T>) {
  const t = useT('develop');
  if (rows.length === 0) return null;
  const title = t(`sysDatabase.parts.${part}`, { count: rows.length });
  return (
    <section className="db-part" data-part={part}>
      <h3>
        {title} <span className="pd-muted pd-number">{formatCount(rows.length)}</span>
      </h3>
      <FigureTable
        label={title}
        rows={rows}
        keyOf={keyOf}
        columns={columns.map((column) => ({ ...column, title: t(`sysDatabase.columns.${column.id}`) }))}
      />
    </section>
  );
}

const mono = (text: string | null) => <span className="pd-mono">{text}</span>;

interface RelationsProps {
  part: 'refersTo' | 'referredBy';
  rows: readonly TableRelation[];
  /** The table at the other end. */
  other: (row: TableRelation) => string;
  choose: (table: string) => void;
}

function Relations({ part, rows, other, choose }: RelationsProps) {
  return (
    <Part
      part={part}
      rows={rows}
      keyOf={({ table, column, target }) => `${table}.${column}/${target}`}
      columns={[
        {
          id: 'table',
          start: true,
          render: (row) => mono(other(row)),
          open: (row) => () => choose(other(row)),
        },
        {
          id: 'relation',
          start: true,
          render: ({ table, column, target, targetColumn }) =>
            mono(`${table}.${column} → ${target}.${targetColumn}`),
        },
      ]}
    />
  );
}

/** Columns and indexes. */
function Made({ detail }: { detail: TableDetail }) {
  const t = useT('develop');
  return (
    <>
      <Part
        part="columns"
        rows={detail.columns}
        keyOf={(column) => column.name}
        columns={[
          {
            id: 'name',
            start: true,
            render: (column) => <span className={column.key ? 'db-key' : ''}>{mono(column.name)}</span>,
          },
          { id: 'type', start: true, render: (column) => mono(column.type) },
          {
            id: 'nullable',
            start: true,
            render: ({ nullable }) => <span className="pd-muted">{nullable ? 'null' : ''}</span>,
          },
          { id: 'fallback', start: true, from: 360, render: ({ fallback }) => mono(fallback) },
          { id: 'comment', start: true, from: 520, render: (column) => column.comment },
        ]}
      />
      <Part
        part="indexes"
        rows={detail.indexes}
        keyOf={(index) => index.name}
        columns={[
          { id: 'name', start: true, render: (index) => mono(index.name) },
          { id: 'definition', start: true, from: 440, render: (index) => mono(index.definition) },
          { id: 'unique', start: true, render: ({ unique }) => (unique ? t('sysDatabase.unique') : '') },
          { id: 'size', render: (index) => formatBytes(index.bytes) },
        ]}
      />
    </>
  );
}

interface TableProps {
  table: TableLine;
  visible: boolean;
  choose: (table: string) => void;
}

/** One table: what it is for, and how it is made. */
export function Table({ table, visible, choose }: TableProps) {
  const t = useT('develop');
  const { name, comment, rows, bytes, indexBytes } = table;
  const query = useQuery({
    queryKey: ['sysDatabase', 'table', name],
    queryFn: ({ signal }) => call<TableDetail>('sysDatabase/table', { name }, { customCatch: true, signal }),
    enabled: visible,
    retry: false,
  });
  const { data } = query;
  return (
    <article className="db-table" aria-label={name}>
      <h2 className="pd-mono">{name}</h2>
      <p>{comment}</p>
      <p className="pd-muted pd-number">
        {t('sysDatabase.size', {
          rows: formatCount(rows),
          size: formatBytes(bytes),
          indexes: formatBytes(indexBytes),
        })}
      </p>
      {!data ? (
        <Unanswered query={query} />
      ) : (
        <>
          <Made detail={data} />
          <Relations
            part="refersTo"
            rows={data.relations.filter((relation) => relation.table === name)}
            other={({ target }) => target}
            choose={choose}
          />
          <Relations
            part="referredBy"
            rows={data.relations.filter((relation) => relation.target === name)}
            other={(relation) => relation.table}
            choose={choose}
          />
        </>
      )}
    </article>
  );
}
