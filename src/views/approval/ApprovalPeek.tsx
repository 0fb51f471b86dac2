import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Way as WayShown } from '../../../contract/approvalFlow.ts';
import type { Row } from '../../../contract/calls.ts';
import { State, call, events, queryClient, useT, useVisible } from '../../kit/index.ts';
import { Way } from '../../resource/flow/Way.tsx';
import { type PeekProps, RowPeek } from '../../resource/RowPeek.tsx';

/** The way of the request; a merchant's people are answered none. */
function useWay(id: string | undefined) {
  const visible = useVisible();
  const queryKey = ['approval', 'way', id];
  useEffect(() => {
    if (!visible) return;
    return events.subscribe('approval', () => {
      void queryClient.invalidateQueries({ queryKey: ['approval', 'way'] });
    });
  }, [visible]);
  return useQuery({
    queryKey,
    enabled: visible && id !== undefined,
    staleTime: 0,
    queryFn: ({ signal }) =>
      call<Row & { way?: WayShown }>('approval/detail', undefined, {
        query: { id: id! },
        customCatch: true,
        signal,
      }),
  });
}

/** Every field of a request, and the way that it takes, drawn: who has decided and who is awaited. */
export function ApprovalPeek(props: PeekProps) {
  const { row } = props;
  const t = useT('platform');
  const { data, error, refetch } = useWay(row?.id);
  return (
    <RowPeek {...props}>
      {error && <State kind="error" inline text={error.message} retry={() => void refetch()} />}
      {row && data?.way && (
        <section aria-label={t('workflow.way')}>
          <h3 className="dock-section">
            {t('workflow.way')}{' '}
            <span className="pd-muted">{t('workflow.version', { n: data.way.flowVersion })}</span>
          </h3>
          <Way
            way={data.way}
            command={String(row.command)}
            currency={String(row.currency ?? '')}
            amount={String(row.amount ?? '0')}
          />
        </section>
      )}
    </RowPeek>
  );
}
