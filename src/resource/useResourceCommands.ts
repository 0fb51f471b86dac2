import { askedOf, mayBeAsked } from '../../contract/asked.ts';
import type { Row } from '../../contract/calls.ts';
import { PRINTED } from '../../contract/print/printed.ts';
import type { Resource, Verb } from '../../contract/resource.ts';
import { isOnPlatformBooks } from '../../contract/tenants.ts';
import { type Command, type Translate, openView, useCaller, useT } from '../kit/index.ts';
import { idOf } from './actions/commandId.ts';
import { revalidateTargets } from './actions/revalidateTargets.ts';
import { iconOf } from './actions/icons.ts';
import type { Words } from './actions/texts.ts';
import type { Actions } from './actions/useActions.ts';
import { TRACE_VIEW } from './ui/TraceLink.tsx';
import { isTheirs, mayRun } from './actions/why.ts';
import { openRequest } from './asked.ts';
import type { GridModel } from './grid/model.ts';

interface Ports {
  resource: Resource;
  model: GridModel;
  actions: Actions;
  words: Words;
  /** Opens the sheet that asks for the format. */
  exportRows: () => void;
  edit: (row: Row | undefined) => void;
  remove: (rows: readonly Row[]) => void;
  /** Opens what a row is printed as; of a list of entries their statement, of which no row is chosen. */
  print: (row: Row | undefined) => void;
  /** Opens the peek. */
  look: () => void;
}

/** The actions of the definition. */
const actionCommands = ({
  resource,
  actions,
  words,
  look,
}: Pick<Ports, 'resource' | 'actions' | 'words' | 'look'>): Omit<Command, 'scope'>[] =>
  actions.names.map((name) => {
    const { hotkey, async, on } = actions.get(name);
    return {
      id: idOf(resource, name),
      label: () => words.action(name),
      icon: iconOf(name, actions.get(name)),
      ...(hotkey && { keys: [hotkey] }),
      ...(on === 'new' && { rowless: true }),
      when: () => actions.may(name),
      ready: () => actions.ready(name),
      // What a caller gives is in the sheet's fields to begin with.
      run(given) {
        if (async === 'answer') look();
        return actions.start(name, given as Readonly<Record<string, unknown>> | undefined);
      },
    };
  });

/** Verbs of the platform alone, for a tenant's staff: whoever misses one reads whose it is. */
function platformCommands(resource: Resource, words: Words, t: Translate): Omit<Command, 'scope'>[] {
  const verbs = [...Object.keys(resource.crud), ...Object.keys(resource.actions)];
  return verbs
    .filter((verb) => isOnPlatformBooks(`${resource.id}:${verb}`))
    .map((verb) => {
      const action = resource.actions[verb];
      return {
        id: idOf(resource, verb),
        label: () => words.action(verb),
        ...(action && { icon: iconOf(verb, action) }),
        ...(action?.hotkey && { keys: [action.hotkey] }),
        withheld: true,
        when: () => t('why.platformBooks'),
        run: () => undefined,
      };
    });
}

/** Leads from a row of a log to everything else that its request led to. */
const traceCommand = (
  resource: Resource,
  chosen: () => readonly Row[],
  t: Translate,
): Omit<Command, 'scope'> => ({
  id: idOf(resource, 'trace'),
  label: () => t('showTrace'),
  icon: 'columns',
  keys: ['t'],
  when: () => (chosen()[0]?.traceId ? true : t(chosen().length === 0 ? 'select.some' : 'noTrace')),
  run: () => openView(TRACE_VIEW, { traceId: chosen()[0]?.traceId }),
});

