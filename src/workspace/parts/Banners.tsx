import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { type ReactNode, useEffect, useState } from 'react';
import { Icon, type IconName, connectionAtom, useT } from '../../kit/index.ts';
import { parkedAtom } from '../core/current.ts';
import { keepOwn, rebaseAtom } from '../sync/rebase.ts';
import { Repairs } from './Repairs.tsx';
import { workspace } from '../core/workspace.ts';
import { focusPanel } from '../core/focus.ts';
import { exportBroken } from '../sync/backup.ts';
import { askedAtom, layoutActions, tell } from '../sync/dialogs.ts';
import { layouts } from '../sync/layouts.ts';
import { shownName } from '../sync/names.ts';
import { currentAtom, reportAtom } from '../sync/state.ts';
import './banners.css';

interface BannerProps {
  icon: IconName;
  tone: 'info' | 'warning';
  text: string;
  children: ReactNode;
}

function Banner({ icon, tone, text, children }: BannerProps) {
  return (
    <div className={`ws-banner ws-banner-${tone}`} role={tone === 'warning' ? 'alert' : 'status'}>
      <Icon name={icon} size={14} />
      <span>{text}</span>
      {children}
    </div>
  );
}

/** A browser opens no window without a click, so a restored layout asks for one. */
function Windows() {
  const t = useT('workspace');
  const parked = Object.keys(useAtomValue(parkedAtom));
  if (parked.length === 0) return null;
  const all = (kind: 'window' | 'float') => () => {
    const before = new Set(workspace.tabs());
    for (const id of parked) workspace.unpark(id, kind);
    const floated = workspace.tabs().find((id) => !before.has(id));
    if (kind !== 'float' || floated === undefined) return;
    // The button has gone; what it brought back is what the person looks at now.
    workspace.select(floated);
    focusPanel(floated);
  };
  return (
    <Banner icon="popout" tone="info" text={t('window.parked', { count: parked.length })}>
      <button type="button" className="pd-button pd-button-primary" onClick={all('window')}>
        {t('window.reopen', { count: parked.length })}
      </button>
      <button type="button" className="pd-button" onClick={all('float')}>
        {t('window.dock')}
      </button>
    </Banner>
  );
}

function Conflict() {
  const t = useT('workspace');
  const current = useAtomValue(currentAtom);
  if (current?.status !== 'conflict') return null;
  const { renamed } = current;
  const name = (given: string) => given || t('conflict.unnamed');
  const text = renamed
    ? t('conflict.renamed', { mine: name(renamed.mine), theirs: name(renamed.theirs) })
    : t('conflict.text', { name: shownName(current.name) });
  return (
    <Banner icon="warning" tone="warning" text={text}>
      <button
        type="button"
        className="pd-button"
        onClick={() => void tell(layouts.keepMine, t('conflict.kept'))}
      >
        {t('conflict.mine')}
      </button>
      <button
        type="button"
        className="pd-button"
        onClick={() => void tell(layouts.takeTheirs, t('conflict.taken'))}
      >
        {t('conflict.theirs')}
      </button>
    </Banner>
  );
}

function Gone() {
  const t = useT('workspace');
  const current = useAtomValue(currentAtom);
  if (current?.status !== 'gone') return null;
  return (
    <Banner icon="warning" tone="warning" text={t('gone.text', { name: shownName(current.name) })}>
      <button type="button" className="pd-button" onClick={() => void tell(layouts.keepGone)}>
        {t('gone.keep')}
      </button>
      <button type="button" className="pd-button" onClick={() => void tell(layouts.leaveGone)}>
        {t('gone.leave')}
      </button>
    </Banner>
  );
}

/** The layouts could not be read at start-up: what is on screen is a default that is saved nowhere. */
function Unloaded() {
  const t = useT('workspace');
  const current = useAtomValue(currentAtom);
  const live = useAtomValue(connectionAtom) === 'live';
  const waits = current?.status === 'unloaded';
  // What a person has changed meanwhile goes only when the person says so.
  const untouched = waits && !current.edited;
  useEffect(() => {
    if (live && untouched) void layouts.loadUnasked();
  }, [live, untouched]);
  if (!waits) return null;
  return (
    <Banner icon="warning" tone="warning" text={t('unloaded.text')}>
      <button type="button" className="pd-button" onClick={() => void tell(layouts.loadAgain)}>
        {t('unloaded.again')}
      </button>
    </Banner>
  );
}

function Report() {
  const t = useT('workspace');
  const [report, setReport] = useAtom(reportAtom);
  const [open, setOpen] = useState(false);
  if (!report) return null;
  const text = t(report.instead ? `repair.instead.${report.instead}` : 'repair.repaired', {
    name: report.name,
    count: report.repairs.length,
  });
  return (
    <>
      <Banner icon="warning" tone="warning" text={text}>
        <button type="button" className="pd-button" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t('repair.details')}
        </button>
        <button type="button" className="pd-button" onClick={exportBroken}>
          {t('repair.export')}
        </button>
        <button
          type="button"
          className="pd-icon-button"
          aria-label={t('repair.dismiss')}
          title={t('repair.dismiss')}
          onClick={() => setReport(null)}
        >
          <Icon name="close" size={14} />
        </button>
      </Banner>
      {open && <Repairs repairs={report.repairs} />}
    </>
  );
}

/** What an incident is looked into with, in the place of the person's own layout. */
function Temporary() {
  const t = useT('workspace');
  const current = useAtomValue(currentAtom);
  if (current?.status !== 'temporary') return null;
  const former = shownName(current.former?.name ?? '');
  return (
    <Banner icon="bell" tone="info" text={t('temporary.banner', { name: current.name, former })}>
      <button
        type="button"
        className="pd-button pd-button-primary"
        onClick={() => void layoutActions.leaveTemporary()}
      >
        {t('temporary.leave', { former })}
      </button>
      <button type="button" className="pd-button" onClick={() => void layoutActions.keepTemporary()}>
        {t('temporary.keep')}
      </button>
    </Banner>
  );
}

/** The published layout that this one started from has moved on. */
function Rebased() {
  const t = useT('workspace');
  const rebase = useAtomValue(rebaseAtom);
  const setAsked = useSetAtom(askedAtom);
  if (!rebase) return null;
  const { name, publisher } = rebase.published;
  return (
    <Banner icon="layout" tone="info" text={t('rebase.banner', { name, publisher })}>
      <button
        type="button"
        className="pd-button pd-button-primary"
        onClick={() => setAsked({ kind: 'rebase' })}
      >
        {t('rebase.review')}
      </button>
      <button type="button" className="pd-button" onClick={() => keepOwn(rebase)}>
        {t('rebase.keep')}
      </button>
    </Banner>
  );
}

/** What the workspace has to say about itself, above the panels. */
export function Banners() {
  return (
    <div className="ws-banners">
      <Unloaded />
      <Conflict />
      <Gone />
      <Report />
      <Rebased />
      <Temporary />
      <Windows />
    </div>
  );
}
