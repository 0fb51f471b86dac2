import { useId, useState } from 'react';
import { LOCALE_FACTS, LOCALES } from '../../../contract/locales.ts';
import { FileButton, useT } from '../../kit/index.ts';
import { type Draft, type Fault, SWITCHES, TEXTS, type TextCode } from './draft.ts';

interface FieldsProps {
  draft: Draft;
  faults: Readonly<Record<string, Fault>>;
  disabled: boolean;
  set: (change: Partial<Draft>) => void;
}

/** What the server takes of a picture. */
const LOGO_FILES = '.png,.jpg,.jpeg,image/png,image/jpeg';
const LONGEST = 300;

function Wrong({ id, fault }: { id: string; fault: Fault | undefined }) {
  const t = useT('platform');
  return fault ? (
    <small id={id} className="info-wrong">
      {t(`sysInfoSetting.faults.${fault}`)}
    </small>
  ) : null;
}

/** One text in each language, in the columns that the head names. */
function TextRow({ code, draft, faults, disabled, set }: FieldsProps & { code: TextCode }) {
  const t = useT('platform');
  const id = useId();
  const label = t(`sysInfoSetting.fields.${code}`);
  return (
    <div className="info-row">
      <span className="info-label">
        {label}
        <small className="pd-muted">{t(`sysInfoSetting.about.${code}`)}</small>
      </span>
      {LOCALES.map((locale) => {
        const name = `${code}.${locale}`;
        const fault = faults[name];
        return (
          <label key={locale} className="info-cell">
            <span className="info-language pd-muted">{LOCALE_FACTS[locale].name}</span>
            <input
              className="pd-input"
              name={name}
              lang={locale}
              aria-label={`${label} · ${LOCALE_FACTS[locale].name}`}
              aria-invalid={fault !== undefined}
              aria-describedby={fault && `${id}${locale}`}
              maxLength={LONGEST}
              disabled={disabled}
              value={draft.texts[code][locale]}
              onChange={({ target }) =>
                set({
                  texts: { ...draft.texts, [code]: { ...draft.texts[code], [locale]: target.value } },
                })
              }
            />
            <Wrong id={`${id}${locale}`} fault={fault} />
          </label>
        );
      })}
    </div>
  );
}

const dataUrl = async (file: File): Promise<string> => {
  const reader = new FileReader();
  await new Promise((resolve, reject) => {
    reader.onload = resolve;
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
  return String(reader.result);
};

function LogoRow({ draft, disabled, set }: FieldsProps) {
  const t = useT('platform');
  const [failed, setFailed] = useState('');
  return (
    <div className="info-row">
      <span className="info-label">
        {t('sysInfoSetting.fields.sysLogo')}
        <small className="pd-muted">{t('sysInfoSetting.about.sysLogo')}</small>
      </span>
      <div className="info-wide info-logo">
        {draft.logo && failed !== draft.logo ? (
          <img
            src={draft.logo}
            alt={t('sysInfoSetting.fields.sysLogo')}
            onError={() => setFailed(draft.logo)}
          />
        ) : (
          <span className="pd-muted">
            {t(draft.logo ? 'sysInfoSetting.logo.broken' : 'sysInfoSetting.logo.none')}
          </span>
        )}
        {!disabled && (
          <>
            <FileButton
              label={t('sysInfoSetting.logo.choose')}
              accept={LOGO_FILES}
              take={(file) => void dataUrl(file).then((logo) => set({ logo }))}
            />
            {draft.logo && (
              <button type="button" className="link-button" onClick={() => set({ logo: '' })}>
                {t('sysInfoSetting.logo.remove')}
              </button>
            )}
          </>
        )}
      </div>
    </div>
  );
}

function AddressRow({ draft, faults, disabled, set }: FieldsProps) {
  const t = useT('platform');
  const id = useId();
  return (
    <div className="info-row">
      <label className="info-label" htmlFor={id}>
        {t('sysInfoSetting.fields.sysIcpUrl')}
        <small className="pd-muted">{t('sysInfoSetting.about.sysIcpUrl')}</small>
      </label>
      <div className="info-wide">
        <input
          id={id}
          className="pd-input"
          name="sysIcpUrl"
          placeholder="https://"
          aria-invalid={faults.sysIcpUrl !== undefined}
          aria-describedby={faults.sysIcpUrl && `${id}wrong`}
          disabled={disabled}
          value={draft.icpUrl}
          onChange={({ target }) => set({ icpUrl: target.value })}
        />
        <Wrong id={`${id}wrong`} fault={faults.sysIcpUrl} />
      </div>
    </div>
  );
}

/** The inputs of the system's texts: a row for each, a column for each language. */
export function InfoFields(props: FieldsProps) {
  const t = useT('platform');
  const { draft, disabled, set } = props;
  return (
    <>
      <div className="info-row info-head" aria-hidden="true">
        <span />
        {LOCALES.map((locale) => (
          <span key={locale}>{LOCALE_FACTS[locale].name}</span>
        ))}
      </div>
      {TEXTS.map((code) => (
        <TextRow key={code} code={code} {...props} />
      ))}
      <AddressRow {...props} />
      <LogoRow {...props} />
      {SWITCHES.map((code) => (
        <label key={code} className="info-row">
          <span className="info-label">
            {t(`sysInfoSetting.fields.${code}`)}
            <small className="pd-muted">{t(`sysInfoSetting.about.${code}`)}</small>
          </span>
          <span className="info-wide">
            <input
              type="checkbox"
              checked={draft.switches[code]}
              disabled={disabled}
              onChange={({ target }) => set({ switches: { ...draft.switches, [code]: target.checked } })}
            />
          </span>
        </label>
      ))}
    </>
  );
}
