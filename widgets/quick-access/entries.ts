import { type IconName, type MenuEntry, commands, menu, openView } from '../../src/kit/index.ts';
import { isIconName } from '../../contract/icons.ts';
import type { Pick } from './picks.ts';

/** Something that can be picked, as it is now: a person may lose it, and its words follow the language. */
export interface Entry extends Pick {
  title: string;
  icon: IconName;
  /** A chord of the keyboard. */
  keys: string | undefined;
  run: () => void;
}

const ofMenu = ({ entry, icon }: Page): Entry => ({
  kind: 'menu',
  id: entry.name,
  title: menu.title(entry),
  icon,
  keys: undefined,
  run: () => void openView(entry.name),
});

interface Page {
  entry: MenuEntry;
  icon: IconName;
}

/** The pages of the menu; one without an icon has that of the directory it is in. */
const pagesOf = (level: readonly MenuEntry[], above: IconName = 'menu'): Page[] =>
  level
    .filter(({ hidden }) => !hidden)
    .flatMap((entry) => {
      const icon = entry.icon ?? above;
      const inner = pagesOf(entry.children, icon);
      return inner.length > 0 ? inner : [{ entry, icon }];
    });

/** Every menu entry and every command of the product that this person has. */
export function entries(): Entry[] {
  const verbs = commands.inScope(undefined).filter(({ hidden }) => !hidden);
  return [
    ...pagesOf(menu.tree()).map(ofMenu),
    ...verbs.map(
      (command): Entry => ({
        kind: 'command',
        id: command.id,
        title: command.label(),
        icon: isIconName(command.icon) ? command.icon : 'keyboard',
        keys: command.keys?.[0],
        run: () => commands.fire(command),
      }),
    ),
  ];
}
