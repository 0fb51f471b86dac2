import { useDeferredValue, useState } from 'react';
import type { Row } from '../../../contract/calls.ts';
import type { PrintTemplate } from '../../../contract/print/template.ts';
import {
  FindBox,
  Icon,
  Popover,
  PopoverItem,
  State,
  formatInstant,
  formatMoney,
  useT,
} from '../../kit/index.ts';
import { type Tried, useRows } from './useRow.ts';

const SHOWN = 12;

/** What a row is called here: an order by its number, an entry of a statement by whose it is. */
export const nameOf = ({ source }: PrintTemplate, row: Row): string =>
  source === 'merchantStatement'
    ? `${String(row.merchantName ?? '')} ${String(row.currency)}`
    : String(row.orderNo);

interface RowsProps {
  template: PrintTemplate;
  chosen: string | undefined;
  take: (tried: Tried) => void;
}

function Rows({ template, chosen, take }: RowsProps) {
  const t = useT('platform');
  const [typed, setTyped] = useState('');
  const asked = useDeferredValue(typed.trim());
  const { data, error } = useRows(template, asked, SHOWN, true);
  return (
    <>
      <FindBox label={t('sysPrint.design.findRow')} value={typed} set={setTyped} data-start="" />
      {error && <State kind="error" text={error.message} inline />}
      {data?.items.length === 0 && <State kind="empty" text={t('sysPrint.design.noRow')} inline />}
      {data?.items.map((row) => (
        <PopoverItem key={row.id} checked={row.id === chosen} onClick={() => take(row)}>
          <span className="design-row">
            <b className="pd-mono">{nameOf(template, row)}</b>
            <span className="pd-number">
              {formatMoney(String(row.amount), String(row.currency), { code: true })}
            </span>
            <span className="pd-muted pd-number">{formatInstant(String(row.createdAt), 'dateTime')}</span>
          </span>
        </PopoverItem>
      ))}
      <PopoverItem checked={chosen === undefined} onClick={() => take('sample')}>
        {t('sysPrint.design.sample')}
      </PopoverItem>
    </>
  );
}

interface RowPickerProps {
  template: PrintTemplate;
  row: Row | undefined;
  choose: (tried: Tried) => void;
}

/** What the template is tried out with: found by any number of it, or the sample values. */
export function RowPicker({ template, row, choose }: RowPickerProps) {
  const t = useT('platform');
  const name = row ? nameOf(template, row) : t('sysPrint.design.sample');
  return (
    <Popover
      className="pd-button design-tried"
      label={t('sysPrint.design.previewWith', { name })}
      face={
        <>
          <span>{t('sysPrint.design.previewWith', { name })}</span>
          <Icon name="down" size={12} />
        </>
      }
    >
      {(close) => (
        <Rows
          template={template}
          chosen={row?.id}
          take={(tried) => {
            close();
            choose(tried);
          }}
        />
      )}
    </Popover>
  );
}
