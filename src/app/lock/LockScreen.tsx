import { useAtomValue } from 'jotai';
import { type FormEvent, useEffect, useState } from 'react';
import { call } from '../../kit/data/call.ts';
import { isCallError } from '../../kit/data/CallError.ts';
import { profileAtom, signOut } from '../../kit/data/session.ts';
import { useT } from '../../kit/i18n/i18n.ts';
import { preferencesAtom } from '../../kit/preferences.ts';
import { storage } from '../../kit/storage.ts';
import { Icon } from '../../kit/ui/Icon.tsx';
import { timeIn } from '../../kit/ui/clock.ts';
import { watchChoices } from '../boot/choices.ts';
import { sealPassword } from '../../kit/data/sealPassword.ts';
import { Switches } from '../Switches.tsx';
import { useNow } from '../useNow.ts';
import { useTitle } from '../useTitle.ts';
import { Wordmark } from '../Wordmark.tsx';
import './lock.css';

/** Stands in the workspace's place; the server refuses everything else until the password is right. */
export function LockScreen({ onUnlocked }: { onUnlocked: () => void }) {
  const t = useT('app');
  const now = useNow();
  const { timeZone } = useAtomValue(preferencesAtom);
  const profile = useAtomValue(profileAtom);
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const name = profile?.realName || storage.get('account', (raw) => (typeof raw === 'string' ? raw : ''));
  useTitle(t('lock.title'));
  useEffect(watchChoices, []);

  async function unlock(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const password = String(new FormData(form).get('password') ?? '');
    if (!password || busy) return setError(password ? '' : t('signIn.needPassword'));
    setBusy(true);
    try {
      await call('sysAuth/unLockScreen', { password: await sealPassword(password) }, { customCatch: true });
      onUnlocked();
    } catch (refused) {
      setError(isCallError(refused) ? refused.message : String(refused));
      setBusy(false);
      form.reset();
      form.querySelector('input')?.focus();
    }
  }

  return (
    <div className="lock">
      <header>
        <Wordmark />
        <Switches />
      </header>
      <main>
        <time className="lock-clock pd-number">{timeIn(now, timeZone).slice(0, 5)}</time>
        <p className="pd-muted">{timeZone}</p>
        <form onSubmit={(event) => void unlock(event)}>
          <h1>
            <Icon name="lock" /> {t('lock.title')}
          </h1>
          <label htmlFor="lock-password">{name ? t('lock.text', { name }) : t('lock.textNobody')}</label>
          <div className="lock-row">
            <input
              className="pd-input"
              id="lock-password"
              name="password"
              type="password"
              autoComplete="current-password"
              autoFocus
              aria-invalid={error !== ''}
              aria-describedby="lock-error"
            />
            <button type="submit" className="pd-button pd-button-primary" aria-disabled={busy}>
              {t('lock.unlock')}
            </button>
          </div>
          <p id="lock-error" className="lock-error" role="alert">
            {error}
          </p>
          <button type="button" className="lock-other" onClick={() => void signOut()}>
            {t('lock.signOut')}
          </button>
        </form>
      </main>
    </div>
  );
}
