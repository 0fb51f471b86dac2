import type { HandoverClaim } from '../../../contract/shiftHandover.ts';
import { LINKED_ROW } from '../../../contract/noticeLink.ts';
import { DictTag, Money, openView, useT } from '../../kit/index.ts';

interface ClaimListProps {
  claims: readonly HandoverClaim[];
  /** The claims that are chosen, and how one is; without it there is nothing to choose. */
  chosen?: ReadonlySet<string> | undefined;
  toggle?: ((orderId: string) => void) | undefined;
}

/** What became of a claim, or why it cannot be given. */
function Outcome({ claim }: { claim: HandoverClaim }) {
  const t = useT('orders');
  const { fault, holder } = claim;
  if (fault) return <span className="pd-down">{t(`shiftHandover.faults.${fault}`, { name: holder })}</span>;
  if (claim.outcome) return <span className="pd-muted">{t(`shiftHandover.outcomes.${claim.outcome}`)}</span>;
  return null;
}

/** Claims of a shift, each with the way to its order. */
export function ClaimList({ claims, chosen, toggle }: ClaimListProps) {
  const t = useT('orders');
  return (
    <>
      <h3 className="line-title">
        {t('shiftHandover.claims')} <span className="pd-number">{claims.length}</span>
      </h3>
      {claims.length === 0 && <p className="pd-muted">{t('shiftHandover.noClaims')}</p>}
      <ul className="handover-claims">
        {claims.map((claim) => (
          <li key={claim.orderId}>
            {toggle && (
              <input
                type="checkbox"
                aria-label={claim.orderNo}
                disabled={claim.fault !== null}
                checked={claim.fault === null && chosen?.has(claim.orderId) === true}
                onChange={() => toggle(claim.orderId)}
              />
            )}
            <button
              type="button"
              className="link-button pd-mono"
              onClick={() => void openView(claim.kind, { anyId: claim.orderNo, [LINKED_ROW]: claim.orderId })}
            >
              {claim.orderNo}
            </button>
            <DictTag
              dict={claim.kind === 'collectOrder' ? 'collectStatusEnum' : 'payStatusEnum'}
              value={claim.status}
            />
            <Money amount={claim.amount} currency={claim.currency} code />
            <Outcome claim={claim} />
          </li>
        ))}
      </ul>
    </>
  );
}
