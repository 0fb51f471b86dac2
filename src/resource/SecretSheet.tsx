import { useT, copyText } from '../kit/index.ts';
import { Sheet } from './actions/Sheet.tsx';

/** A one-time password, or the secret of a key or of an authenticator app: nobody can read it again. */
interface Shown {
  kind: 'password' | 'key' | 'otp';
  value: string;
  /** Whose it is, where the answer says more of it than its row. */
  account?: string;
  /** Of an app that is handed over: each is good once in place of its codes. */
  recoveryCodes?: readonly string[];
}

/** What is shown once, and whose it is. */
export interface Secret extends Shown {
  name: string;
  /** What has just happened. */
  done: string;
}

/** What an answer shows this once, if it does: of itself, or of the one row that it acted on. */
export function secretIn(answer: object): Shown | undefined {
  const { results, ...flat } = answer as { results?: Record<string, object> };
  const [of = {}] = Object.values(results ?? {});
  const { password, secret, otpSecret, account, recoveryCodes } = { ...of, ...flat } as Record<
    string,
    unknown
  >;
  const whose = typeof account === 'string' ? { account } : {};
  const codes = Array.isArray(recoveryCodes) ? { recoveryCodes: recoveryCodes.map(String) } : {};
  if (typeof password === 'string') return { kind: 'password', value: password, ...whose };
  if (typeof otpSecret === 'string') return { kind: 'otp', value: otpSecret, ...whose, ...codes };
  return typeof secret === 'string' ? { kind: 'key', value: secret } : undefined;
}

const WORDS = {
  password: { title: 'secret.title', copy: 'secret.copy', once: 'secret.once' },
  key: { title: 'secret.keyTitle', copy: 'secret.keyCopy', once: 'secret.keyOnce' },
  otp: { title: 'secret.otpTitle', copy: 'secret.otpCopy', once: 'secret.otpOnce' },
} as const;

/** Shows a one-time password, or a key's secret, until the person closes it; it is kept nowhere, not in the list of messages either. */
export function SecretSheet({ secret, close }: { secret: Secret; close: () => void }) {
  const t = useT('grid');
  const words = WORDS[secret.kind];
  return (
    <Sheet
      title={t(words.title, { name: secret.name })}
      verb={t(words.copy)}
      closing={t('close')}
      ready
      busy={false}
      commit={() => void copyText(secret.value, t('copy.hidden'))}
      close={close}
    >
      <p>{secret.done}</p>
      <output className="secret pd-mono">{secret.value}</output>
      {secret.recoveryCodes && (
        <>
          <p>{t('secret.codes')}</p>
          <output className="secret secret-codes pd-mono">
            {secret.recoveryCodes.map((code) => (
              <span key={code}>{code}</span>
            ))}
          </output>
          <button
            type="button"
            className="pd-button"
            onClick={() => void copyText(secret.recoveryCodes!.join('\n'), t('copy.hidden'))}
          >
            {t('secret.codesCopy')}
          </button>
        </>
      )}
      <p className="pd-muted">{t(words.once)}</p>
    </Sheet>
  );
}
