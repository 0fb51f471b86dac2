import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { returnAddress, sessionHasEnded } from '../../kit/data/signOut.ts';
import { useT } from '../../kit/i18n/i18n.ts';
import { watchChoices } from '../boot/choices.ts';
import { Wordmark } from '../Wordmark.tsx';
import { Switches } from '../Switches.tsx';
import { systemInfoAtom } from '../systemInfo.ts';
import { useTitle } from '../useTitle.ts';
import { SignInForm } from './SignInForm.tsx';
import { ZoneClocks } from './ZoneClocks.tsx';
import './signIn.css';

interface SignInProps {
  /** The server does not answer yet. */
  silent: boolean;
  /** Fetches the workspace's code ahead of time. */
  prefetch: () => void;
}

export function SignIn({ silent, prefetch }: SignInProps) {
  const t = useT('app');
  const info = useAtomValue(systemInfoAtom);
  const search = useSearch();
  const [, navigate] = useLocation();
  useTitle(t('signIn.title'));
  const [ended] = useState(sessionHasEnded);
  // A wall screen is read by people who do not use it: it has to be legible from afar why it shows nothing.
  const isWall = new URLSearchParams(returnAddress(search).split('?')[1]).has('wall');
  useEffect(watchChoices, []);
  return (
    <div className="signin">
      <header className="signin-top">
        <Wordmark />
        <Switches />
      </header>
      <main className="signin-main">
        <section className="signin-card" aria-labelledby="signin-heading">
          <h1 id="signin-heading">{t('signIn.heading', { name: info.title })}</h1>
          <p className="pd-muted">{info.description || info.subtitle || t('product.line')}</p>
          {isWall && (
            <p className="signin-ended signin-wall" role="status">
              {t('signIn.wall')}
            </p>
          )}
          {ended && !isWall && (
            <p className="signin-ended" role="status">
              {t('signIn.ended')}
            </p>
          )}
          {silent && (
            <p className="signin-error" role="status">
              {t('signIn.noServer')}
            </p>
          )}
          <SignInForm
            captcha={info.captcha}
            mobile={info.mobile}
            qr={info.qr}
            prefetch={prefetch}
            onDone={() => navigate(returnAddress(search), { replace: true })}
          />
        </section>
        <ZoneClocks />
      </main>
      <footer className="signin-foot pd-muted">
        <span>{info.copyright}</span>
        {info.icp &&
          (info.icpUrl ? (
            <a href={info.icpUrl} target="_blank" rel="noopener noreferrer">
              {info.icp}
            </a>
          ) : (
            <span>{info.icp}</span>
          ))}
      </footer>
    </div>
  );
}
