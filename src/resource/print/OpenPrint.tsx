import { useState } from 'react';
import type { Row } from '../../../contract/calls.ts';
import { PRINTED } from '../../../contract/print/printed.ts';
import { preferences, serverNow, useT } from '../../kit/index.ts';
import { inputInstant } from '../../kit/ui/instantText.ts';
import type { Words } from '../actions/texts.ts';
import { dayOf, type Filters, wireFilters } from '../filters/model.ts';
import { labelOf } from '../grid/columns.ts';
import type { GridModel } from '../grid/model.ts';
import { PrintSheet } from './PrintSheet.tsx';
import { StatementSheet } from './StatementSheet.tsx';

interface OpenPrintProps {
  model: GridModel;
  row: Row | undefined;
  words: Words;
  close: () => void;
}

const onlyOf = (value: unknown): unknown =>
  Array.isArray(value) && value.length === 1 ? (value as unknown[])[0] : undefined;

/** The first instant of this month on the person's clock. */
function monthBegin(now: number): string | undefined {
  const { timeZone } = preferences();
  return inputInstant(`${dayOf(new Date(now).toISOString(), timeZone).slice(0, 8)}01 00:00`, timeZone);
}

/** Whose statement and of when, as the list and its focused row have it; this month up to now where the list has no period. */
function statementOf(filters: Filters, row: Row | undefined): Record<string, unknown> {
  const now = serverNow();
  const wire = wireFilters(filters, now, preferences().timeZone);
  const { from, to } = (wire.createdAt ?? {}) as { from?: string; to?: string };
  return {
    merchantId: onlyOf(wire.merchantId) ?? row?.merchantId,
    currency: onlyOf(wire.currency) ?? row?.currency,
    from: from ?? monthBegin(now),
    to: to ?? new Date(now).toISOString(),
  };
}

/** The print of a list: the receipt of a row, or the statement that its entries are of. */
export function OpenPrint({ model, row, words, close }: OpenPrintProps) {
  const t = useT('grid');
  const { resource } = model;
  const source = PRINTED[resource.id];
  const [first] = useState(() => statementOf(model.state().filters, row));
  if (source === 'merchantStatement') return <StatementSheet words={words} first={first} close={close} />;
  if (!source || !row) return null;
  const title = t('print.of', { name: labelOf(resource, row) });
  return <PrintSheet source={source} title={title} wanted={{ id: row.id }} close={close} />;
}
