import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useMemo, useRef, useState } from 'react';
import type { Diagram as Whole } from '../../../../contract/databaseTables.ts';
import { Choice, FindBox, Unanswered, call, useCommands, useT } from '../../../kit/index.ts';
import { Toolbar } from '../../../resource/ui/Toolbar.tsx';
import { BOX, type Box, type Drawn, type Line, draw, partOf } from './layout.ts';
import { useCanvas } from './useCanvas.ts';
import './diagram.css';

const pathOf = ({ points }: Line): string =>
  points.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');

/** The names that PostgreSQL itself takes for its longest ones. */
const shortType = (type: string): string =>
  type.replace('timestamp with time zone', 'timestamptz').replace('double precision', 'float8');

interface TableBoxProps {
  box: Box;
  found: boolean;
  hover: (name: string | undefined) => void;
  open: (name: string) => void;
}

function TableBox({ box: { table, x, y, height }, found, hover, open }: TableBoxProps) {
  return (
    <g
      className={`dia-box${found ? ' dia-found' : ''}`}
      transform={`translate(${x} ${y})`}
      role="button"
      tabIndex={0}
      aria-label={table.name}
      onClick={() => open(table.name)}
      onKeyDown={({ key }) => key === 'Enter' && open(table.name)}
      onPointerEnter={() => hover(table.name)}
      onPointerLeave={() => hover(undefined)}
      onFocus={() => hover(table.name)}
    >
      <title>{table.comment}</title>
      <rect width={BOX.width} height={height} rx={2} />
      <text className="dia-name" x={8} y={16}>
        {table.name}
      </text>
      {table.columns.length > 0 && <line x2={BOX.width} y1={BOX.head} y2={BOX.head} />}
      {table.columns.map(({ name, type, key }, at) => (
        <g key={name} transform={`translate(0 ${BOX.head + at * BOX.line})`}>
          <text className={key ? 'dia-key' : ''} x={8} y={14}>
            {name}
          </text>
          <text className="dia-type" x={BOX.width - 8} y={14}>
            {shortType(type)}
          </text>
        </g>
      ))}
    </g>
  );
}

interface CanvasProps {
  drawn: Drawn;
  canvas: ReturnType<typeof useCanvas>;
  find: string;
  open: (name: string) => void;
}

function Canvas({ drawn, canvas: { root, shot, handlers }, find, open }: CanvasProps) {
  const t = useT('develop');
  const [at, setAt] = useState<string>();
  const { x, y, scale } = shot;
  return (
    <svg ref={root} className="dia" role="group" aria-label={t('sysDatabase.diagram.label')} {...handlers}>
      <g transform={`scale(${scale}) translate(${-x} ${-y})`}>
        {drawn.lines.map((line) => {
          const { table, column, target } = line.relation;
          return (
            <path
              key={`${table}.${column}/${target}`}
              className={table === at || target === at ? 'dia-line dia-near' : 'dia-line'}
              d={pathOf(line)}
            />
          );
        })}
        {drawn.boxes.map((box) => (
          <TableBox
            key={box.table.name}
            box={box}
            found={find !== '' && box.table.name.includes(find)}
            hover={setAt}
            open={open}
          />
        ))}
      </g>
    </svg>
  );
}

interface DiagramProps {
  tabId: string;
  visible: boolean;
  sides: ReactNode;
  open: (table: string) => void;
}

interface DrawingProps extends Omit<DiagramProps, 'visible'> {
  whole: Whole;
}

function useVerbs(
  tabId: string,
  { zoom, fit }: ReturnType<typeof useCanvas>,
  box: RefObject<HTMLInputElement | null>,
): void {
  const t = useT('develop');
  useCommands(tabId, [
    {
      id: 'sysDatabase.closer',
      label: () => t('sysDatabase.diagram.zoomIn'),

      keys: ['+'],
      guard: 0,
      run: () => zoom(1.25),
    },
    {
      id: 'sysDatabase.further',
      label: () => t('sysDatabase.diagram.zoomOut'),

      keys: ['-'],
      guard: 0,
      run: () => zoom(0.8),
    },
    {
      id: 'sysDatabase.fit',
      label: () => t('sysDatabase.diagram.fit'),
      icon: 'search',
      keys: ['0'],
      guard: 0,
      run: fit,
    },
    {
      id: 'sysDatabase.find',
      label: () => t('sysDatabase.diagram.find'),
      icon: 'search',
      keys: ['/'],
      run: () => box.current?.focus(),
    },
  ]);
}

const ALL = '*';

function Drawing({ tabId, sides, open, whole }: DrawingProps) {
  const t = useT('develop');
  const box = useRef<HTMLInputElement>(null);
  const [find, setFind] = useState('');
  const groups = [...new Set(whole.tables.map(({ group }) => group))].toSorted();
  const [group, setGroup] = useState(groups.includes('orders') ? 'orders' : ALL);
  const drawn = useMemo(() => draw(partOf(whole, group === ALL ? undefined : group)), [whole, group]);
  const canvas = useCanvas(drawn.width, drawn.height);
  const look = (text: string) => {
    const wanted = text.trim().toLowerCase();
    setFind(wanted);
    const first = wanted && drawn.boxes.find(({ table }) => table.name.includes(wanted));
    if (first) canvas.centre(first.x + BOX.width / 2, first.y + first.height / 2);
  };
  useVerbs(tabId, canvas, box);
  const options = [
    { value: ALL, text: t('sysDatabase.diagram.all') },
    ...groups.map((name) => ({ value: name, text: name })),
  ];
  return (
    <div className="view">
      <div className="view-bar">
        {sides}
        <FindBox ref={box} label={t('sysDatabase.diagram.find')} value={find} set={look} />
        <Choice label={t('sysDatabase.diagram.group')} value={group} options={options} set={setGroup} />
        <span className="pd-muted pd-number">
          {t('sysDatabase.diagram.count', { tables: drawn.boxes.length, relations: drawn.lines.length })}
        </span>
        <Toolbar
          tabId={tabId}
          buttons={['sysDatabase.fit', 'sysDatabase.closer', 'sysDatabase.further']}
          more={[]}
        />
      </div>
      <div className="view-body">
        <Canvas drawn={drawn} canvas={canvas} find={find} open={open} />
      </div>
    </div>
  );
}

/** Tables as boxes with their keys, relations as lines; a click opens the table. */
export default function Diagram({ tabId, visible, sides, open }: DiagramProps) {
  const query = useQuery({
    queryKey: ['sysDatabase', 'diagram'],
    queryFn: ({ signal }) => call<Whole>('sysDatabase/diagram', {}, { customCatch: true, signal }),
    enabled: visible,
    retry: false,
  });
  if (query.data) return <Drawing tabId={tabId} sides={sides} open={open} whole={query.data} />;
  return (
    <div className="view">
      <div className="view-bar">{sides}</div>
      <div className="view-body">
        <Unanswered query={query} />
      </div>
    </div>
  );
}
