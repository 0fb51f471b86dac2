import { getDefaultStore } from 'jotai';
import { type FormEvent, lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { call } from '../../kit/data/call.ts';
import { isCallError } from '../../kit/data/CallError.ts';
import { type Translate, useT } from '../../kit/i18n/i18n.ts';
import { storage } from '../../kit/storage.ts';
import { Icon } from '../../kit/ui/Icon.tsx';
import { systemInfoAtom } from '../systemInfo.ts';
import { Captcha, type CaptchaHandle } from './Captcha.tsx';
import { keepPair, type Pair, refusalText, type SecondAsked, secondOf } from './pair.ts';
import { sealPassword } from '../../kit/data/sealPassword.ts';
import { useNotes, type Wrong } from './useNotes.tsx';

// Few are asked for it, and everybody waits for this page.
const SecondFactor = lazy(async () => ({ default: (await import('./SecondFactor.tsx')).SecondFactor }));

const QrForm = lazy(async () => ({ default: (await import('./QrForm.tsx')).QrForm }));
const MobileForm = lazy(async () => ({ default: (await import('./MobileForm.tsx')).MobileForm }));

interface Props {
  captcha: boolean;
  /** A code by short message is another way in. */
  mobile?: boolean;
  /** So is a code that is approved on a device where one is signed in. */
  qr?: boolean;
  prefetch: () => void;
  onDone: () => void;
}

interface Second {
  account: string;
  asked: SecondAsked;
}

type Field = 'account' | 'password' | 'code';
const NEEDS: Readonly<Record<Field, string>> = {
  account: 'signIn.needAccount',
  password: 'signIn.needPassword',
  code: 'signIn.needCode',
};

async function signIn(values: Record<Field, string>, codeId: string): Promise<void> {
  const body = {
    account: values.account.trim(),
    password: await sealPassword(values.password),
    ...(codeId && { code: values.code.trim(), codeId }),
  };
  keepPair(
    await call<Pair | null>('sysAuth/login', body, { customCatch: true, signingIn: true }),
    body.account,
  );
}

interface FieldProps {
  /** Id of the message that says why it is refused; present only while it is. */
  describedBy: string | undefined;
  children: ReactNode;
}

function AccountField({ describedBy, children }: FieldProps) {
  const t = useT('app');
  return (
    <label>
      <span>{t('signIn.account')}</span>
      <input
        className="pd-input"
        name="account"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        defaultValue={storage.get('account', (raw) => (typeof raw === 'string' ? raw : ''))}
        aria-invalid={describedBy !== undefined}
        aria-describedby={describedBy}
      />
      {children}
    </label>
  );
}

/** Written blind, with a button that shows it and a note while caps lock is on. */
function PasswordField({ prefetch, describedBy, children }: FieldProps & Pick<Props, 'prefetch'>) {
  const t = useT('app');
  const [shown, setShown] = useState(false);
  const [caps, setCaps] = useState(false);
  return (
    <div className="signin-field">
      <label htmlFor="signin-password">{t('signIn.password')}</label>
      <div className="signin-secret">
        <input
          className="pd-input"
          id="signin-password"
          name="password"
          type={shown ? 'text' : 'password'}
          autoComplete="current-password"
          onKeyUp={(event) => setCaps(event.getModifierState('CapsLock'))}
          onInput={prefetch}
          aria-invalid={describedBy !== undefined}
          aria-describedby={describedBy}
        />
        <button
          type="button"
          className="pd-icon-button"
          aria-label={t(shown ? 'signIn.hide' : 'signIn.show')}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <Icon name={shown ? 'eyeOff' : 'eye'} />
        </button>
      </div>
      {caps && <span className="signin-caps">{t('signIn.capsLock')}</span>}
      {children}
    </div>
  );
}

type Way = 'byAccount' | 'byMobile' | 'byQr';

/** Account and password, a telephone number and a code, or a QR code; a second step where the account asks for one. */
export function SignInForm(props: Props) {
  const t = useT('app');
  const [second, setSecond] = useState<Second>();
  const [way, setWay] = useState<Way>('byAccount');
  const ways: Way[] = [
    'byAccount',
    ...(props.mobile ? ['byMobile' as const] : []),
    ...(props.qr ? ['byQr' as const] : []),
  ];
  if (!second)
    return (
      <>
        {ways.length > 1 && (
          <div className="signin-ways" role="group" aria-label={t('signIn.ways')}>
            {ways.map((name) => (
              <button key={name} type="button" aria-pressed={way === name} onClick={() => setWay(name)}>
                {t(`signIn.${name}`)}
              </button>
            ))}
          </div>
        )}
        {way === 'byAccount' ? (
          <FirstStep {...props} ask={setSecond} />
        ) : (
          <Suspense>
            {way === 'byMobile' ? (
              <MobileForm onDone={props.onDone} ask={setSecond} />
            ) : (
              <QrForm onDone={props.onDone} ask={setSecond} />
            )}
          </Suspense>
        )}
      </>
    );
  return (
    <Suspense>
      <SecondFactor {...second} onDone={props.onDone} back={() => setSecond(undefined)} />
    </Suspense>
  );
}

function FirstStep({ captcha, prefetch, onDone, ask }: Props & { ask: (second: Second) => void }) {
  const t = useT('app');
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Wrong<Field>>({});
  const picture = useRef<CaptchaHandle>(null);
  const form = useRef<HTMLFormElement>(null);
  const fields: readonly Field[] = captcha ? ['account', 'password', 'code'] : ['account', 'password'];

  const focus = (field: Field) => form.current?.querySelector<HTMLInputElement>(`[name="${field}"]`)?.focus();

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const data = new FormData(event.currentTarget);
    const values = Object.fromEntries(
      fields.map((field) => [field, String(data.get(field) ?? '')]),
    ) as Record<Field, string>;
    const missing = fields.filter((field) => values[field].trim() === '');
    setErrors(Object.fromEntries(missing.map((field) => [field, (now: Translate) => now(NEEDS[field])])));
    if (missing[0]) return focus(missing[0]);
    setBusy(true);
    if (getDefaultStore().get(systemInfoAtom).puzzle && !(await (await import('./puzzle.ts')).passPuzzle()))
      return setBusy(false);
    try {
      await signIn(values, captcha ? (picture.current?.id() ?? '') : '');
      onDone();
    } catch (error) {
      const asked = secondOf(error);
      if (asked) return ask({ account: values.account.trim(), asked });
      setErrors({ form: refusalText(error) });
      setBusy(false);
      picture.current?.renew();
      focus(isCallError(error) && error.errorCode === 'captchaWrong' ? 'code' : 'password');
    }
  }

  const { described, note, problem } = useNotes(errors);

  return (
    <form ref={form} className="signin-form" onSubmit={(event) => void submit(event)} noValidate>
      {problem}
      <AccountField describedBy={described('account')}>{note('account')}</AccountField>
      <PasswordField prefetch={prefetch} describedBy={described('password')}>
        {note('password')}
      </PasswordField>
      {captcha && (
        <div className="signin-field">
          <label htmlFor="signin-code">{t('signIn.code')}</label>
          <Captcha ref={picture} invalid={Boolean(errors.code)} describedBy={described('code')} />
          {note('code')}
        </div>
      )}
      <button type="submit" className="pd-button pd-button-primary signin-submit" aria-disabled={busy}>
        {t(busy ? 'signIn.busy' : 'signIn.submit')}
      </button>
    </form>
  );
}
