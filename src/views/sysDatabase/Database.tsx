import { useEffect, useState } from 'react';
import { SideButtons, type ViewProps, part, useT } from '../../kit/index.ts';
import { Tables } from './Tables.tsx';
import './database.css';

const SIDES = ['tables', 'diagram', 'console'] as const;
type Side = (typeof SIDES)[number];

const Console = part(() => import('./console/Console.tsx'));
const Diagram = part(() => import('./diagram/Diagram.tsx'));

const kept = (state: unknown): Record<string, unknown> => (state ?? {}) as Record<string, unknown>;
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** What the view was opened for goes before what it showed last. */
function sideOf(args: Record<string, unknown>, state: unknown): Side {
  const wanted = args.table === undefined ? (args.side ?? kept(state).side) : 'tables';
  return SIDES.find((side) => side === wanted) ?? 'tables';
}

/** The tables of the database as a list and as a diagram, and a console for statements that read them. */
export default function Database({ tabId, args, visible, state, saveState }: ViewProps) {
  const t = useT('develop');
  const [chosen, setChosen] = useState(() => textOf(args.table ?? kept(state).table));
  const [side, setSide] = useState<Side>(() => sideOf(args, state));
  const [statement, setStatement] = useState('');
  useEffect(() => saveState({ table: chosen, side }), [saveState, chosen, side]);
  const sides = (
    <SideButtons label={t('sysDatabase.sides.label')} sides={SIDES} side={side} turn={setSide}>
      {(each) => t(`sysDatabase.sides.${each}`)}
    </SideButtons>
  );
  const open = (table: string) => {
    setChosen(table);
    setSide('tables');
  };
  if (side === 'diagram') return <Diagram tabId={tabId} visible={visible} sides={sides} open={open} />;
  return side === 'tables' ? (
    <Tables tabId={tabId} visible={visible} sides={sides} chosen={chosen} choose={setChosen} />
  ) : (
    <Console tabId={tabId} visible={visible} sides={sides} statement={statement} change={setStatement} />
  );
}
