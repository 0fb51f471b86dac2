import { useState } from 'react';
import { LOCALE_FACTS, LOCALES, type Locale } from '../../../contract/locales.ts';
import { currentLocale, useT } from '../../kit/index.ts';
import type { Draft, TextCode } from './draft.ts';

/** The sign-in as it will look in a language, and what the window and the panels say. */
export function InfoPreview({ draft }: { draft: Draft }) {
  const t = useT('platform');
  const [locale, setLocale] = useState<Locale>(currentLocale);
  const [broken, setBroken] = useState('');
  const [year] = useState(() => String(new Date().getFullYear()));
  const text = (code: TextCode): string => draft.texts[code][locale].trim().replace('{year}', year);
  const title = text('sysTitle') || 'Paydesk';
  const watermark = text('sysWatermark');
  return (
    <section className="info-preview" aria-label={t('sysInfoSetting.preview')}>
      <div className="info-languages" role="group" aria-label={t('sysInfoSetting.preview')}>
        {LOCALES.map((each) => (
          <button
            key={each}
            type="button"
            className="pd-button"
            aria-pressed={each === locale}
            onClick={() => setLocale(each)}
          >
            {LOCALE_FACTS[each].name}
          </button>
        ))}
      </div>
      <div className="info-page" lang={locale}>
        <div className="info-tab">
          <span>{t('sysInfoSetting.tab', { title })}</span>
        </div>
        <div className="info-brand">
          {draft.logo && broken !== draft.logo ? (
            <img src={draft.logo} alt={title} onError={() => setBroken(draft.logo)} />
          ) : (
            <b>{title}</b>
          )}
        </div>
        <div className="info-card">
          <b>{title}</b>
          <span className="pd-muted">{text('sysViceDesc') || text('sysViceTitle')}</span>
          <i />
          <i />
        </div>
        {watermark && <div className="info-watermark" data-text={watermark} />}
        <div className="info-foot pd-muted">
          <span>{text('sysCopyright')}</span>
          <span>{text('sysIcp')}</span>
        </div>
      </div>
    </section>
  );
}
