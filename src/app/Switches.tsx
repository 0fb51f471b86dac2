import { useAtomValue } from 'jotai';
import { chooseLocale, comingLocaleAtom, useT } from '../kit/i18n/i18n.ts';
import { LOCALES, LOCALE_FACTS, langTag } from '../../contract/locales.ts';
import { localeAtom } from '../kit/i18n/locale.ts';
import { preferencesAtom, setPreferences } from '../kit/preferences.ts';
import { Icon } from '../kit/ui/Icon.tsx';
import { PopoverItem } from '../kit/ui/PopoverItem.tsx';
import { Popup } from './Popup.tsx';

const THEMES = [
  { name: 'dark', icon: 'moon' },
  { name: 'light', icon: 'sun' },
  { name: 'system', icon: 'auto' },
] as const;

/** Language and theme, on the sign-in page and in the top bar alike. */
export function Switches() {
  const t = useT('app');
  const locale = useAtomValue(localeAtom);
  const coming = useAtomValue(comingLocaleAtom);
  const { theme } = useAtomValue(preferencesAtom);
  return (
    <>
      <Popup
        label={`${t('language')} ${LOCALE_FACTS[locale].short}`}
        face={
          <span className="switch-language" aria-busy={coming !== undefined}>
            {LOCALE_FACTS[locale].short}
          </span>
        }
      >
        {(close) =>
          LOCALES.map((name) => (
            <PopoverItem
              key={name}
              checked={name === locale}
              onClick={() => {
                close();
                void chooseLocale(name);
              }}
            >
              <span lang={langTag(name)}>{LOCALE_FACTS[name].name}</span>
            </PopoverItem>
          ))
        }
      </Popup>
      <Popup label={t('theme.label')} face={<Icon name={THEMES.find((each) => each.name === theme)!.icon} />}>
        {(close) =>
          THEMES.map(({ name, icon }) => (
            <PopoverItem
              key={name}
              checked={name === theme}
              onClick={() => {
                close();
                setPreferences({ theme: name });
              }}
            >
              <Icon name={icon} />
              <span>{t(`theme.${name}`)}</span>
            </PopoverItem>
          ))
        }
      </Popup>
    </>
  );
}
