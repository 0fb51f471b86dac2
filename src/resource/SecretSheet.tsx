import { useT } from '../kit/index.ts';
import { Sheet } from './actions/Sheet.tsx';
import { copyText } from './grid/copy.ts';

/** A password that nobody can read again, and whose it is. */
export interface Secret {
  name: string;
  password: string;
  /** What has just happened. */
  said: string;
}

/** Shows a one-time password until the person closes it; it is kept nowhere, not in the list of messages either. */
export function SecretSheet({ secret, close }: { secret: Secret; close: () => void }) {
  const t = useT('grid');
  return (
    <Sheet
      title={t('secret.title', { name: secret.name })}
      verb={t('secret.copy')}
      closing={t('close')}
      ready
      busy={false}
      commit={() => void copyText(secret.password, t('copy.hidden'))}
      close={close}
    >
      <p>{secret.said}</p>
      <output className="secret pd-mono">{secret.password}</output>
      <p className="pd-muted">{t('secret.once')}</p>
    </Sheet>
  );
}
