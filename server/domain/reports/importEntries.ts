import type { PoolClient } from 'pg';
import { Amount } from '../../../contract/money.ts';
import { FIGURES } from '../../../contract/resources/reports/reportGaps.ts';
import { upstreamEntry } from '../../../contract/resources/reports/upstreamEntry.ts';
import type { WriteContext } from '../../engine/serverHalf.ts';
import { engineOf } from '../../engine/shared.ts';
import { type RowChange, writeWithin } from '../../engine/write.ts';
import { writerOf } from '../../engine/writeValues.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { textOf } from '../../platform/http/locales.ts';
import { Refused } from '../../platform/http/refused.ts';
import { type EntryLine, type LineFault, readEntryLines, type Upstream } from './entryLines.ts';
import { reportDay } from './run.ts';

const SHOWN_MOST = 20;

interface Asked {
  text: string;
  reason: string;
  /** What was warned of was read. */
  confirmed?: boolean;
}

interface Ask extends Pick<WriteContext, 'caller' | 'tx' | 'onCommit'> {
  body: Asked;
}

/** What becomes of the lines: reports that were not there, those that change, and those that are as they were. */
export interface Imported {
  added: number;
  updated: number;
  same: number;
}

/** Nothing was entered: this is to be confirmed first. */
export interface ImportWarnings {
  warnings: string[];
}

type Values = Readonly<Record<string, unknown>>;

const KNOWN = `
select id::text, success_collection_count as "successCollectionCount",
  success_collection::text as "successCollection", upstream_fee::text as "upstreamFee", user_fee::text as "userFee",
  collection_profit::text as "collectionProfit", success_payment_count as "successPaymentCount",
  success_payment::text as "successPayment", upstream_pay_fee::text as "upstreamPayFee",
  user_pay_fee::text as "userPayFee", payment_profit::text as "paymentProfit"
from upstream_entry where upstream_id = $1 and currency = $2 and report_date = $3`;

/** What is wrong with which line, in words; of many the first. */
function wordsOf(deps: AppDeps, { locale }: Caller, faults: readonly LineFault[]): string[] {
  const texts = faults.slice(0, SHOWN_MOST).map(({ line, says, text, values }) => {
    const why = says ?? textOf(deps.locales, locale, 'errors', `texts.${text}`, values) ?? '';
    return textOf(deps.locales, locale, 'errors', 'texts.entryAt', { line, why }) ?? why;
  });
  const left = faults.length - texts.length;
  const more = textOf(deps.locales, locale, 'errors', 'texts.entryMore', { count: left }) ?? '';
  return left > 0 ? [...texts, more] : texts;
}

/** Lines of a currency that their upstream has not: most often a column or a line that slipped. */
const ofOtherCurrencies = (lines: readonly EntryLine[], upstreams: readonly Upstream[]): LineFault[] =>
  lines.flatMap(({ no, values }) => {
    const upstream = upstreams.find(({ id }) => id === values.upstreamId);
    if (!upstream || upstream.currency === values.currency) return [];
    const { name, currency: own } = upstream;
    return [{ line: no, text: 'entryOther', values: { name, own, currency: values.currency } }];
  });

/** What a line does to what is there; undefined where nothing of it differs. */
async function changeOf(tx: PoolClient, values: Values): Promise<RowChange | undefined> {
  const { upstreamId, currency, reportDate, reason } = values;
  const { rows } = await tx.query<Values & { id: string }>(KNOWN, [upstreamId, currency, reportDate]);
  const [known] = rows;
  if (!known) return { values: { ...values } };
  const figures = FIGURES.map((name) => [name, values[name]] as const);
  if (figures.every(([name, value]) => new Amount(String(known[name])).equals(String(value))))
    return undefined;
  return { id: known.id, values: { reason, ...Object.fromEntries(figures) } };
}

/**
 * Enters the reports of a text and corrects those that are there: all lines or none, and none where something is to be
 * confirmed first. @throws Refused validation with what is wrong with which line
 */
export async function importEntries(
  deps: AppDeps,
  { caller, tx, body: { text, reason, confirmed }, onCommit }: Ask,
): Promise<Imported | ImportWarnings> {
  const { rows: upstreams } = await tx.query<Upstream>('select id::text, code, name, currency from upstream');
  const calendar = await reportDay(deps);
  const { lines, faults } = readEntryLines(deps, caller, text, { reason, upstreams, calendar });
  if (faults.length > 0) throw new Refused('validation', {}, { text: wordsOf(deps, caller, faults) });
  const odd = ofOtherCurrencies(lines, upstreams);
  if (odd.length > 0 && !confirmed) return { warnings: wordsOf(deps, caller, odd) };
  // Two that enter the same day one after the other.
  await tx.query('lock table upstream_entry in share row exclusive mode');
  const changes: RowChange[] = [];
  for (const { values } of lines) {
    const change = await changeOf(tx, values);
    if (change) changes.push(change);
  }
  await writeWithin(writerOf(await engineOf(deps), deps, upstreamEntry), { caller, tx, onCommit }, changes);
  const added = changes.filter(({ id }) => id === undefined).length;
  return { added, updated: changes.length - added, same: lines.length - changes.length };
}
