import { Drawer } from 'antd';
import { useState } from 'react';
import { useT } from '../../kit/i18n/i18n.ts';
import { DEFAULT_PREFERENCES, setPreferences } from '../../kit/preferences.ts';
import { LookSection, RegionSection, SafetySection, ShellSection } from '../../views/userCenter/sections.tsx';
import '../../views/userCenter/settings.css';

/** Every choice takes effect at once and is kept for the person, so there is nothing to save. */
export function SettingsDrawer({ close }: { close: () => void }) {
  const t = useT('app');
  const [open, setOpen] = useState(true);
  return (
    <Drawer
      open={open}
      title={t('settings.title')}
      onClose={() => setOpen(false)}
      afterOpenChange={(shown) => !shown && close()}
      size={380}
      footer={
        <div className="settings-foot">
          <span className="pd-muted">{t('settings.kept')}</span>
          <button type="button" className="pd-button" onClick={() => setPreferences(DEFAULT_PREFERENCES)}>
            {t('settings.reset')}
          </button>
        </div>
      }
    >
      <div className="settings">
        <LookSection />
        <ShellSection />
        <RegionSection />
        <SafetySection />
      </div>
    </Drawer>
  );
}
