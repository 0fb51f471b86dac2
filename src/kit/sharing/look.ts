import type { ReactNode } from 'react';

/** How one version of a layout differs from another, part by part: a panel, a widget. */
export type Mark = 'added' | 'removed' | 'moved' | 'changed';

/** How what is stored of a kind of layout is read, drawn and compared. */
export interface Look<T> {
  read: (body: string) => T;
  /** With how its parts differ from another version. */
  draw: (layout: T, marks?: ReadonlyMap<string, Mark>) => ReactNode;
  /** The parts of `to` that are not as in `from`, and those of `from` that are gone, by their ids. */
  marksOf: (from: T, to: T) => ReadonlyMap<string, Mark>;
  /** What the part is called; undefined where the layout has none of that id. */
  titleOf: (layout: T, id: string) => string | undefined;
}
