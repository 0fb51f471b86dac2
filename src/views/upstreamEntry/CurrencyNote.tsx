import { useQuery } from '@tanstack/react-query';
import { Alert, Form } from 'antd';
import type { UpstreamCurrencies } from '../../../contract/upstreamCurrencies.ts';
import { call, useT } from '../../kit/index.ts';
import type { FormExtraProps } from '../../resource/form/FormSheet.tsx';

/** Warns of a currency that the chosen upstream has not: it is another one that was meant, most often. */
export function CurrencyNote({ form, row }: FormExtraProps) {
  const t = useT('reports');
  const upstreamId: unknown = Form.useWatch('upstreamId', form);
  const currency: unknown = Form.useWatch('currency', form);
  // Of a row that is there neither is changed.
  const chosen = !row && typeof upstreamId === 'string' ? upstreamId : '';
  const { data } = useQuery({
    queryKey: ['upstreamEntry/currencies'],
    queryFn: ({ signal }) =>
      call<UpstreamCurrencies>('upstreamEntry/currencies', undefined, { customCatch: true, signal }),
    enabled: chosen !== '',
    staleTime: 60_000,
  });
  const own = data?.[chosen];
  if (!own || typeof currency !== 'string' || currency === own.currency) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={t('upstreamEntry.otherCurrency', { name: own.name, own: own.currency, currency })}
    />
  );
}
