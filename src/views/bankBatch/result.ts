import type { Row } from '../../../contract/calls.ts';
import { dictValue } from '../../../contract/dicts.ts';
import type { StatementProof } from '../../../contract/statementPreview.ts';
import { formatCount, translate } from '../../kit/index.ts';

export interface LineFault {
  line: number;
  fault: string;
  /** Of a file that lacks columns: those that are wanted, and what it has. */
  missing?: readonly string[];
  found?: readonly string[];
}

const FAILED = dictValue('batchStatusEnum', 'failed');
const HELD = dictValue('batchStatusEnum', 'held');
const ENDED = [FAILED, HELD, ...['parsed', 'done'].map((name) => dictValue('batchStatusEnum', name))];

/** The message about a batch at its end replaces that at its beginning. */
export const toastKey = (id: string): string => `bankBatch.${id}`;

export const isEnded = ({ status }: Row): boolean => ENDED.some((ended) => ended === status);

/** How many lines of the file are none. */
export const badLines = (row: Row | undefined): number => Number(row?.failed ?? 0);

export const faultsOf = (row: Row | undefined): readonly LineFault[] =>
  Array.isArray(row?.errors) ? (row.errors as LineFault[]) : [];

interface Reading {
  proof: StatementProof;
  currency: string;
  /** Rows that are no money, by reason. */
  skipped: Readonly<Record<string, number>>;
}

/** How the file of a batch was read; undefined until it was. */
export const readingOf = (row: Row | undefined): Reading | undefined =>
  typeof row?.reading === 'object' && row.reading !== null ? (row.reading as Reading) : undefined;

export const faultText = ({ fault, missing = [], found = [] }: Omit<LineFault, 'line'>): string =>
  translate(`bank:bankBatch.faults.${fault}`, {
    missing: missing.join(', '),
    found: found.join(', '),
  });

interface Result {
  kind: 'success' | 'warning' | 'error';
  text: string;
  description?: string;
}

/** What became of a file, once its lines are read: unreadable, read in part, or read. */
export function resultOf(row: Row): Result {
  const say = (key: string, more: Record<string, unknown> = {}) =>
    translate(`bank:bankBatch.upload.${key}`, { batchNo: row.batchNo, ...more });
  const faults = faultsOf(row);
  if (row.status === FAILED) {
    const fault = String(row.failure);
    const latest = faults.findLast((each) => each.fault === fault) ?? { fault };
    return { kind: 'error', text: say('failed'), description: faultText(latest) };
  }
  if (row.status === HELD) return { kind: 'warning', text: say('held') };
  const bad = badLines(row);
  const [first] = faults;
  if (bad > 0)
    return {
      kind: 'warning',
      text: say('partly', { count: formatCount(bad), lines: formatCount(Number(row.lines)) }),
      ...(first && {
        description: `${translate('bank:bankBatch.faults.line', { line: first.line })}: ${faultText(first)}`,
      }),
    };
  return { kind: 'success', text: say('read', { lines: formatCount(Number(row.lines)) }) };
}
