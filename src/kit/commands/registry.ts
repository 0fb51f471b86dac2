import { isCallError } from '../data/CallError.ts';
import { toast } from '../ui/toast.ts';

/** A command is data plus `run`; menu, palette, button, cheat sheet and keys all read this registry. */
export interface Command {
  id: string;
  label: () => string;
  /** Name of an icon of the kit. */
  icon?: string;
  /** `c`, `shift+s`, `mod+k`, `?`; `mod` is Ctrl, or Cmd on a Mac. */
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
  /** Always among the keys that the status bar shows. */
  shown?: boolean;
  /** Milliseconds in which a second call about the same is ignored; 0 for movement keys. Default 500. */
  guard?: number;
  /** What a call is about now: one about another thing is no second click on the same. */
  about?: () => unknown;
  /** Its keys are heard while a dialog is over the page: it opens or shuts one, or stores. */
  overDialogs?: boolean;
  /** True: a held key repeats it. */
  repeat?: boolean;
}

const GUARD_MS = 500;
const commandsByScope = new Map<string, Map<string, Command>>();
const listeners = new Set<() => void>();
const lastRun = new WeakMap<Command, { at: number; about: unknown }>();
/** What was read of a scope, until something in it changes: who shows one panel's verbs is spared the others' news. */
const arrays = new Map<string, readonly Command[]>();
let all: readonly Command[] | undefined;
let activeScope: string | undefined;

const scopeKey = (scope: string | undefined): string => scope ?? '';

function tell(): void {
  for (const listener of listeners) listener();
}

function changed(scope: string): void {
  arrays.delete(scope);
  all = undefined;
  tell();
}

function inScope(scope: string | undefined): readonly Command[] {
  const key = scopeKey(scope);
  let known = arrays.get(key);
  if (!known) arrays.set(key, (known = [...(commandsByScope.get(key)?.values() ?? [])]));
  return known;
}

function register(command: Command): () => void {
  const key = scopeKey(command.scope);
  const scoped = commandsByScope.get(key) ?? new Map<string, Command>();
  if (scoped.has(command.id)) throw new Error(`command ${command.id} exists already in ${key || 'global'}`);
  scoped.set(command.id, command);
  commandsByScope.set(key, scoped);
  changed(key);
  return () => {
    if (scoped.get(command.id) !== command) return;
    scoped.delete(command.id);
    if (scoped.size === 0) commandsByScope.delete(key);
    changed(key);
  };
}

/** The command of that id in `scope` (the active panel when not given), else the global one. */
function find(id: string, scope: string | undefined = activeScope): Command | undefined {
  const scoped = scope === undefined ? undefined : commandsByScope.get(scope)?.get(id);
  return scoped ?? commandsByScope.get('')?.get(id);
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
    if (allowed) toast.warning(allowed, { key: `command:${command.id}` });
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

export const commands = Object.freeze({
  fire,
  register,
  execute,
  find,
  enabled,
  run: runCommand,
  cancelWaiting,
  /** A stable array until something is registered or removed. */
  list: (): readonly Command[] => (all ??= [...commandsByScope.keys()].flatMap(inScope)),
  /** Those of one panel, or the global ones; as stable as the list. */
  inScope,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  /** Notifies views that an answer of some `when` of the scope changed, so that buttons and the status bar redraw. */
  refresh: (scope: string | undefined): void => changed(scopeKey(scope)),
  activeScope: (): string | undefined => activeScope,
  setActiveScope(scope: string | undefined): void {
    if (scope === activeScope) return;
    activeScope = scope;
    tell();
  },
});
