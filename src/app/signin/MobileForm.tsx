import { type FormEvent, useRef, useState } from 'react';
import { call } from '../../kit/data/call.ts';
import { isCallError } from '../../kit/data/CallError.ts';
import { type Translate, useT } from '../../kit/i18n/i18n.ts';
import { useCountdown } from '../../kit/ui/useCountdown.ts';
import { keepPair, type Pair, refusalText, type SecondAsked, secondOf } from './pair.ts';
import { useNotes, type Wrong } from './useNotes.tsx';

interface Props {
  onDone: () => void;
  ask: (second: { account: string; asked: SecondAsked }) => void;
}

type Field = 'phone' | 'code';
const NEEDS: Readonly<Record<Field, string>> = { phone: 'signIn.needPhone', code: 'signIn.needCode' };
/** As long as a message may take: sooner nobody asks for another. */
const PAUSE_MS = 60_000;

/** What is typed, sent and refused. */
function useMobile({ onDone, ask }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState<{ startsInMs?: number }>({});
  const [errors, setErrors] = useState<Wrong<Field>>({});
  const rest = useCountdown(sent);

  const input = (name: Field) => form.current?.querySelector<HTMLInputElement>(`[name="${name}"]`);
  const typed = (name: Field): string => input(name)?.value.trim() ?? '';
  /** True where all of these are filled in; else the first that is not has the focus. */
  function isFilled(...names: readonly Field[]): boolean {
    const missing = names.filter((name) => typed(name) === '');
    setErrors(Object.fromEntries(missing.map((name) => [name, (now: Translate) => now(NEEDS[name])])));
    if (missing[0]) input(missing[0])?.focus();
    return missing.length === 0;
  }
  function fail(error: unknown): void {
    const fields = isCallError(error) && error.errorCode === 'validation';
    setErrors({ [fields ? 'phone' : 'form']: refusalText(error) });
    input(fields ? 'phone' : 'code')?.focus();
  }

  async function send(): Promise<void> {
    if (rest > 0 || !isFilled('phone')) return;
    try {
      await call(`sysSms/sendSms/${encodeURIComponent(typed('phone'))}`, {}, { customCatch: true });
      setSent({ startsInMs: PAUSE_MS });
      input('code')?.focus();
    } catch (error) {
      fail(error);
    }
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy || !isFilled('phone', 'code')) return;
    setBusy(true);
    const phone = typed('phone');
    try {
      const body = { phone, code: typed('code') };
      keepPair(await call<Pair | null>('sysAuth/loginPhone', body, { customCatch: true, signingIn: true }));
      onDone();
    } catch (error) {
      const asked = secondOf(error);
      if (asked) return ask({ account: phone, asked });
      setBusy(false);
      fail(error);
    }
  }
  return { form, busy, errors, rest, send, submit };
}

/** A telephone number and the code that was sent to it. */
export function MobileForm(props: Props) {
  const t = useT('app');
  const { form, busy, errors, rest, send, submit } = useMobile(props);
  const { described, note, problem } = useNotes(errors);
  return (
    <form ref={form} className="signin-form" onSubmit={(event) => void submit(event)} noValidate>
      {problem}
      <label>
        <span>{t('signIn.phone')}</span>
        <input
          className="pd-input"
          name="phone"
          type="tel"
          autoComplete="tel"
          autoFocus
          aria-invalid={errors.phone !== undefined}
          aria-describedby={described('phone')}
        />
        {note('phone')}
      </label>
      <div className="signin-field">
        <label htmlFor="signin-sms">{t('signIn.smsCode')}</label>
        <div className="signin-send">
          <input
            className="pd-input pd-mono"
            id="signin-sms"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            aria-invalid={errors.code !== undefined}
            aria-describedby={described('code')}
          />
          <button type="button" className="pd-button" aria-disabled={rest > 0} onClick={() => void send()}>
            {rest > 0 ? t('signIn.sendAgain', { seconds: rest }) : t('signIn.sendCode')}
          </button>
        </div>
        {note('code')}
        {rest > 0 && (
          <span className="signin-caps pd-muted" role="status">
            {t('signIn.codeSent')}
          </span>
        )}
      </div>
      <button type="submit" className="pd-button pd-button-primary signin-submit" aria-disabled={busy}>
        {t(busy ? 'signIn.busy' : 'signIn.submit')}
      </button>
    </form>
  );
}
