import { atom, getDefaultStore } from 'jotai';
import { isCallError } from '../data/CallError.ts';
import { toast } from '../ui/toast.ts';
import { keymapAtom, keysOf } from './keymap.ts';

/** A command is data plus `run`; menu, palette, button, cheat sheet and keys all read this registry. */
export interface Command {
  id: string;
  label: () => string;
  /** Name of an icon of the kit. */
  icon?: string;
  /**
   * `c`, `shift+s`, `mod+k`, `?`, or one after the other, `g o`; `mod` is Ctrl, or Cmd on a Mac. Of a registered command
   * those of the person's keymap.
   */
  keys?: readonly string[];
  /** Id of the panel (tab) it belongs to; a command without scope is global. */
  scope?: string;
  /** False hides nothing but refuses; a text refuses and says why. */
  when?: () => boolean | string;
  /**
   * Asked before `when`, where its answer may be out of date: resolves with true once it is not, or with a text that
   * refuses. Undefined where there is nothing to wait for.
   */
  ready?: () => Promise<true | string> | undefined;
  run: (args?: unknown) => void | Promise<void>;
  /** Default arguments of palette and keys. */
  args?: unknown;
  /** Not offered in the palette: needs arguments that only its caller has. */
  hidden?: boolean;
  /** Nothing for this person, as `when` says: whoever asks for it in the palette or by its key reads why, and no bar or menu has it. */
  withheld?: boolean;
  /** Always among the keys that the status bar shows. */
  shown?: boolean;
  /** Milliseconds in which a second call about the same is ignored; 0 for movement keys. Default 500. */
  guard?: number;
  /** What a call is about now: one about another thing is no second click on the same. */
  about?: () => unknown;
  /**
   * Of a command on rows, asked where a key was pressed: true where what it would act on is outlined and in view; else
   * it is brought there, and this is what the person reads instead. `isInPanel`: the keyboard is in its panel.
   */
  sight?: (isInPanel: boolean) => true | string;
  /** Of a list's commands: it acts on none of the rows, so that none has to be in view for its key. */
  rowless?: boolean;
  /** The row it would act on, as its messages name it, or that there is none. */
  subject?: () => string | undefined;
  /** Its keys are heard while a dialog is over the page: it opens or shuts one, or stores. */
  overDialogs?: boolean;
  /** True: a held key repeats it. */
  repeat?: boolean;
}

/** A command as it is kept: `shipped` are the keys it came with. */
export interface Registered extends Command {
  shipped: readonly string[] | undefined;
}

const GUARD_MS = 500;
const NONE: readonly Registered[] = [];
const store = getDefaultStore();
const lastRun = new WeakMap<Command, { at: number; about: unknown }>();

/** By scope. A scope's list is another one once something in it changed: who shows one panel's is spared the others' news. */
const scopesAtom = atom<ReadonlyMap<string, readonly Registered[]>>(new Map());
/** Every command that is registered. */
export const commandsAtom = atom((get) => [...get(scopesAtom).values()].flat());
/** The panel that has the keys. */
export const activeScopeAtom = atom<string | undefined>(undefined);

const scopeKey = (scope: string | undefined): string => scope ?? '';

/** The commands of one panel; none where there is no panel. */
export const scopeAtom = (scope: string | undefined) =>
  atom((get) => (scope === undefined ? NONE : (get(scopesAtom).get(scope) ?? NONE)));

const inScope = (scope: string | undefined): readonly Registered[] =>
  store.get(scopesAtom).get(scopeKey(scope)) ?? NONE;

function put(scope: string | undefined, list: readonly Registered[]): void {
  const scopes = new Map(store.get(scopesAtom));
  if (list.length > 0) scopes.set(scopeKey(scope), list);
  else scopes.delete(scopeKey(scope));
  store.set(scopesAtom, scopes);
}

function register(command: Command): () => void {
  const { id, scope } = command;
  const known = inScope(scope);
  if (known.some((each) => each.id === id))
    throw new Error(`command ${id} exists already in ${scopeKey(scope) || 'global'}`);
  const own = withKeys({ ...command, shipped: command.keys });
  put(scope, [...known, own]);
  return () => {
    const now = inScope(scope);
    if (now.includes(own))
      put(
        scope,
        now.filter((each) => each !== own),
      );
  };
}

