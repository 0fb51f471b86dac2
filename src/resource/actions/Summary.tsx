import type { ActionResult, ImpactEstimate } from '../../../contract/calls.ts';
import { Amount, amountText } from '../../../contract/money.ts';
import { Money, dictLabel, formatCount, useT } from '../../kit/index.ts';
import type { Preview } from './pending.ts';
import type { Words } from './texts.ts';

/** Money columns added up per currency, in the order a person reads them. */
const SUMMED = ['amount', 'fee', 'net', 'commission'] as const;
const NAMED = 50;
/** accountKindEnum. */
const ACCOUNTS = { pending: 1, available: 2, frozen: 3 } as const;

type PerCurrency = ImpactEstimate['byCurrency'];

export function sumsOf(result: ActionResult): PerCurrency {
  if (result.impact) return result.impact.byCurrency;
  const byCurrency = new Map<string, { count: number; sums: Record<string, InstanceType<typeof Amount>> }>();
  for (const { after } of result.preview ?? []) {
    if (typeof after.currency !== 'string') continue;
    const entry = byCurrency.get(after.currency) ?? { count: 0, sums: {} };
    byCurrency.set(after.currency, entry);
    entry.count += 1;
    for (const name of SUMMED) {
      if (typeof after[name] === 'string')
        entry.sums[name] = (entry.sums[name] ?? new Amount(0)).plus(after[name]);
    }
  }
  return [...byCurrency].map(([currency, { count, sums }]) => ({
    currency,
    count,
    sums: Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, amountText(sum)])),
  }));
}

/** How many rows the command would do: all counted, or those that were tried. */
export const ableOf = (result: ActionResult): number => result.impact?.able ?? result.done.length;

/** How many rows were looked at one by one, and how many are meant; where all are counted none is left out. */
export const triedOf = ({ done, refused }: ActionResult): number => done.length + refused.length;
export const totalOf = (result: Preview): number =>
  result.impact ? triedOf(result) : (result.total ?? triedOf(result));

/** How many rows the command says it acts on: those that will be done, or all `chosen` ones where some were not looked at. */
export function actedOf(result: Preview, chosen: number): number {
  if (ableOf(result) === 0) return chosen;
  return result.countCheck?.count ?? (triedOf(result) < totalOf(result) ? chosen : ableOf(result));
}

const refusedOf = ({ impact, refused }: ActionResult): number =>
  impact ? impact.refused.reduce((sum, each) => sum + each.count, 0) : refused.length;

function Sums({ row, words }: { row: PerCurrency[number]; words: Words }) {
  const t = useT('grid');
  return (
    <>
      <div className="facts-line" />
      <dt>{row.currency}</dt>
      <dd className="pd-number">{t('sheet.rows', { count: row.count, shown: formatCount(row.count) })}</dd>
      {SUMMED.filter((name) => row.sums[name] !== undefined).map((name) => [
        <dt key={`${name}.label`}>{words.field(name)}</dt>,
        <dd key={name} className={name === 'net' ? 'facts-main' : ''}>
          <Money amount={row.sums[name]} currency={row.currency} />
        </dd>,
      ])}
    </>
  );
}

/** Where the rows are about several commands: how many of each, and how many of those wait for others after it. */
function Commands({ result }: { result: ActionResult }) {
  const t = useT('grid');
  const counts = new Map<string, { rows: number; waits: number }>();
  for (const { after } of result.preview ?? []) {
    if (typeof after.command !== 'string') continue;
    const { rows, waits } = counts.get(after.command) ?? { rows: 0, waits: 0 };
    counts.set(after.command, { rows: rows + 1, waits: waits + (after.waits === true ? 1 : 0) });
  }
  if (counts.size === 0) return null;
  return (
    <dl className="facts">
      <div className="facts-line" />
      {[...counts].map(([command, { rows, waits }]) => [
        <dt key={`${command}.label`}>{dictLabel('approvalCommand', command)}</dt>,
        <dd key={command} className="pd-number">
          {t('sheet.rows', { count: rows, shown: formatCount(rows) })}
          {waits > 0 && <span className="pd-muted"> · {t('sheet.goOn', { count: formatCount(waits) })}</span>}
        </dd>,
      ])}
    </dl>
  );
}

/** Balances that move, each before and after, the figures one under the other. */
function Balances({ impact }: { impact: ImpactEstimate }) {
  const t = useT('grid');
  if (impact.balances.length === 0) return null;
  return (
    <>
      <h3 className="dock-section">{t('sheet.balances')}</h3>
      <table className="sheet-balances">
        <thead>
          <tr>
            <th scope="col">{t('sheet.account')}</th>
            <th scope="col">{t('sheet.before')}</th>
            <th scope="col">{t('sheet.after')}</th>
          </tr>
        </thead>
        <tbody>
          {impact.balances.map((row) => (
            <tr key={`${row.merchantId}/${row.currency}/${row.account}`}>
              <th scope="row">
                {row.merchantName}
                <span className="pd-muted">
                  {' '}
                  {row.currency} · {dictLabel('accountKindEnum', ACCOUNTS[row.account])}
                </span>
              </th>
              <td>
                <Money amount={row.before} currency={row.currency} />
              </td>
              <td>
                <Money amount={row.after} currency={row.currency} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {impact.unlisted > 0 && (
        <p className="pd-muted">{t('sheet.unlisted', { count: formatCount(impact.unlisted) })}</p>
      )}
    </>
  );
}

/** A command on many in figures: rows, money per currency, balances before and after. */
export function Summary({
  result,
  words,
  name,
}: {
  result: ActionResult;
  words: Words;
  name: (id: string) => string;
}) {
  const t = useT('grid');
  // One row is the sheet's title, and where it is refused, its reason is below.
  const counted = ableOf(result) + refusedOf(result) !== 1;
  const sums = sumsOf(result);
  return (
    <>
      {counted && (
        <dl className="facts">
          <dt>{t('sheet.able')}</dt>
          <dd className="pd-number facts-main">{formatCount(ableOf(result))}</dd>
          {refusedOf(result) > 0 && (
            <>
              <dt>{t('sheet.notAble')}</dt>
              <dd className="pd-number pd-down">{formatCount(refusedOf(result))}</dd>
            </>
          )}
        </dl>
      )}
      <Commands result={result} />
      {sums.length > 0 && (
        <dl className="facts">
          {sums.map((row) => (
            <Sums key={row.currency} row={row} words={words} />
          ))}
        </dl>
      )}
      {/* Below the money that moves, and before the balances, of which there may be many. */}
      <RefusedRows result={result} name={name} />
      {result.impact && <Balances impact={result.impact} />}
    </>
  );
}

/** Who would be refused and why: alike ones counted together, single ones by name. */
export function RefusedRows({ result, name }: { result: ActionResult; name: (id: string) => string }) {
  const t = useT('grid');
  const count = refusedOf(result);
  if (count === 0) return null;
  const named = count <= NAMED && result.refused.length === count;
  // The sheet is called by the only row already.
  const alone = count === 1 && result.done.length === 0;
  return (
    <>
      <p className="pd-down">{t('sheet.refused', { count: formatCount(count) })}</p>
      <ul className="sheet-list">
        {named
          ? result.refused.map((each) => (
              <li key={each.id}>
                {!alone && <span className="pd-mono">{name(each.id)}</span>}
                <span className="pd-muted">{each.message}</span>
              </li>
            ))
          : result.impact?.refused.map((each) => (
              <li key={`${each.code}/${each.message}`}>
                <span>{each.message}</span>
                <b className="pd-number">{formatCount(each.count)}</b>
              </li>
            ))}
      </ul>
    </>
  );
}
