import { Preview } from '../kit/sharing/Preview.tsx';
import type { Look } from '../kit/sharing/look.ts';
import { caller, translateIfAny } from '../kit/index.ts';
import { widgetTitle } from './catalogue.ts';
import {
  COLUMNS,
  type DashboardDocument,
  type Tile,
  bottomOf,
  emptyDocument,
  readDocument,
  settled,
} from './document.ts';
import { marksOf } from './merge.ts';

/** A tile as its person calls it; a widget that is no longer there by its id. */
function titleOf({ title, widget }: Tile): string {
  if (title) return title;
  const isKnown = translateIfAny(`widgets:${widget}.title`) !== undefined;
  return isKnown ? widgetTitle(widget, Boolean(caller().profile.merchantId)) : widget;
}

const draw: Look<DashboardDocument>['draw'] = ({ tiles: stored }, marks) => {
  const tiles = settled(stored);
  const rows = Math.max(1, bottomOf(tiles));
  const boxes = tiles.map((tile) => ({
    x: tile.x / COLUMNS,
    y: tile.y / rows,
    width: tile.w / COLUMNS,
    height: tile.h / rows,
    mark: marks?.get(tile.id),
    tabs: [{ id: tile.id, title: titleOf(tile), shown: true, mark: marks?.get(tile.id) }],
  }));
  return <Preview label={tiles.map(titleOf).join(', ')} boxes={boxes} />;
};

/** Dashboards as the dialogs of sharing and versions see them. */
export const documentLook: Look<DashboardDocument> = {
  read: (body) => readDocument(body) ?? emptyDocument(),
  draw,
  marksOf,
  titleOf: ({ tiles }, id) => {
    const tile = tiles.find((each) => each.id === id);
    return tile && titleOf(tile);
  },
};
