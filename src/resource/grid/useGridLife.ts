import type { GridApi } from 'ag-grid-community';
import { getDefaultStore } from 'jotai';
import { type RefObject, useEffect } from 'react';
import type { Row } from '../../../contract/calls.ts';
import { connectionAtom, events, serverNow, useT, zoneAtom } from '../../kit/index.ts';
import type { RowRenderer } from './rowRenderer.ts';
import { tickClaims } from './cells.ts';
import type { Fit } from './fit.ts';
import { attachHeaderEdge } from './headerEdge.ts';
import type { GridModel } from './model.ts';
import { screenOf } from './screen.ts';
import { attachScrubber } from './scrubber.ts';
import { followCursor } from './settleFocus.ts';

interface Ports {
  api: GridApi<Row> | undefined;
  body: RefObject<RowRenderer | undefined>;
  root: RefObject<HTMLDivElement | null>;
  /** Shown next to the thumb. */
  label: RefObject<HTMLDivElement | null>;
  model: GridModel;
  fit: RefObject<Fit | undefined>;
}

/** What the model does to the screen, painted choices and the label next to the thumb. */
function useScreen({ api, body, root, label, model, fit }: Ports): void {
  const t = useT('grid');
  useEffect(() => {
    const element = root.current;
    if (!api || !element) return;
    model.screen = screenOf(api, body, model, fit);
    const undos = [
      model.selection.subscribe(() => {
        followCursor(model, body.current);
        body.current?.paint();
      }),
      model.formats.subscribe(() => body.current?.paint()),
      model.refusals.subscribe(() => body.current?.paint()),
      model.cells.subscribe(() => body.current?.mark(model.cells.state())),
    ];
    undos.push(attachHeaderEdge(element, (column) => fit.current?.whole(column)));
    const fits = (): number => body.current?.view().fits ?? 0;
    if (label.current) undos.push(attachScrubber(element, label.current, fits, model, () => t('of')));
    return () => {
      for (const undo of undos) undo();
    };
  }, [api, body, root, label, model, fit, t]);
}

/** What only a visible grid does: live rows and running claims. */
function useLiveRows({ api, root, model }: Ports, visible: boolean): void {
  useEffect(() => {
    const element = root.current;
    if (!api || !element || !visible) return;
    const store = getDefaultStore();
    const isLive = (): boolean => store.get(connectionAtom) === 'live';
    /** How many gaps of the line were there when the rows were last read. */
    let gaps = 0;
    const watch = (): void => {
      gaps = events.gapCount();
      model.watch({ visible: true, connected: isLive() });
    };
    const undos = [
      events.onResync(() => {
        if (events.gapCount() === gaps) return;
        gaps = events.gapCount();
        model.missed();
      }),
      store.sub(connectionAtom, watch),
      store.sub(zoneAtom, () => model.keepUp()),
    ];
    if (model.resource.live) undos.push(events.subscribe(model.resource.id, (list) => model.take(list)));
    const tick = (): void => {
      tickClaims(element, serverNow());
      model.keepUp();
      // A blip that cut no line brings no resync.
      if (isLive()) model.retry();
    };
    const timer = setInterval(tick, 1_000);
    model.keepUp();
    watch();
    model.live.seen();
    return () => {
      clearInterval(timer);
      for (const undo of undos) undo();
      model.watch({ visible: false, connected: isLive() });
    };
  }, [api, root, model, visible]);
}

export function useGridLife(ports: Ports, visible: boolean): void {
  useScreen(ports);
  useLiveRows(ports, visible);
}
