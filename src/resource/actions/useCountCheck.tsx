import { type ReactNode, useId, useState } from 'react';
import type { CountCheck } from '../../../contract/calls.ts';
import { formatCount, formatMoney, useT } from '../../kit/index.ts';
import { countIn } from './count.ts';

interface Counted {
  /** False while a count is asked for that is not typed yet. */
  ready: boolean;
  /** The count that was typed, where one is asked for. */
  confirmed: number | undefined;
  /** Says what is missing. */
  refuse: () => void;
  /** What asks for it. */
  field: ReactNode;
}

/** Why it is asked for. */
function Reason({ over }: Pick<CountCheck, 'over'>) {
  const t = useT('grid');
  if ('rows' in over) return t('count.rows', { rows: formatCount(over.rows) });
  const money = (amount: string) => formatMoney(amount, over.currency, { code: true });
  return t('count.amount', { amount: money(over.amount), most: money(over.most) });
}

/** Asks for the number of rows that will be done before a large command: it is typed, since a click is given without reading. */
export function useCountCheck(check: CountCheck | undefined): Counted {
  const t = useT('grid');
  const id = useId();
  const [text, setText] = useState('');
  const [refused, setRefused] = useState(false);
  const typed = countIn(text);
  const ready = check === undefined || typed === check.count;
  if (!check) return { ready, confirmed: undefined, refuse: () => undefined, field: null };
  const count = formatCount(check.count);
  const wrong = !ready && (refused || (typed ?? 0) > check.count);
  return {
    ready,
    confirmed: ready ? typed : undefined,
    refuse: () => setRefused(!ready),
    field: (
      <div key="count" className="sheet-field sheet-count">
        <p id={`${id}-why`}>
          <Reason over={check.over} />{' '}
          <span className="pd-muted">{t('count.hold', { seconds: formatCount(check.holdSeconds) })}</span>
        </p>
        <label htmlFor={id}>
          {t('count.label')} <b className="pd-number">{count}</b>
        </label>
        <input
          id={id}
          className="pd-input pd-number"
          inputMode="numeric"
          autoComplete="off"
          spellCheck={false}
          aria-describedby={`${id}-why`}
          aria-invalid={wrong}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setRefused(false);
          }}
        />
        {/* Its room is kept: the button below must not move under the hand. */}
        <span className="pd-down sheet-count-wrong" role="alert">
          {wrong && t('count.wrong', { count })}
        </span>
      </div>
    ),
  };
}
