import { type MenuEntry, isLeaf, menuTitle } from '../../kit/data/menu.ts';
import { Icon } from '../../kit/ui/Icon.tsx';
import { openEntry } from './openAddress.ts';

/** What a menu offers; hidden entries are reachable by address only. */
export const shown = (entries: readonly MenuEntry[]): readonly MenuEntry[] =>
  entries.filter((entry) => !entry.hidden);

interface ListProps {
  entries: readonly MenuEntry[];
  activeView: string | undefined;
  onOpen: () => void;
  reachable: boolean;
}

/** Entries of one area; deeper directories become headings. */
export function EntryList({ entries, activeView, onOpen, reachable }: ListProps) {
  return shown(entries).map((entry) =>
    isLeaf(entry) ? (
      <button
        key={entry.name}
        type="button"
        className="flyout-entry"
        data-menu={entry.name}
        aria-current={entry.name === activeView ? 'page' : undefined}
        tabIndex={reachable ? 0 : -1}
        onClick={() => {
          openEntry(entry);
          onOpen();
        }}
      >
        <span>{menuTitle(entry)}</span>
        {entry.link && !entry.link.embedded && <Icon name="external" size={12} />}
      </button>
    ) : (
      <div key={entry.name} role="group" aria-label={menuTitle(entry)}>
        <div className="flyout-heading">{menuTitle(entry)}</div>
        <EntryList entries={entry.children} activeView={activeView} onOpen={onOpen} reachable={reachable} />
      </div>
    ),
  );
}
