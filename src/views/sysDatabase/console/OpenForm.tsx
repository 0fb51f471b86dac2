import { type FormEvent, useState } from 'react';
import { call, commands, isCallError, useT } from '../../../kit/index.ts';
import { PasskeyConfirm } from '../../../resource/actions/PasskeyConfirm.tsx';

/** Opens the console for this sign-in: a one-time password, or a passkey in its place. */
export function OpenForm({ opened }: { opened: () => void }) {
  const t = useT('develop');
  const [otp, setOtp] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  async function send(): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    try {
      await call('sysDatabase/openConsole', { otp }, { customCatch: true });
      opened();
    } catch (error) {
      if (!isCallError(error)) throw error;
      setOtp('');
      setProblem(error.message);
      if (error.errorCode === 'otpUnbound') void commands.execute('app.otp');
    } finally {
      setBusy(false);
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (otp.trim()) void send();
  };
  return (
    <form className="sql-open" onSubmit={submit}>
      <label htmlFor="sql-otp">{t('sysDatabase.console.otp')}</label>
      <input
        id="sql-otp"
        className="pd-input pd-mono"
        autoComplete="one-time-code"
        inputMode="numeric"
        value={otp}
        onChange={({ target }) => setOtp(target.value)}
      />
      <button type="submit" className="pd-button pd-button-primary" disabled={busy || !otp.trim()}>
        {t('sysDatabase.console.open')}
      </button>
      <PasskeyConfirm otp={otp} change={setOtp} commit={() => void send()} />
      <span className={problem ? 'pd-down' : 'pd-muted'} role={problem ? 'alert' : undefined}>
        {problem ?? t('sysDatabase.console.about')}
      </span>
    </form>
  );
}
