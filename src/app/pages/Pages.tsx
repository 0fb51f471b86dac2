import type { ReactNode } from 'react';
import { signOut } from '../../kit/data/session.ts';
import { useT } from '../../kit/i18n/i18n.ts';
import { useTitle } from '../useTitle.ts';
import './pages.css';

function Page({
  code,
  title,
  text,
  children,
}: {
  code: string;
  title: string;
  text: string;
  children: ReactNode;
}) {
  useTitle(title);
  return (
    <div className="page">
      <div className="page-body">
        <p className="page-code pd-number" aria-hidden="true">
          {code}
        </p>
        <h1>{title}</h1>
        <p className="pd-muted">{text}</p>
        <div className="page-actions">{children}</div>
      </div>
    </div>
  );
}

export function NotFound({ path, home }: { path: string; home: () => void }) {
  const t = useT('app');
  return (
    <Page code="404" title={t('page.notFound')} text={t('page.notFoundText', { path })}>
      <button type="button" className="pd-button pd-button-primary" onClick={home}>
        {t('page.home')}
      </button>
    </Page>
  );
}

export function NoPermission({ home }: { home: () => void }) {
  const t = useT('app');
  return (
    <Page code="401" title={t('page.unauthorized')} text={t('page.unauthorizedText')}>
      <button type="button" className="pd-button pd-button-primary" onClick={home}>
        {t('page.home')}
      </button>
      <button type="button" className="pd-button" onClick={() => void signOut()}>
        {t('page.otherAccount')}
      </button>
    </Page>
  );
}
