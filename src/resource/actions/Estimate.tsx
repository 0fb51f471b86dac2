import type { ActionResult } from '../../../contract/calls.ts';
import { Money, dictLabel, formatCount, formatPrice, signOf, useT } from '../../kit/index.ts';
import type { Words } from './texts.ts';
import { Waits } from './Waits.tsx';

/** Amounts of the row in its currency, in the order a person reads them. */
const AMOUNTS = ['amount', 'fee', 'net'] as const;
/** As a preview names them, and what people call them. */
const ACCOUNTS = {
  available: ['accountKindEnum', 2],
  // The same, as settlements name it.
  balance: ['accountKindEnum', 2],
  pending: ['accountKindEnum', 1],
  frozen: ['accountKindEnum', 3],
  // Money of nobody yet, which a request without an upstream is paid from.
  suspense: ['platformAccount', 'suspense'],
} as const;

/** What is lost by it, as numbers. */
const COUNTS = ['directories', 'people'] as const;

type After = Readonly<Record<string, unknown>>;

const afterOf = (result: ActionResult): After | undefined =>
  result.preview?.length === 1 ? result.preview[0]!.after : undefined;

/** True where the dry run of one row tells what moves. */
export const isEstimate = (result: ActionResult): boolean => {
  const after = afterOf(result);
  return (
    after !== undefined &&
    ('rateBand' in after ||
      'waits' in after ||
      'turn' in after ||
      'people' in after ||
      Object.keys(ACCOUNTS).some((name) => `${name}Before` in after))
  );
};

function Balances({ after, currency }: { after: After; currency: string }) {
  const t = useT('grid');
  const waits = after.waits === true;
  const moved = Object.entries(ACCOUNTS).filter(([name]) => `${name}Before` in after);
  if (moved.length === 0) return null;
  return (
    <table className="sheet-balances">
      <thead>
        <tr>
          <th scope="col">{currency}</th>
          <th scope="col">{t('sheet.before')}</th>
          <th scope="col">{t(waits ? 'sheet.approved' : 'sheet.after')}</th>
        </tr>
      </thead>
      <tbody>
        {moved.map(([name, [dict, value]]) => (
          <tr key={name}>
            <th scope="row">{dictLabel(dict, value)}</th>
            <td>
              <Money amount={String(after[`${name}Before`])} currency={currency} />
            </td>
            <td className={signOf(String(after[`${name}After`])) < 0 ? 'pd-down' : ''}>
              <Money amount={String(after[`${name}After`])} currency={currency} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** One row in figures, as the server estimated them: what it comes to, and each balance before and after. */
export function Estimate({ result, words }: { result: ActionResult; words: Words }) {
  const t = useT('grid');
  const after = afterOf(result) ?? {};
  const currency = String(after.currency ?? '');
  const text = (name: string) => (typeof after[name] === 'string' ? after[name] : undefined);
  return (
    <>
      <Waits after={after} />
      <dl className="facts sheet-figures">
        {AMOUNTS.filter((name) => text(name)).map((name) => [
          <dt key={`${name}.label`}>{words.field(name)}</dt>,
          <dd key={name} className={name === 'net' ? 'facts-main' : ''}>
            <Money amount={text(name)} currency={currency} code />
          </dd>,
        ])}
        {COUNTS.filter((name) => typeof after[name] === 'number').map((name) => [
          <dt key={`${name}.label`}>{t(`sheet.${name}`)}</dt>,
          <dd key={name} className="pd-number facts-main">
            {formatCount(Number(after[name]))}
          </dd>,
        ])}
        {['rateBand', 'exchangeRate']
          .filter((name) => text(name))
          .map((name) => [
            <dt key={`${name}.label`}>{words.field(name)}</dt>,
            <dd key={name} className="pd-number">
              {name === 'exchangeRate' ? formatPrice(text(name)) : text(name)}
            </dd>,
          ])}
        {text('usdtAmount') && [
          <dt key="label">{words.field('usdtAmount')}</dt>,
          <dd key="usdt" className="facts-main">
            <Money amount={text('usdtAmount')} currency="USDT" /> USDT
          </dd>,
        ]}
      </dl>
      <Balances after={after} currency={currency} />
    </>
  );
}
