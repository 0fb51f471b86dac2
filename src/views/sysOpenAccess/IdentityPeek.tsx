import { useQuery } from '@tanstack/react-query';
import type { IdentityRefusal } from '../../../contract/identityRefusal.ts';
import { curlRecipe, nodeRecipe } from '../../../contract/signedCallRecipe.ts';
import { Unanswered, call, formatInstant, useT } from '../../kit/index.ts';
import { type PeekProps, RowPeek } from '../../resource/RowPeek.tsx';
import './identity.css';

/** The calls under this key that were not let in, the newest first. */
function Refusals({ id }: { id: string }) {
  const t = useT('system');
  const query = useQuery({
    queryKey: ['sysOpenAccess/refusals', id],
    queryFn: ({ signal }) =>
      call<IdentityRefusal[]>('sysOpenAccess/refusals', undefined, {
        query: { id },
        customCatch: true,
        signal,
      }),
    retry: false,
    staleTime: 0,
  });
  const { data } = query;
  if (!data) return <Unanswered query={query} />;
  if (data.length === 0) return <p className="pd-muted">{t('sysOpenAccess.noRefusals')}</p>;
  return (
    <ul className="sheet-list">
      {data.map(({ id: at, reason, method, path, ip, refusedAt }) => (
        <li key={at}>
          <span>
            {t(`sysOpenAccess.reasons.${reason}`)}
            <span className="pd-muted pd-mono identity-call">
              {method} {path} · {ip}
            </span>
          </span>
          <time className="pd-number pd-muted">{formatInstant(refusedAt)}</time>
        </li>
      ))}
    </ul>
  );
}

/** A key with how it signs, as scripts that run as they are printed, and what was refused under it. */
export function IdentityPeek(props: PeekProps) {
  const t = useT('system');
  const { row } = props;
  const recipe = { base: window.location.origin, accessKey: String(row?.accessKey ?? '') };
  return (
    <RowPeek {...props}>
      {row && (
        <>
          <h3 className="dock-section">{t('sysOpenAccess.refusals')}</h3>
          <Refusals id={row.id} />
          <h3 className="dock-section">{t('sysOpenAccess.howToSign')}</h3>
          <p>{t('sysOpenAccess.signedText')}</p>
          <pre className="identity-recipe pd-mono">
            {
              'METHOD&/path&accessKey&timestamp&nonce\nMETHOD&/path?query&accessKey&timestamp&nonce&body-sha256'
            }
          </pre>
          <p>{t('sysOpenAccess.secretInEnvironment')}</p>
          <h4>{t('sysOpenAccess.withCurl')}</h4>
          <pre className="identity-recipe pd-mono">{curlRecipe(recipe)}</pre>
          <h4>{t('sysOpenAccess.withNode')}</h4>
          <pre className="identity-recipe pd-mono">{nodeRecipe(recipe)}</pre>
        </>
      )}
    </RowPeek>
  );
}
