import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { EVERYONE } from '../../contract/audience.ts';
import { isFamily } from '../../contract/family.ts';
import { isGroupable } from '../../contract/listGroups.ts';
import { type Action, targetsOf } from '../../contract/resource.ts';
import { resources } from '../../contract/resources/index.ts';
import type { Caller } from '../platform/http/caller.ts';
import type { AppDeps } from '../platform/http/deps.ts';
import { type Call, route } from '../platform/http/route.ts';
import { runAction } from './actions.ts';
import { actorOf } from './actors.ts';
import { readOptions } from './choices.ts';
import { mountComparison } from './comparison/mount.ts';
import type { Compiled } from './compile.ts';
import { readDetail } from './detail.ts';
import { ask, compiledOf, type Engine, readingAs } from './engine.ts';
import { checkExport, startExport } from './export.ts';
import { familyAnswer, familyDetail, inTheirNames } from './family/answer.ts';
import { runFamilyAction } from './family/command.ts';
import { sendFamilyFile, wantsFile } from './family/export.ts';
import { readFamilyPage } from './family/page.ts';
import { find } from './find.ts';
import { readGroups } from './groups.ts';
import { sendJson } from './json.ts';
import { type Maker, runMake } from './make.ts';
import { outcomeOf } from './outcome.ts';
import { readPage } from './page.ts';
import { readRows } from './rows.ts';
import { engineOf } from './shared.ts';
import { halfOf, makerOf, type ServerHalf } from './serverHalf.ts';
import { prepareRollup } from './tasks.ts';
import { readTotals } from './totals.ts';
import { addRow, deleteRows, updateRow } from './write.ts';
import { writeRoute } from './writeRoute.ts';
import type { Writer } from './writeValues.ts';

/** Which keys a query may hold follows from the definition, so the reader asks (`refuseUnknown`). */
const query = z.record(z.string(), z.unknown());
type Body = z.output<typeof query>;

/** What a field of some form refers to: only there is something to pick. */
const PICKED: ReadonlySet<string> = new Set([...resources.values()].flatMap(targetsOf));

interface Mounted {
  app: FastifyInstance;
  deps: AppDeps;
  engine: Engine;
  compiled: Compiled;
  half: ServerHalf;
  /** Verbs that the resource serves by routes of its own. */
  own: ReadonlySet<string>;
}

function mountReads({ app, deps, engine, compiled, half, own }: Mounted): void {
  const { id } = compiled.resource;
  const as = (caller: Caller) => readingAs(engine, compiled, caller);
  const read = (verb: string, summary: string, handler: (call: Call<Body>) => Promise<unknown>) => {
    if (own.has(verb)) return;
    route(app, {
      method: 'POST',
      effect: 'none',
      url: `/api/${id}/${verb}`,
      permission: { anyOf: [`${id}:page`] },
      body: query,
      summary,
      handler,
    });
  };
  const page = (caller: Caller, body: Body) =>
    isFamily(compiled.resource)
      ? readFamilyPage(engine, compiled, caller, body)
      : readPage(as(caller), compiled, caller, body);
  read('page', 'One page of rows', async (call) =>
    sendJson(call, await page(call.caller, call.body), deps.clock.now()),
  );
  read('rows', 'Any block of rows at any depth', async (call) =>
    sendJson(call, await readRows(as(call.caller), compiled, call.caller, call.body), deps.clock.now()),
  );
  read('totals', 'Counts and sums of the filter per currency', async ({ caller, body }) =>
    readTotals(as(caller), await ask(engine, compiled, caller, body)),
  );
  if (Object.values(compiled.resource.fields).some(isGroupable))
    read('groups', 'Counts and sums by one or two fields', ({ caller, body }) =>
      readGroups(as(caller), compiled, caller, body),
    );
  if (PICKED.has(id))
    read('options', 'Choices for a picker', ({ caller, body }) =>
      readOptions(as(caller), compiled, caller, body),
    );
  if (own.has('detail')) return;
  if (isFamily(compiled.resource))
    route(app, {
      method: 'GET',
      url: `/api/${id}/detail/:id`,
      permission: { anyOf: [`${id}:page`] },
      summary: 'The same, by its address',
      handler: async ({ caller, request }) => {
        const { id: asked } = request.params as { id: string };
        return familyDetail(
          engine,
          compiled,
          caller,
          undefined,
          await readDetail(as(caller), compiled, half, caller, asked),
        );
      },
    });
  route(app, {
    method: 'GET',
    url: `/api/${id}/detail`,
    permission: { anyOf: [`${id}:page`] },
    query,
    summary: 'One row, with its timeline where it has one',
    // The contract's family asks for Id, our client for id.
    handler: async ({ caller, query: asked }) =>
      familyDetail(
        engine,
        compiled,
        caller,
        asked,
        await readDetail(as(caller), compiled, half, caller, asked.id),
      ),
  });
}

