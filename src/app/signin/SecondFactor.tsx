import { type FormEvent, useEffect, useRef, useState } from 'react';
import { call } from '../../kit/data/call.ts';
import { answerOf, type PasskeyAsked, passkeysWork, stopAnswer } from '../../kit/data/passkey.ts';
import { useT } from '../../kit/i18n/i18n.ts';
import { keepPair, type LazyText, type Pair, refusalText, type SecondAsked } from './pair.ts';
import { useNotes } from './useNotes.tsx';

interface Props {
  asked: SecondAsked;
  account: string;
  onDone: () => void;
  /** Back to the password. */
  back: () => void;
}

/** Sends the answer of a passkey as the step opens, or the code that is typed. */
function useSecondStep({ asked, account, onDone }: Omit<Props, 'back'>) {
  const [busy, setBusy] = useState<'passkey' | 'code'>();
  const [error, setError] = useState<LazyText>();
  // A challenge is answered once; after that the password is asked for again.
  const [spent, setSpent] = useState(asked.options === undefined || !passkeysWork());
  const input = useRef<HTMLInputElement>(null);
  const fail = (text: LazyText) => setError(() => text);

  async function end(way: 'passkey' | 'code', body: Record<string, unknown>): Promise<void> {
    try {
      const sent = call<Pair>('sysAuth/secondFactor', body, { customCatch: true, signingIn: true });
      keepPair(await sent, account);
      onDone();
    } catch (refused) {
      if (way === 'passkey') setSpent(true);
      fail(refusalText(refused));
      setBusy(undefined);
      input.current?.focus();
    }
  }

  async function byPasskey(): Promise<void> {
    setBusy('passkey');
    setError(undefined);
    let answer: Record<string, unknown>;
    try {
      answer = await answerOf(asked as PasskeyAsked);
    } catch {
      // Cancelled, none at hand, or a code is typed instead: the server has not heard of it.
      setBusy((now) => (now === 'passkey' ? undefined : now));
      input.current?.focus();
      return;
    }
    await end('passkey', answer);
  }

  useEffect(() => {
    if (!spent) void byPasskey();
    // Once, as the step opens: the browser's own dialog is what the person came for.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);

  function submit(event: FormEvent) {
    event.preventDefault();
    const code = (input.current?.value ?? '').replaceAll(/\s/g, '');
    if (busy === 'code') return;
    if (code === '') {
      fail((now) => now('otp.needCode'));
      input.current?.focus();
      return;
    }
    setBusy('code');
    setError(undefined);
    void stopAnswer();
    void end('code', { challengeId: asked.challengeId, code });
  }
  return { busy, error, spent, input, submit, byPasskey };
}

/** The second step of a sign-in: a passkey, or a code of the app in its place. */
export function SecondFactor({ back, ...step }: Props) {
  const t = useT('app');
  const { busy, error, spent, input, submit, byPasskey } = useSecondStep(step);
  const { problem } = useNotes({ form: error });
  return (
    <form className="signin-form" onSubmit={submit} noValidate>
      <p className="pd-muted">{t('signIn.second', { account: step.account })}</p>
      {problem}
      {!spent && (
        <button
          type="button"
          className="pd-button pd-button-primary signin-submit"
          aria-disabled={busy !== undefined}
          onClick={() => {
            if (busy === undefined) void byPasskey();
          }}
        >
          {t('signIn.passkey')}
        </button>
      )}
      <label>
        <span>{t(spent ? 'signIn.otp' : 'signIn.otpInstead')}</span>
        <input
          ref={input}
          className="pd-input pd-mono"
          name="otp"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus={spent}
        />
      </label>
      <button
        type="submit"
        className={`pd-button signin-submit ${spent ? 'pd-button-primary' : ''}`}
        aria-disabled={busy === 'code'}
      >
        {t(busy === 'code' ? 'signIn.busy' : 'signIn.submit')}
      </button>
      <button type="button" className="link-button" onClick={back}>
        {t('signIn.back')}
      </button>
    </form>
  );
}
