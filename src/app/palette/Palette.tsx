import { Command as Menu } from 'cmdk';
import { Fragment, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { workScope } from '../../kit/commands/keys.ts';
import { type Command, commands } from '../../kit/commands/registry.ts';
import { useCommandList } from '../../kit/commands/useCommands.ts';
import { menu } from '../../kit/data/menu.ts';
import { useT } from '../../kit/i18n/i18n.ts';
import { isIconName } from '../../../contract/icons.ts';
import { Icon } from '../../kit/ui/Icon.tsx';
import { Key } from '../../kit/ui/Key.tsx';
import { lookAt } from '../../kit/view.ts';
import { iconOf } from '../menu/icons.ts';
import { openEntry } from '../menu/openAddress.ts';
import { ranked, score } from './rank.ts';
import { typedAhead } from './typedAhead.ts';
import { type Found, useFind } from './useFind.ts';
import './palette.css';

const titleOf = (name: string): string => {
  const entry = menu.byName(name);
  return entry ? menu.title(entry) : name;
};

function CommandItem({ command, pick }: { command: Command; pick: (run: () => void) => void }) {
  const allowed = commands.enabled(command);
  const run = () => commands.fire(command);
  return (
    <Menu.Item
      value={`${command.scope ?? ''}:${command.id}`}
      disabled={allowed !== true}
      onSelect={() => pick(run)}
    >
      <Icon name={isIconName(command.icon) ? command.icon : 'right'} size={14} />
      <span>{command.label()}</span>
      {typeof allowed === 'string' && allowed !== '' && (
        <span className="pd-muted palette-hint">{allowed}</span>
      )}
      {command.keys?.[0] && <Key keys={command.keys[0]} />}
    </Menu.Item>
  );
}

const valueOf = (found: Found): string => `found:${found.resource}:${found.id}`;

/** What can be done now, then what cannot. */
const possibleFirst = (list: readonly Command[]): Command[] =>
  list.toSorted((a, b) => Number(commands.enabled(a) !== true) - Number(commands.enabled(b) !== true));

function FoundItem({ found, pick }: { found: Found; pick: (run: () => void) => void }) {
  const run = () => void lookAt(found.resource, { anyId: found.label });
  return (
    <Menu.Item value={valueOf(found)} onSelect={() => pick(run)}>
      <Icon name={found.resource === 'merchant' ? 'merchant' : 'orders'} size={14} />
      <span className={found.resource === 'merchant' ? undefined : 'pd-mono'}>{found.label}</span>
      <span className="pd-muted palette-hint">{found.hint}</span>
      <span className="pd-muted">{titleOf(found.resource)}</span>
    </Menu.Item>
  );
}

/** Every command, every view, and any order or merchant by its number or name. */
export function Palette({ close }: { close: () => void }) {
  const t = useT('app');
  const [text, setText] = useState(typedAhead);
  const find = useFind(text);
  const list = useCommandList();
  const [scope] = useState(workScope);
  const dialog = useRef<HTMLDialogElement>(null);
  // In the commit in which it takes the place of what heard the keys so far: none of them falls between the two.
  useLayoutEffect(() => {
    dialog.current?.showModal();
    dialog.current?.querySelector('input')?.focus();
    setText(typedAhead());
  }, []);

  // Close first, so that focus is back in its panel when the command runs.
  const pick = (run: () => void) => {
    dialog.current?.close();
    run();
  };
  const offered = possibleFirst(list.filter((command) => !command.hidden));
  const meant = (own: (ownScope: string | undefined) => boolean) =>
    ranked(
      offered.filter((command) => own(command.scope)),
      (command) => score(command.label(), command.id, text),
    );
  const ofPanel = meant((own) => own !== undefined && own === scope);
  const ofShell = meant((own) => own === undefined);
  const views = ranked(
    menu.leaves().filter((entry) => !entry.hidden),
    (entry) => score(menu.title(entry), entry.name, text),
  );
  const total = find.found.length + ofPanel.length + ofShell.length + views.length;

  // What the server found comes first, and Enter means it, though it arrives after the rest.
  const [chosen, setChosen] = useState('');
  const first = find.found[0];
  useEffect(() => {
    if (first) setChosen(valueOf(first));
  }, [first]);
  const blank = text.trim() === '';
  const viewGroup = (
    <Menu.Group heading={t('palette.views')}>
      {views.map(({ item: entry }) => (
        <Menu.Item
          key={entry.name}
          value={`view:${entry.name}`}
          onSelect={() => pick(() => openEntry(entry))}
        >
          <Icon name={iconOf(entry)} size={14} />
          <span>{menu.title(entry)}</span>
        </Menu.Item>
      ))}
    </Menu.Group>
  );
  const commandGroup = (heading: string, found: typeof ofPanel) => (
    <Menu.Group heading={heading}>
      {found.map(({ item }) => (
        <CommandItem key={item.id} command={item} pick={pick} />
      ))}
    </Menu.Group>
  );
  // Without a word typed Enter opens a view, which can do no harm; with one the best match leads.
  const groups: { best: number; drawn: ReactNode }[] = [
    { best: (ofPanel[0]?.score ?? 0) - (blank ? 0.1 : 0), drawn: commandGroup(t('palette.panel'), ofPanel) },
    { best: views[0]?.score ?? 0, drawn: viewGroup },
    {
      best: (ofShell[0]?.score ?? 0) - (blank ? 0.1 : 0),
      drawn: commandGroup(t('palette.commands'), ofShell),
    },
  ];
  return (
    <dialog
      ref={dialog}
      className="palette"
      aria-label={t('palette.title')}
      onClose={close}
      onPointerDown={(event) => event.target === dialog.current && dialog.current.close()}
    >
      <Menu label={t('palette.title')} loop shouldFilter={false} value={chosen} onValueChange={setChosen}>
        <div className="palette-input">
          <Icon name="search" />
          <Menu.Input value={text} onValueChange={setText} placeholder={t('palette.placeholder')} />
        </div>
        <Menu.List label={t('palette.title')}>
          {find.fault && (
            <p className="palette-none" role="status">
              {find.fault}
            </p>
          )}
          {total === 0 && !find.fault && (
            <p className="palette-none">{find.busy ? t('palette.searching') : t('palette.none', { text })}</p>
          )}
          {find.found.length > 0 && (
            <Menu.Group heading={t('palette.found')}>
              {find.found.map((found) => (
                <FoundItem key={`${found.resource}:${found.id}`} found={found} pick={pick} />
              ))}
            </Menu.Group>
          )}
          {groups
            .filter(({ best }) => best > 0)
            .toSorted((one, other) => other.best - one.best)
            .map(({ drawn }, index) => (
              <Fragment key={index}>{drawn}</Fragment>
            ))}
        </Menu.List>
        <div className="palette-foot pd-muted">{t('palette.hint')}</div>
      </Menu>
    </dialog>
  );
}
