import { ColorPicker, Input, Select } from 'antd';
import { useAtomValue } from 'jotai';
import { chooseLocale, useT } from '../../kit/i18n/i18n.ts';
import { LOCALES, LOCALE_FACTS } from '../../../contract/locales.ts';
import { localeAtom } from '../../kit/i18n/locale.ts';
import { preferencesAtom, setPreferences } from '../../kit/preferences.ts';
import { offsetOf } from '../../kit/ui/clock.ts';
import { ZONES } from '../../kit/ui/zones.ts';
import { ChoiceRow, NumberRow, Row, SwitchRow } from './fields.tsx';

const PRESETS = ['#0F59A4', '#1F7A6D', '#5B4BB7', '#9A3B62', '#A65A12', '#3F5468'];

export function LookSection() {
  const t = useT('app');
  const { primary } = useAtomValue(preferencesAtom);
  return (
    <>
      <h2>{t('settings.look')}</h2>
      <ChoiceRow
        name="theme"
        label={t('theme.label')}
        values={['dark', 'light', 'system']}
        words="theme"
        inline
      />
      <Row label={t('settings.primary')}>
        {() => (
          <ColorPicker
            value={primary}
            disabledAlpha
            showText
            presets={[{ label: t('settings.primaryDefault'), colors: PRESETS, key: 'presets' }]}
            onChangeComplete={(colour) => setPreferences({ primary: colour.toHexString().slice(0, 7) })}
          />
        )}
      </Row>
      <ChoiceRow
        name="size"
        label={t('settings.size')}
        values={['small', 'default', 'large']}
        words="settings"
        inline
      />
      <ChoiceRow
        name="tagsStyle"
        label={t('settings.tagsStyle')}
        values={['one', 'two', 'three', 'four', 'five']}
        words="settings.tags"
      />
      <ChoiceRow
        name="animation"
        label={t('settings.animation')}
        values={['fadeLeft', 'fadeRight', 'fade', 'none']}
        words="settings.animations"
      />
      <SwitchRow name="ripple" label={t('settings.ripple')} />
    </>
  );
}

export function ShellSection() {
  const t = useT('app');
  return (
    <>
      <h2>{t('settings.layout')}</h2>
      <NumberRow name="menuWidth" label={t('settings.menuWidth')} min={56} max={120} step={2} />
      <NumberRow name="logoHeight" label={t('settings.logoHeight')} min={36} max={72} step={2} />
      <NumberRow name="menuHeight" label={t('settings.menuHeight')} min={36} max={72} step={2} />
    </>
  );
}

export function RegionSection() {
  const t = useT('app');
  const locale = useAtomValue(localeAtom);
  const { timeZone } = useAtomValue(preferencesAtom);
  const zones = ZONES.map(({ country, zone }) => ({
    value: zone,
    label: `${t(`zone.${country}`)} · ${offsetOf(zone)}`,
  }));
  return (
    <>
      <h2>{t('settings.region')}</h2>
      <Row label={t('language')}>
        {(id) => (
          <Select
            id={id}
            value={locale}
            options={LOCALES.map((value) => ({ value, label: LOCALE_FACTS[value].name }))}
            onChange={(value) => void chooseLocale(value)}
          />
        )}
      </Row>
      <Row label={t('zone.label')}>
        {(id) => (
          <Select
            id={id}
            value={timeZone}
            options={zones}
            onChange={(zone) => setPreferences({ timeZone: zone })}
          />
        )}
      </Row>
    </>
  );
}

export function SafetySection() {
  const t = useT('app');
  const { watermark, watermarkText } = useAtomValue(preferencesAtom);
  return (
    <>
      <h2>{t('settings.safety')}</h2>
      <SwitchRow name="watermark" label={t('settings.watermark')} />
      <Row label={t('settings.watermarkText')} hint={t('settings.watermarkHint')}>
        {(id) => (
          <Input
            id={id}
            maxLength={60}
            disabled={!watermark}
            value={watermarkText}
            onChange={(event) => setPreferences({ watermarkText: event.target.value })}
          />
        )}
      </Row>
      <SwitchRow name="lockScreen" label={t('settings.lockScreen')} />
      <NumberRow name="lockSeconds" label={t('settings.lockSeconds')} min={0} max={86_400} step={30} />
    </>
  );
}
