import { ColorPicker } from 'antd';
import { useAtomValue } from 'jotai';
import { flag, int, text } from '../../../contract/field.ts';
import { LOCALES, LOCALE_FACTS, type Locale } from '../../../contract/locales.ts';
import { chooseLocale, useT } from '../../kit/i18n/i18n.ts';
import { localeAtom } from '../../kit/i18n/locale.ts';
import { FieldInput } from '../../kit/inputs/FieldInput.tsx';
import { OptionInput } from '../../kit/inputs/OptionInput.tsx';
import { preferencesAtom, setPreferences } from '../../kit/preferences.ts';
import { offsetOf } from '../../kit/ui/clock.ts';
import { formatCount } from '../../kit/ui/format.ts';
import { ZONES } from '../../kit/ui/zones.ts';
import { PreferenceRow, Row } from './fields.tsx';

const PRESETS = ['#0F59A4', '#1F7A6D', '#5B4BB7', '#9A3B62', '#A65A12', '#3F5468'];

const choice = (...values: readonly string[]) => text({ required: true, pattern: values.join('|') });
const THEME = choice('dark', 'light', 'system');
const SIZE = choice('small', 'default', 'large');
const TAGS = choice('one', 'two', 'three', 'four', 'five');
const ANIMATION = choice('fadeLeft', 'fadeRight', 'fade', 'none');
const LINKS = choice('sameTab', 'newTab');
const LOCALE = choice(...LOCALES);
const ZONE = text({ required: true });
const ON = flag({ required: true });
const MARK = text({ max: 60 });

export function LookSection() {
  const t = useT('app');
  const { primary } = useAtomValue(preferencesAtom);
  return (
    <>
      <h2>{t('settings.look')}</h2>
      <PreferenceRow
        name="theme"
        label={t('theme.label')}
        field={THEME}
        textOf={(each) => t(`theme.${each}`)}
        render="radio"
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
      <PreferenceRow
        name="size"
        label={t('settings.size')}
        field={SIZE}
        textOf={(each) => t(`settings.${each}`)}
        render="radio"
      />
      <PreferenceRow
        name="tagsStyle"
        label={t('settings.tagsStyle')}
        field={TAGS}
        textOf={(each) => t(`settings.tags.${each}`)}
        render="menu"
      />
      <PreferenceRow
        name="animation"
        label={t('settings.animation')}
        field={ANIMATION}
        textOf={(each) => t(`settings.animations.${each}`)}
        render="menu"
      />
      <PreferenceRow name="ripple" label={t('settings.ripple')} field={ON} />
      <PreferenceRow name="follow" label={t('settings.follow')} field={ON} />
    </>
  );
}

interface NumberRowProps {
  name: 'menuWidth' | 'logoHeight' | 'menuHeight' | 'lockSeconds';
  min: number;
  maximum: number;
}

function NumberRow({ name, min, maximum }: NumberRowProps) {
  const t = useT('app');
  const hint = `${formatCount(min)}–${formatCount(maximum)}`;
  return (
    <PreferenceRow name={name} label={t(`settings.${name}`)} hint={hint} field={int({ min, maximum })} />
  );
}

export function ShellSection() {
  const t = useT('app');
  return (
    <>
      <h2>{t('settings.layout')}</h2>
      <NumberRow name="menuWidth" min={56} maximum={120} />
      <NumberRow name="logoHeight" min={36} maximum={72} />
      <NumberRow name="menuHeight" min={36} maximum={72} />
      <PreferenceRow
        name="links"
        label={t('settings.links')}
        hint={t('settings.linksHint')}
        field={LINKS}
        textOf={(each) => t(`settings.${each}`)}
        render="radio"
      />
    </>
  );
}

export function RegionSection() {
  const t = useT('app');
  const locale = useAtomValue(localeAtom);
  const { timeZone } = useAtomValue(preferencesAtom);
  const zones = ZONES.map(({ country, zone }) => ({
    value: zone,
    text: `${t(`zone.${country}`)} · ${offsetOf(zone)}`,
  }));
  return (
    <>
      <h2>{t('settings.region')}</h2>
      <Row label={t('language')}>
        {(id) => (
          <FieldInput
            id={id}
            label={t('language')}
            field={LOCALE}
            render="menu"
            choiceText={(each) => LOCALE_FACTS[each as Locale].name}
            value={locale}
            onChange={(next) => void chooseLocale(next as Locale)}
          />
        )}
      </Row>
      <Row label={t('zone.label')}>
        {(id) => (
          <OptionInput
            id={id}
            label={t('zone.label')}
            field={ZONE}
            render="menu"
            options={zones}
            value={timeZone}
            onChange={(zone) => setPreferences({ timeZone: String(zone) })}
          />
        )}
      </Row>
    </>
  );
}

export function SafetySection() {
  const t = useT('app');
  const { watermark } = useAtomValue(preferencesAtom);
  return (
    <>
      <h2>{t('settings.safety')}</h2>
      <PreferenceRow name="watermark" label={t('settings.watermark')} field={ON} />
      <PreferenceRow
        name="watermarkText"
        label={t('settings.watermarkText')}
        hint={t('settings.watermarkHint')}
        field={MARK}
        disabled={!watermark}
      />
      <PreferenceRow name="lockScreen" label={t('settings.lockScreen')} field={ON} />
      <NumberRow name="lockSeconds" min={0} maximum={86_400} />
    </>
  );
}
