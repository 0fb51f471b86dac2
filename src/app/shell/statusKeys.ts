import { type Command, commands } from '../../kit/commands/registry.ts';

/** The keys that find room: those that always stand there, then what can run now, then the rest, in their own order. */
export function statusKeys(list: readonly Command[], most: number): readonly Command[] {
  const keyed = list.filter((command) => command.keys?.[0] && !command.hidden);
  const rank = (command: Command): number => (command.shown ? 0 : commands.enabled(command) === true ? 1 : 2);
  const first = [...keyed].sort((a, b) => rank(a) - rank(b)).slice(0, most);
  return keyed.filter((command) => first.includes(command));
}
