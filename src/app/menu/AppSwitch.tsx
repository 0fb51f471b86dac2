import { useAtomValue } from 'jotai';
import { chooseMenuApp, menuAppAtom, menuAppsAtom } from '../../kit/data/menuApps.ts';
import { useT } from '../../kit/i18n/i18n.ts';
import { localised } from '../../kit/i18n/locale.ts';
import { Icon } from '../../kit/ui/Icon.tsx';
import { PopoverItem } from '../../kit/ui/PopoverItem.tsx';
import { Popup } from '../Popup.tsx';

/** Which application's part of the menu is shown; nothing where there is no choice. */
export function AppSwitch() {
  const t = useT('app');
  const apps = useAtomValue(menuAppsAtom);
  const shown = useAtomValue(menuAppAtom);
  if (apps.length < 2 || !shown) return null;
  const name = localised(shown.title);
  return (
    <div className="app-switch">
      <Popup
        label={t('apps.chosen', { name })}
        className="app-switch-button"
        face={
          <>
            <span className="app-switch-icon">
              <Icon name={shown.icon ?? 'layout'} size={16} />
              <Icon name="down" size={10} />
            </span>
            <span className="app-switch-name">{name}</span>
          </>
        }
      >
        {(close) =>
          apps.map(({ id, title, icon }) => (
            <PopoverItem
              key={id}
              checked={id === shown.id}
              onClick={() => {
                close();
                chooseMenuApp(id);
              }}
            >
              <Icon name={icon ?? 'layout'} />
              <span>{localised(title)}</span>
            </PopoverItem>
          ))
        }
      </Popup>
    </div>
  );
}