/** Leads from a row to what waits about it in Approvals. */
const requestCommand = (
  resource: Resource,
  chosen: () => readonly Row[],
  t: Translate,
): Omit<Command, 'scope'> => ({
  id: idOf(resource, 'request'),
  label: () => t('asked.open'),
  icon: 'check',
  keys: ['w'],
  when() {
    if (chosen().length !== 1) return t(chosen().length === 0 ? 'select.some' : 'select.one');
    return askedOf(chosen()[0]!) ? true : t('asked.none');
  },
  run() {
    const row = chosen()[0];
    const asked = row && askedOf(row);
    if (asked) openRequest(row.orderNo, asked);
  },
});

/** A row on paper; of a list of entries their statement, which is of no row. */
function printCommand(
  resource: Resource,
  chosen: () => readonly Row[],
  print: Ports['print'],
  t: Translate,
): Omit<Command, 'scope'> {
  const isOfRow = PRINTED[resource.id] !== 'merchantStatement';
  return {
    id: idOf(resource, 'print'),
    label: () => t(isOfRow ? 'print.receipt' : 'print.statement'),
    icon: 'print',
    keys: ['mod+p'],
    ...(!isOfRow && { rowless: true }),
    when() {
      if (!isOfRow || chosen().length === 1) return true;
      return t(chosen().length === 0 ? 'select.some' : 'select.one');
    },
    run: () => print(chosen()[0]),
  };
}

const exportCommand = (resource: Resource, words: Words, run: () => void): Omit<Command, 'scope'> => ({
  id: idOf(resource, 'export'),
  label: () => words.action('export'),
  icon: 'download',
  rowless: true,
  run,
});

/** Verbs of any resource, generated from its definition and the caller's permission codes. */
export function useResourceCommands({
  resource,
  model,
  actions,
  words,
  exportRows,
  edit,
  remove,
  print,
  look,
}: Ports): Omit<Command, 'scope'>[] {
  const t = useT('grid');
  const caller = useCaller();
  const { can } = caller;
  const may = (verb: Verb) => {
    const audience = resource.crud[verb];
    return audience !== undefined && can(`${resource.id}:${verb}`, audience);
  };
  const chosen = () => model.targets.rows();
  const own = (rows: readonly Row[]) => (rows.some((row) => isTheirs(row, caller)) ? t('why.theirs') : true);
  // What they open shows the rows.
  const ready = () => revalidateTargets(model, t, { immediate: false });
  const editing = resource.editable ? { when: resource.editable } : {};
  const list: Omit<Command, 'scope'>[] = [];
  if (may('add'))
    list.push({
      id: idOf(resource, 'add'),
      label: () => words.action('add'),
      icon: 'plus',
      keys: ['n'],
      rowless: true,
      run: () => edit(undefined),
    });
  if (may('update')) {
    list.push({
      id: idOf(resource, 'update'),
      label: () => words.action('update'),
      icon: 'settings',
      keys: ['e'],
      ready,
      when() {
        if (chosen().length !== 1) return t(chosen().length === 0 ? 'select.some' : 'select.one');
        const answer = mayRun(resource, editing, chosen(), caller, t, words.field);
        return answer === true || model.targets.areCurrent() ? answer : true;
      },
      run: () => edit(chosen()[0]),
    });
  }
  list.push(...actionCommands({ resource, actions, words, look }));
  if (caller.profile.isTenants && !caller.profile.merchantId)
    list.push(...platformCommands(resource, words, t));
  if (resource.fields.traceId && can(`${TRACE_VIEW}:page`)) list.push(traceCommand(resource, chosen, t));
  if (mayBeAsked(resource.id) && can('approval:page')) list.push(requestCommand(resource, chosen, t));
  if (PRINTED[resource.id]) list.push(printCommand(resource, chosen, print, t));
  if (may('export')) list.push(exportCommand(resource, words, exportRows));
  if (may('delete')) {
    list.push({
      id: idOf(resource, 'delete'),
      label: () => words.action('delete'),
      icon: 'close',
      ready,
      when: () => (chosen().length > 0 ? own(chosen()) : t('select.some')),
      run: () => remove(chosen()),
    });
  }
  return list;
}
