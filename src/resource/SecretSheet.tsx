import { useT } from '../kit/index.ts';
import { Sheet } from './actions/Sheet.tsx';
import { copyText } from './grid/copy.ts';

/** A one-time password, or the secret of a key: nobody can read it again. */
interface Shown {
  kind: 'password' | 'key';
  value: string;
}

/** What is shown once, and whose it is. */
export interface Secret extends Shown {
  name: string;
  /** What has just happened. */
  said: string;
}

/** What an answer shows this once, if it does. */
export function secretIn(answer: object): Shown | undefined {
  const { password, secret } = answer as { password?: unknown; secret?: unknown };
  if (typeof password === 'string') return { kind: 'password', value: password };
  return typeof secret === 'string' ? { kind: 'key', value: secret } : undefined;
}

/** Shows a one-time password, or a key's secret, until the person closes it; it is kept nowhere, not in the list of messages either. */
export function SecretSheet({ secret, close }: { secret: Secret; close: () => void }) {
  const t = useT('grid');
  return (
    <Sheet
      title={t(secret.kind === 'key' ? 'secret.keyTitle' : 'secret.title', { name: secret.name })}
      verb={t(secret.kind === 'key' ? 'secret.keyCopy' : 'secret.copy')}
      closing={t('close')}
      ready
      busy={false}
      commit={() => void copyText(secret.value, t('copy.hidden'))}
      close={close}
    >
      <p>{secret.said}</p>
      <output className="secret pd-mono">{secret.value}</output>
      <p className="pd-muted">{t(secret.kind === 'key' ? 'secret.keyOnce' : 'secret.once')}</p>
    </Sheet>
  );
}