function mountWrites({ app, deps, engine, compiled, half, own }: Mounted): void {
  const { id, crud } = compiled.resource;
  const writer: Writer = { engine, deps, compiled, half };
  const write = (verb: 'add' | 'update' | 'delete', run: typeof addRow | typeof deleteRows) => {
    if (!crud[verb] || own.has(verb)) return;
    const answer = async (call: Call): Promise<unknown> => {
      const { caller, headers, body } = call;
      const row = await run(writer, caller, body, headers['idempotency-key']).catch((error: unknown) => {
        throw inTheirNames(error, half, body);
      });
      return verb === 'delete' ? row : familyAnswer(engine, compiled, verb, call, row);
    };
    route(app, {
      method: 'POST',
      effect: 'keyed',
      url: `/api/${id}/${verb}`,
      permission: { anyOf: [`${id}:${verb}`] },
      summary: `${verb} rows of ${id}`,
      handler: answer,
    });
  };
  write('add', addRow);
  write('update', updateRow);
  write('delete', deleteRows);
  if (!crud.export || own.has('export')) return;
  writeRoute(app, deps, {
    url: `/api/${id}/export`,
    permission: { anyOf: [`${id}:export`] },
    body: query,
    summary: 'Writes the filter as a file in the background',
    prepare: async (call) =>
      wantsFile(compiled, call) ? undefined : checkExport(engine, compiled, call.caller, call.body),
    handler: async ({ caller, tx, prepared }) => prepared && startExport(tx, caller, prepared),
    present: (answer, call) =>
      wantsFile(compiled, call) ? sendFamilyFile(deps, engine, compiled, call) : answer,
  });
}

function mountMake(app: FastifyInstance, maker: Maker): void {
  const { id } = maker.compiled.resource;
  route(app, {
    method: 'POST',
    effect: 'keyed',
    url: `/api/${id}/${maker.name}`,
    permission: { anyOf: [`${id}:${maker.name}`] },
    summary: `${maker.name}: makes a row of ${id}`,
    handler: ({ caller, headers, body }) => runMake(maker, caller, headers['idempotency-key'], body),
  });
}

/** What the interface documentation says of an action: on what, and the codes of what it refuses. */
function summaryOf(id: string, name: string, { when, refuses = [] }: Action): string {
  const codes = new Set([...(when ? ['guard'] : []), ...refuses.map(({ code }) => code)]);
  const refused = codes.size === 0 ? '' : `; a row may be refused: ${[...codes].join(', ')}`;
  return `${name} on rows of ${id}${refused}`;
}

function mountActions({ app, deps, engine, compiled, half, own }: Mounted): void {
  const { id, actions } = compiled.resource;
  const run = isFamily(compiled.resource) ? runFamilyAction : runAction;
  for (const name of Object.keys(actions)) {
    if (own.has(name)) continue;
    if (actions[name]?.on === 'new') {
      mountMake(app, {
        engine,
        deps,
        compiled,
        name,
        action: actions[name],
        make: makerOf(half, compiled.resource, name),
      });
      continue;
    }
    const actor = actorOf(engine, deps, compiled, name);
    route(app, {
      method: 'POST',
      effect: 'keyed',
      url: `/api/${id}/${name}`,
      permission: { anyOf: [`${id}:${name}`] },
      summary: summaryOf(id, name, actor.action),
      handler: ({ caller, headers, body }) => run(actor, caller, headers['idempotency-key'], body),
    });
  }
}

/** Serves every definition; a definition that its table or its handlers do not fit stops the boot. */
export async function mountEngine(app: FastifyInstance, deps: AppDeps): Promise<void> {
  await prepareRollup(deps);
  const engine = await engineOf(deps);
  for (const resource of resources.values()) {
    const half = halfOf(engine.halves, resource);
    const own = new Set(half.own ?? []);
    const mounted: Mounted = { app, deps, engine, compiled: compiledOf(engine, resource), half, own };
    mountReads(mounted);
    mountWrites(mounted);
    mountActions(mounted);
  }
  mountComparison(app, deps, engine);
  route(app, {
    method: 'POST',
    effect: 'none',
    url: '/api/command/outcome',
    permission: { session: EVERYONE },
    body: z.strictObject({ key: z.string().min(8).max(200) }),
    summary: 'What became of a command of the caller whose answer was lost, by its idempotency key',
    handler: ({ caller, body }) => outcomeOf(deps.pool, caller.userId, body.key),
  });
  route(app, {
    method: 'GET',
    url: '/api/find',
    permission: { session: EVERYONE },
    query: z.object({ q: z.string().max(200).default(''), rows: z.stringbool().default(false) }),
    summary: 'What the palette finds: orders by any of their numbers, merchants by id, code or name',
    handler: ({ caller, query }) => find(engine, caller, query),
  });
}
