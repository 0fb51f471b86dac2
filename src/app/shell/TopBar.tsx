import { useAtomValue } from 'jotai';
import { Suspense, memo, useState } from 'react';
import { commands } from '../../kit/commands/registry.ts';
import { useCaller } from '../../kit/data/session.ts';
import { useT } from '../../kit/i18n/i18n.ts';
import { preferencesAtom, setPreferences } from '../../kit/preferences.ts';
import { Avatar } from '../../kit/ui/Avatar.tsx';
import { Icon } from '../../kit/ui/Icon.tsx';
import { offsetOf, timeIn } from '../../kit/ui/clock.ts';
import { Key } from '../../kit/ui/Key.tsx';
import { part } from '../../kit/ui/part.tsx';
import { PopoverItem } from '../../kit/ui/PopoverItem.tsx';
import { ZONES, sameZone } from '../../kit/ui/zones.ts';
import { Popup } from '../Popup.tsx';
import { Switches } from '../Switches.tsx';
import { useNow } from '../useNow.ts';
import { Wordmark } from '../Wordmark.tsx';
import { Alerts } from './Alerts.tsx';
import { Notices } from './Notices.tsx';

const LayoutSwitcher = part(async () => ({
  default: (await import('../../workspace/LayoutSwitcher.tsx')).LayoutSwitcher,
}));

const run = (id: string) => () => void commands.execute(id);

/** The zones of the product; one that a browser or a person brought stays a choice, so that there is a way back. */
function useZones(current: string): readonly { country?: string; zone: string }[] {
  const [first] = useState(current);
  const others = [...new Set([first, current, 'UTC'])].filter(
    (zone) => !ZONES.some((known) => sameZone(known.zone, zone)),
  );
  return [...others.map((zone) => ({ zone })), ...ZONES];
}

function ZoneClock() {
  const t = useT('app');
  const now = useNow();
  const { timeZone } = useAtomValue(preferencesAtom);
  const offered = useZones(timeZone);
  // The region gives way first: the place alone names the zone.
  const cut = timeZone.lastIndexOf('/') + 1;
  const [region, place] = [timeZone.slice(0, cut), timeZone.slice(cut)];
  const label = t('bar.clock', { zone: timeZone, offset: offsetOf(timeZone) });
  const face = (
    <>
      <span className="pd-hidden">{t('zone.label')}</span>
      <span className="topbar-zone">
        <span className="topbar-region">{region}</span>
        {place.replaceAll('_', ' ')}
      </span>
      <time className="pd-number">{timeIn(now, timeZone)}</time>
    </>
  );
  return (
    <Popup label={label} className="topbar-clock" named face={face}>
      {(close) =>
        offered.map(({ country, zone }) => (
          <PopoverItem
            key={zone}
            checked={sameZone(zone, timeZone)}
            onClick={() => {
              close();
              setPreferences({ timeZone: zone });
            }}
          >
            <span>{country ? t(`zone.${country}`) : zone}</span>
            <span className="pd-muted">{offsetOf(zone)}</span>
            <span className="pd-number">{timeIn(now, zone).slice(0, 5)}</span>
          </PopoverItem>
        ))
      }
    </Popup>
  );
}

function UserMenu() {
  const t = useT('app');
  const { profile, can } = useCaller();
  const items = [
    ...(can('shiftHandover:write')
      ? [{ id: 'app.handover', icon: 'system', text: t('user.handover') } as const]
      : []),
    { id: 'app.centre', icon: 'user', text: t('user.centre') },
    { id: 'app.settings', icon: 'settings', text: t('user.settings') },
    { id: 'app.keys', icon: 'keyboard', text: t('user.keys') },
    { id: 'app.tour', icon: 'help', text: t('user.tour') },
    { id: 'app.password', icon: 'lock', text: t('user.password') },
    { id: 'app.otp', icon: 'claim', text: t('user.otp') },
    { id: 'app.lock', icon: 'lock', text: t('user.lock') },
    { id: 'app.signOut', icon: 'logout', text: t('user.signOut') },
  ] as const;
  return (
    <Popup
      label={t('bar.user', { name: profile.account })}
      className="topbar-user"
      face={
        <>
          <Avatar name={profile.realName} src={profile.avatar} size={18} />
          <span>{profile.account}</span>
        </>
      }
    >
      {(close) => (
        <>
          <div className="topbar-person">
            <Avatar name={profile.realName} src={profile.avatar} size={32} />
            <div>
              <strong>{profile.realName}</strong>
              <span className="pd-muted">
                {[profile.orgName, profile.posName].filter(Boolean).join(' · ')}
              </span>
            </div>
          </div>
          {items.map(({ id, icon, text }) => (
            <PopoverItem
              key={id}
              onClick={() => {
                close();
                run(id)();
              }}
            >
              <Icon name={icon} />
              <span>{text}</span>
              {commands.find(id)?.keys?.[0] && <Key keys={commands.find(id)!.keys![0]!} />}
            </PopoverItem>
          ))}
        </>
      )}
    </Popup>
  );
}

export const TopBar = memo(function TopBar({ openMenu }: { openMenu: () => void }) {
  const t = useT('app');
  return (
    <header className="topbar" data-region="top" aria-label={t('bar.top')}>
      <button
        type="button"
        className="pd-icon-button topbar-drawer"
        aria-label={t('bar.menu')}
        title={t('bar.menu')}
        onClick={openMenu}
      >
        <Icon name="menu" size={18} />
      </button>
      <Wordmark />
      <div className="topbar-layout">
        <Suspense fallback={null}>
          <LayoutSwitcher />
        </Suspense>
      </div>
      <button
        type="button"
        className="topbar-search"
        aria-keyshortcuts="Control+K"
        onClick={run('app.palette')}
      >
        <Icon name="search" size={14} />
        <span>{t('bar.search')}</span>
        <Key keys="mod+k" />
      </button>
      <div className="topbar-space" />
      <Alerts />
      <ZoneClock />
      <Switches />
      <Notices />
      <button
        type="button"
        className="pd-icon-button topbar-lock"
        aria-label={t('user.lock')}
        title={t('user.lock')}
        onClick={run('app.lock')}
      >
        <Icon name="lock" />
      </button>
      <UserMenu />
    </header>
  );
});