/** Gives it the keys of the person's keymap. The object stays the same: what it waits for and when it ran is known by it. */
function withKeys(command: Registered): Registered {
  const keys = keysOf(command.id, command.shipped);
  if (keys === undefined) delete command.keys;
  else command.keys = keys;
  return command;
}

store.sub(keymapAtom, () => {
  for (const [scope, list] of store.get(scopesAtom)) put(scope || undefined, list.map(withKeys));
});

/** The command of that id in `scope` (the active panel when not given), else the global one. */
function find(id: string, scope: string | undefined = store.get(activeScopeAtom)): Command | undefined {
  const named = (list: readonly Command[]) => list.find((command) => command.id === id);
  return named(inScope(scope)) ?? named(inScope(undefined));
}

function enabled(command: Command): true | string {
  const answer = command.when?.() ?? true;
  if (answer === true) return true;
  return answer === false ? '' : answer;
}

/** What each command waits for before it is answered, and about what. */
const waiting = new Map<Command, { about: unknown; isCancelled: boolean }>();

/** Waits for what the answer of `when` depends on; an empty text refuses without a word, as where it was cancelled. */
async function readied(
  command: Command,
  about: unknown,
  ready: Promise<true | string>,
): Promise<true | string> {
  const wait = { about, isCancelled: false };
  waiting.set(command, wait);
  try {
    const answer = await ready;
    if (wait.isCancelled) return '';
    const allowed = enabled(command);
    // Why it cannot run at all says more than why it did not run now.
    return allowed === true ? answer : allowed;
  } finally {
    if (waiting.get(command) === wait) waiting.delete(command);
  }
}

/** Commands of the scope that wait until they are ready do not run any more. @returns whether there were any */
function cancelWaiting(scope: string | undefined): boolean {
  const cancelled = [...waiting].filter(([command]) => command.scope === scope);
  for (const [command, wait] of cancelled) {
    wait.isCancelled = true;
    waiting.delete(command);
  }
  return cancelled.length > 0;
}

function described(command: Command): { description?: string } {
  const description = command.subject?.();
  return description === undefined ? {} : { description };
}

async function runCommand(command: Command, args: unknown): Promise<void> {
  const run = { at: performance.now(), about: command.about?.() };
  const last = lastRun.get(command);
  const soon = last !== undefined && run.at - last.at < (command.guard ?? GUARD_MS);
  if (soon && last.about === run.about) return;
  // The same call once more, while the first one waits: one of the two is enough.
  const waits = waiting.get(command);
  if (waits && waits.about === run.about) return;
  const ready = command.ready?.();
  const allowed = ready ? await readied(command, run.about, ready) : enabled(command);
  if (allowed !== true) {
    if (allowed) toast.warning(allowed, { key: `command:${command.id}`, ...described(command) });
    return;
  }
  lastRun.set(command, run);
  await command.run(args === undefined ? command.args : args);
}

/** Resolves when the command has run; an unknown id is a programming error, a refused one a toast. */
async function execute(id: string, args?: unknown, scope?: string): Promise<void> {
  const command = find(id, scope);
  if (!command) throw new Error(`no command ${id}`);
  await runCommand(command, args);
}

/** Runs without being waited for. What the server refused has been shown; anything else is a fault to report. */
function fire(command: Command, args?: unknown): void {
  runCommand(command, args).catch((error: unknown) => {
    if (!isCallError(error)) reportError(error);
  });
}

/** A key of the command was pressed: it acts on what the eye sees, or says that it would have acted on something else. */
function press(command: Command, isInPanel: boolean): void {
  const seen = command.sight?.(isInPanel) ?? true;
  if (seen === true) fire(command);
  else toast.info(seen, { key: 'sight', ...described(command) });
}

export const commands = Object.freeze({
  fire,
  press,
  register,
  execute,
  find,
  enabled,
  run: runCommand,
  cancelWaiting,
  /** Those of one panel, or the global ones; the same array until one of them changes. */
  inScope,
  /** Notifies views that an answer of some `when` of the scope changed, so that buttons and the status bar redraw. */
  refresh: (scope: string | undefined): void => put(scope, [...inScope(scope)]),
  activeScope: (): string | undefined => store.get(activeScopeAtom),
  setActiveScope: (scope: string | undefined): void => store.set(activeScopeAtom, scope),
});
