import { useEffect, useState } from 'react';
import type { Row } from '../../../contract/calls.ts';
import { wallet } from '../../../contract/resources/finance/wallet.ts';
import { State, type ViewProps, isCallError, useCaller, useT } from '../../kit/index.ts';
import { wordsOf } from '../../resource/actions/texts.ts';
import { FilterBar } from '../../resource/filters/FilterBar.tsx';
import { type Filters, parseFilters } from '../../resource/filters/model.ts';
import '../../resource/ui/view.css';
import { Balances } from './Balances.tsx';
import { Movements } from './Movements.tsx';
import { useAssets } from './useAssets.ts';
import './wallet.css';

const words = wordsOf(wallet);

interface Kept {
  filters: Filters;
  currency: string | undefined;
}

function parseKept(saved: unknown, args: Record<string, unknown>, own: string | null): Kept {
  const given = saved !== null && typeof saved === 'object' ? (saved as Record<string, unknown>) : undefined;
  const filters = parseFilters(wallet, given ? given.filters : args);
  const currency = given?.currency ?? args.currency;
  return {
    // An agent's wallet is its own until it asks for another's.
    filters: own && Object.keys(filters).length === 0 ? { merchantId: [own] } : filters,
    currency: typeof currency === 'string' ? currency : undefined,
  };
}

/** The one that was looked at last, else the one that holds most of what can be used. */
function assetOf(
  assets: readonly Row[],
  id: string | undefined,
  currency: string | undefined,
): Row | undefined {
  return (
    assets.find((asset) => asset.id === id) ??
    assets.find((asset) => asset.currency === currency) ??
    assets[0]
  );
}

export default function Wallet(props: ViewProps) {
  const { args, state, saveState, visible } = props;
  const t = useT('finance');
  const { profile } = useCaller();
  const own = profile.merchantId ?? null;
  const [kept, setKept] = useState(() => parseKept(state, args, own));
  const [chosen, setChosen] = useState<string>();
  useEffect(() => saveState(kept), [saveState, kept]);
  const { merchantId } = kept.filters;
  const merchants = Array.isArray(merchantId) ? merchantId.map(String) : [];
  const { data, isPending, error, refetch } = useAssets(merchants, visible);
  const refused = isCallError(error) ? error : undefined;
  const asset = data && assetOf(data, chosen, kept.currency);
  return (
    <div className="view">
      {(!own || profile.kind === 'agent') && (
        <div className="view-bar">
          <FilterBar
            resource={wallet}
            filters={kept.filters}
            onChange={(filters) => setKept((now) => ({ ...now, filters }))}
            always={['merchantId']}
            label={words.field}
            hint=""
          />
        </div>
      )}
      {merchants.length === 0 && <State kind="empty" text={t('wallet.choose')} />}
      {merchants.length > 0 && isPending && <State kind="loading" />}
      {merchants.length > 0 && !isPending && !data && (
        <State
          kind={refused?.code === 403 ? 'forbidden' : 'error'}
          text={refused?.message}
          traceId={refused?.traceId}
          retry={() => void refetch()}
        />
      )}
      {data?.length === 0 && <State kind="empty" text={t('wallet.none')} hint={t('wallet.noneHint')} />}
      {data && error && <State kind="stale" inline retry={() => void refetch()} />}
      {data && asset && (
        <div className="wallet">
          <Balances
            assets={data}
            chosen={asset.id}
            named={merchants.length > 1}
            choose={(next) => {
              setChosen(next.id);
              setKept((now) => ({ ...now, currency: String(next.currency) }));
            }}
          />
          <Movements key={asset.id} {...props} asset={asset} />
        </div>
      )}
    </div>
  );
}
