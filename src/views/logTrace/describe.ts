import { resources } from '../../../contract/resources/index.ts';
import type { TraceItem } from '../../../contract/trace.ts';
import { type Tone, type Translate, dictLabel, operatorName } from '../../kit/index.ts';
import { resourceTitle } from '../../resource/logs/resourceTitle.ts';

/** A row of any log in the same few columns. */
export interface Described {
  what: string;
  who: string;
  result: string;
  tone: Tone;
}

const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

const GOOD = 200;

const changed = (row: TraceItem['row']): string[] => [
  ...new Set([row.beforeData, row.afterData].flatMap((side) => Object.keys((side as object | null) ?? {}))),
];

function request({ row }: TraceItem): Described {
  const status = Number(row.status);
  return {
    what: text(row.displayTitle),
    who: text(row.account),
    result: status === GOOD ? text(status) : [status, text(row.errorCode)].filter(Boolean).join(' '),
    tone: status === GOOD ? 'success' : status >= 500 ? 'danger' : 'warning',
  };
}

function openCall({ row }: TraceItem): Described {
  const isGood = row.reason === null;
  return {
    what: `${text(row.method)} ${text(row.path)}`,
    who: text(row.merchantName) || text(row.accessKey),
    result: isGood ? text(row.answerCode) : `${text(row.answerCode)} ${dictLabel('openReason', row.reason)}`,
    tone: isGood ? 'success' : 'warning',
  };
}

function difference({ row }: TraceItem): Described {
  return {
    what: `${resourceTitle(text(row.resource))} · ${changed(row).join(', ')}`,
    who: text(row.account),
    result: dictLabel('diffType', row.diffType),
    tone: 'info',
  };
}

function order({ row }: TraceItem): Described {
  const status = (row.after as { status?: unknown } | null)?.status;
  return {
    what: `${dictLabel('orderEvent', row.event)} · ${text(row.orderNo)}`,
    who: operatorName(text(row.operator)),
    result: status === undefined ? '' : resourceTitle(text(row.resource)),
    tone: 'primary',
  };
}

function attempt({ row }: TraceItem, t: Translate): Described {
  const http = row.httpStatus === null ? text(row.failure) : `HTTP ${text(row.httpStatus)}`;
  return {
    what: `${t('logTrace.attempt', { count: Number(row.attempt) })} · ${text(row.orderNo)}`,
    who: text(row.merchantName),
    result: http,
    tone: row.delivered === true ? 'success' : 'danger',
  };
}

export function describe(item: TraceItem, t: Translate): Described {
  switch (item.log) {
    case 'openApiLog':
      return openCall(item);
    case 'sysLogDiff':
      return difference(item);
    case 'orderLog':
      return order(item);
    case 'callback':
      return attempt(item, t);
    default:
      return request(item);
  }
}

/** The order that a row is about, where it is about one. */
export function orderOf({ row, log }: TraceItem): { view: string; orderNo: string } | undefined {
  if (typeof row.orderNo !== 'string') return undefined;
  const view = log === 'orderLog' ? text(row.resource) : log === 'callback' ? 'callback' : '';
  return resources.get(view)?.fields.orderNo?.filter ? { view, orderNo: row.orderNo } : undefined;
}
