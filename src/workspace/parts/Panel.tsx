import { useAtomValue } from 'jotai';
import { selectAtom } from 'jotai/utils';
import { Suspense, memo, useCallback, useMemo, useRef, useState } from 'react';
import {
  PartBoundary,
  State,
  VisibilityContext,
  coloursOf,
  link,
  localeAtom,
  translate,
  useCaller,
  useWindowVisible,
} from '../../kit/index.ts';
import { activeTabAtom, mountedAtom, shownAtom } from '../core/activity.ts';
import { closed } from '../core/closed.ts';
import { panels, titlesAtom, turnsAtom } from '../core/panels.ts';
import { isView, mayOpen, viewComponent, viewTitle } from '../views.tsx';
import { GoneCard } from './GoneCard.tsx';

/** A boolean out of a set, so that a panel redraws only when its own answer changes. */
const has = (source: typeof shownAtom, tabId: string) => selectAtom(source, (set) => set.has(tabId));

function Content({ tabId, view, visible }: { tabId: string; view: string; visible: boolean }) {
  const [attempt, setAttempt] = useState(0);
  const active = useAtomValue(useMemo(() => selectAtom(activeTabAtom, (id) => id === tabId), [tabId]));
  const saveState = useCallback(
    (state: unknown) => {
      panels.saveState(tabId, state);
      closed.saveState(tabId, state);
    },
    [tabId],
  );
  const setTitle = useCallback((title: string) => panels.setTitle(tabId, title), [tabId]);
  const setArgs = useCallback((args: Record<string, unknown>) => panels.setArgs(tabId, args), [tabId]);
  const setShown = useCallback(
    (shown: Record<string, unknown> | undefined) => panels.setShown(tabId, shown),
    [tabId],
  );
  const record = panels.get(tabId);
  const caller = useCaller();
  if (!record || !isView(view) || !mayOpen(view, caller)) return <GoneCard tabId={tabId} view={view} />;
  const View = viewComponent(view);
  const failed = () => translate('workspace:panel.failed', { name: viewTitle(view) });
  const reload = () => setAttempt(attempt + 1);
  return (
    <PartBoundary key={attempt} text={failed} hinted reload={reload}>
      <Suspense fallback={<State kind="loading" />}>
        <View
          tabId={tabId}
          args={record.args}
          state={record.state}
          saveState={saveState}
          setTitle={setTitle}
          setArgs={setArgs}
          setShown={setShown}
          active={active}
          visible={visible}
        />
      </Suspense>
    </PartBoundary>
  );
}

/** One tab's content. Hidden it does no live work; hidden for long it is unmounted, and comes back with its state. */
export const Panel = memo(function Panel({ tabId }: { tabId: string }) {
  const section = useRef<HTMLElement>(null);
  const windowVisible = useWindowVisible(section);
  const shown = useAtomValue(useMemo(() => has(shownAtom, tabId), [tabId]));
  const visible = shown && windowVisible;
  const mounted = useAtomValue(useMemo(() => has(mountedAtom, tabId), [tabId]));
  const colours = useAtomValue(
    useMemo(() => selectAtom(link.panelsAtom, (all) => coloursOf(all[tabId]).join(' ')), [tabId]),
  );
  const title = useAtomValue(useMemo(() => selectAtom(titlesAtom, (all) => all[tabId]), [tabId]));
  const turn = useAtomValue(useMemo(() => selectAtom(turnsAtom, (all) => all[tabId] ?? 0), [tabId]));
  // What its view is called is of the language.
  useAtomValue(localeAtom);
  const { view = '', nth = 1 } = panels.get(tabId) ?? {};
  return (
    <section
      ref={section}
      className="ws-panel pd-enter"
      data-scope={tabId}
      data-view={view}
      data-link={colours.split(' ')[0] || undefined}
      data-links={colours || undefined}
      aria-label={title ?? viewTitle(view)}
      data-named={title === undefined ? undefined : ''}
      data-nth={nth > 1 ? nth : undefined}
      tabIndex={-1}
    >
      <VisibilityContext value={visible}>
        {(mounted || shown) && <Content key={turn} tabId={tabId} view={view} visible={visible} />}
      </VisibilityContext>
    </section>
  );
});
