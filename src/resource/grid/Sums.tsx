import { useRef } from 'react';
import type { Totals } from '../../../contract/calls.ts';
import { Icon, Popover, formatMoney, useT } from '../../kit/index.ts';
import { useOverflow } from '../ui/useOverflow.ts';

/** Currencies in the line itself, each whole or not at all; the others open from it. */
const SHOWN = 4;

type PerCurrency = Totals['byCurrency'][number];

/** A list's amount needs no name of its own; which other sum comes first nobody can guess. */
const BARE = 'amount';

function Sum({
  row,
  sums,
  label,
}: {
  row: PerCurrency;
  sums: readonly string[];
  label: (field: string) => string;
}) {
  return (
    <span>
      {sums.map((name, at) => (
        <span key={name} className={at === 0 ? '' : 'grid-sum-more'}>
          {at === 0 && <span>{row.currency} </span>}
          {(at > 0 || name !== BARE) && <span className="pd-muted">{label(name)} </span>}
          <b>{formatMoney(row.sums[name], row.currency)}</b>{' '}
        </span>
      ))}
    </span>
  );
}

interface SumsProps {
  list: readonly PerCurrency[];
  sums: readonly string[];
  label: (field: string) => string;
  late: boolean;
  busy: boolean;
}

/** Sums per currency: the first ones in the line, all of them behind a button where some are not. */
export function Sums({ list, sums, label, late, busy }: SumsProps) {
  const t = useT('grid');
  const box = useRef<HTMLSpanElement>(null);
  const shown = Math.min(SHOWN, useOverflow(box));
  return (
    <span
      className={`grid-sums${late ? ' grid-late' : ''}`}
      title={late ? t('late') : undefined}
      aria-busy={busy}
    >
      <span className="grid-currencies" ref={box}>
        {list.slice(0, SHOWN).map((row) => (
          <Sum key={row.currency} row={row} sums={sums} label={label} />
        ))}
      </span>
      {list.length > shown && (
        <Popover className="link-button" face={`+${list.length - shown}`} title={t('allCurrencies')}>
          {() =>
            list.map((row) => (
              <div key={row.currency} className="pop-choice pd-number">
                <Sum row={row} sums={sums} label={label} />
              </div>
            ))
          }
        </Popover>
      )}
      {late && <Icon name="clock" size={12} />}
    </span>
  );
}
