import { type IconName, isIconName } from '../../../contract/icons.ts';
import type { Found } from '../../kit/commands/phrases.ts';
import { type Command, commands } from '../../kit/commands/registry.ts';
import { type MenuEntry, menu } from '../../kit/data/menu.ts';
import type { Translate } from '../../kit/i18n/i18n.ts';
import { openView } from '../../kit/view.ts';
import { resources } from '../../../contract/resources/index.ts';
import { TRACE } from '../../../contract/trace.ts';
import { numberOf } from '../../resource/phrases/actionPhrases.ts';
import { goCommand } from '../menu/goCommands.ts';
import { iconOf } from '../menu/icons.ts';
import { openEntry } from '../menu/openAddress.ts';
import { mostOpened } from '../menu/opened.ts';
import { ranked, score, viewScore } from './rank.ts';
import { recent } from './recent.ts';

/** What can be chosen in the palette. */
export interface Option {
  key: string;
  icon: IconName;
  label: string;
  /** The label is a number and not a name. */
  mono?: boolean;
  hint?: string;
  /** What kind of thing it is, at the end of the line. */
  kind?: string;
  /** The chord that does the same. */
  chord?: string | undefined;
  disabled?: boolean;
  /** Why it is disabled, of a line that has a hint too. */
  refused?: string;
  /** The row it opens. */
  found?: Found;
  run: () => void;
}

export interface Group {
  heading: string;
  options: readonly Option[];
}

function commandOption(command: Command): Option {
  const allowed = commands.enabled(command);
  return {
    key: `${command.scope ?? ''}:${command.id}`,
    icon: isIconName(command.icon) ? command.icon : 'right',
    label: command.label(),
    hint: typeof allowed === 'string' ? allowed : '',
    chord: command.keys?.[0],
    disabled: allowed !== true,
    run: () => commands.fire(command),
  };
}

const viewOption = (entry: MenuEntry): Option => ({
  key: `view:${entry.name}`,
  icon: iconOf(entry),
  label: menu.title(entry),
  chord: commands.find(goCommand(entry.name))?.keys?.[0],
  run: () => openEntry(entry),
});

const titleOf = (name: string): string => {
  const entry = menu.byName(name);
  return entry ? menu.title(entry) : name;
};

/** Whose rows are called by a name and not by a number. */
const NAMED = new Set(['merchant', 'upstream', 'channel', 'bankAccount']);

function foundOption(found: Found): Option {
  const { resource, id, label, hint } = found;
  const entry = menu.byName(resource);
  const definition = resources.get(resource);
  return {
    key: `found:${resource}:${id}`,
    icon: entry ? iconOf(entry) : 'orders',
    label,
    mono: !NAMED.has(resource),
    hint,
    kind: titleOf(resource),
    found,
    run: () => void openView(resource, { anyId: definition ? numberOf(definition, found) : label }),
  };
}

/** The number of a request leads to what it did. */
function traceOptions(text: string): Option[] {
  const traceId = text.trim().toLowerCase();
  const entry = TRACE.test(traceId) ? menu.byName('logTrace') : undefined;
  if (!entry) return [];
  const run = () => void openView(entry.name, { traceId });
  return [
    {
      key: `trace:${traceId}`,
      icon: iconOf(entry),
      label: traceId,
      mono: true,
      kind: menu.title(entry),
      run,
    },
  ];
}

/** Without a text: what was chosen last and can still be chosen, then the rest. */
function recentFirst(matches: readonly Group[], t: Translate): Group[] {
  const offered = new Map(matches.flatMap(({ options }) => options.map((option) => [option.key, option])));
  const options = recent().flatMap(({ key, found }) => {
    const option = found && menu.byName(found.resource) ? foundOption(found) : offered.get(key);
    return option && !option.disabled ? [option] : [];
  });
  const rest = matches.map((group) => ({
    ...group,
    options: group.options.filter((option) => !options.includes(option)),
  }));
  return [{ heading: t('palette.recent'), options }, ...rest];
}

interface Meant {
  /** What may follow the command that the text begins with. */
  phrases: readonly Group[];
  found: readonly Found[];
  commands: readonly Command[];
  /** The panel that was worked in. */
  scope: string | undefined;
  text: string;
}

/**
 * What is meant by a text, in groups. What follows a command's name comes first, then what the server found; then the group of the best match. Without
 * a text a view comes first, which can do no harm.
 */
export function groupsOf({ phrases, found, commands: known, scope, text }: Meant, t: Translate): Group[] {
  const offered = known
    .filter((command) => !command.hidden)
    .map((command) => ({ command, option: commandOption(command) }));
  const possibleFirst = offered.toSorted((a, b) => Number(a.option.disabled) - Number(b.option.disabled));
  const meant = (own: (scope: string | undefined) => boolean) =>
    ranked(
      possibleFirst.filter(({ command }) => own(command.scope)),
      ({ command, option }) => score(option.label, command.id, text),
    ).map((match) => ({ score: match.score, option: match.item.option }));
  const isEmpty = text.trim() === '';
  const leaves = menu.leaves().filter((entry) => !entry.hidden);
  const views = ranked(isEmpty ? leaves : mostOpened(leaves), (entry) =>
    viewScore(menu.title(entry), entry.name, text),
  ).map((match) => ({ score: match.score, option: viewOption(match.item) }));
  const last = isEmpty ? 0.1 : 0;
  const matches = [
    { heading: t('palette.panel'), list: meant((own) => own !== undefined && own === scope), less: last },
    { heading: t('palette.views'), list: views, less: 0 },
    { heading: t('palette.commands'), list: meant((own) => own === undefined), less: last },
  ]
    .map(({ heading, list, less }) => ({
      heading,
      options: list.map(({ option }) => option),
      best: (list[0]?.score ?? 0) - less,
    }))
    .toSorted((one, other) => other.best - one.best);
  const groups = isEmpty
    ? recentFirst(matches, t)
    : [
        ...phrases,
        { heading: t('palette.found'), options: [...traceOptions(text), ...found.map(foundOption)] },
        ...matches,
      ];
  return groups.filter(({ options }) => options.length > 0);
}
