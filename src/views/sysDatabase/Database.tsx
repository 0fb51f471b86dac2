import { useEffect, useState } from 'react';
import { SideButtons, type ViewProps, part, useT } from '../../kit/index.ts';
import { Tables } from './Tables.tsx';
import './database.css';

const SIDES = ['tables', 'console'] as const;
type Side = (typeof SIDES)[number];

const Console = part(() => import('./console/Console.tsx'));

const kept = (state: unknown): Record<string, unknown> => (state ?? {}) as Record<string, unknown>;
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The tables of the database, and a console for statements that read them. */
export default function Database({ tabId, args, visible, state, saveState }: ViewProps) {
  const t = useT('develop');
  const [chosen, setChosen] = useState(() => textOf(args.table ?? kept(state).table));
  const [side, setSide] = useState<Side>(() =>
    args.table === undefined && kept(state).side === 'console' ? 'console' : 'tables',
  );
  const [statement, setStatement] = useState('');
  useEffect(() => saveState({ table: chosen, side }), [saveState, chosen, side]);
  const sides = (
    <SideButtons label={t('sysDatabase.sides.label')} sides={SIDES} side={side} turn={setSide}>
      {(each) => t(`sysDatabase.sides.${each}`)}
    </SideButtons>
  );
  return side === 'tables' ? (
    <Tables tabId={tabId} visible={visible} sides={sides} chosen={chosen} choose={setChosen} />
  ) : (
    <Console tabId={tabId} visible={visible} sides={sides} statement={statement} change={setStatement} />
  );
}
