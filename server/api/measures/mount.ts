import type { FastifyInstance } from 'fastify';
import { EVERYONE } from '../../../contract/audience.ts';
import { localText } from '../../../contract/localised.ts';
import type { MeasureAnswer } from '../../../contract/measure.ts';
import { resourceOf } from '../../../contract/resources/index.ts';
import { ask, type Engine, readingAs } from '../../engine/engine.ts';
import { localName } from '../../engine/localizedRow.ts';
import { limitedToSelf, ofMerchants } from '../../engine/scope.ts';
import { engineOf } from '../../engine/shared.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { route } from '../../platform/http/route.ts';
import { zoneFrom } from '../../platform/http/zone.ts';
import { reportZone } from '../../platform/settings.ts';
import { TtlCache } from '../../platform/ttlCache.ts';
import { type Known, knownOf, type MeasureBody, measureBody, refuseManySteps } from './asked.ts';
import { type Moment, Moments } from './moments.ts';
import { measurePeriod } from './period.ts';
import { readMeasures } from './read.ts';

/** Dashboards of many people ask the same at once; a figure may be this old. */
const FRESH_MS = 3_000;
/** What took long is kept for so many times as long, up to a minute. */
const COST_FACTOR = 20;
const FRESH_MOST_MS = 60_000;
/** What takes no longer is read again for another moment; anything else is kept as long as it may. */
const QUICK_MS = 1_000;

type MeasureQuestionBody = Omit<MeasureBody, 'moment'>;

interface Kept {
  answer: MeasureAnswer;
  ms: number;
  moment: number | undefined;
}

/** Names of rows that are kept in several languages, in the caller's. */
function localized(answer: MeasureAnswer, { by }: Known, { locale }: Caller): MeasureAnswer {
  if (by?.field.kind !== 'ref' || !localName(resourceOf(by.field.to))) return answer;
  const groups = answer.groups.map((group) => ({
    ...group,
    label: group.label === null ? null : localText(group.label, locale),
  }));
  return { ...answer, groups };
}

async function answerTo(
  deps: AppDeps,
  engine: Engine,
  caller: Caller,
  known: Known,
  body: MeasureQuestionBody,
  moment: Moment,
): Promise<MeasureAnswer> {
  const { compiled, measures, by, time } = known;
  const { step, limit } = body;
  // Days are those of the reports, hours those of the caller's clock.
  const days = zoneFrom(await reportZone(deps.pool));
  const zones = { days, hours: caller.timeZone };
  const period = time && (await measurePeriod(deps.pool, moment.now, days, body, time.field));
  if (period) refuseManySteps(known, step, period);
  const filter = { ...body.where, ...(time && period && { [time.name]: period }) };
  const question = await ask(engine, compiled, caller, filter);
  const asked = { question, measures, by, time, step, period, zones, limit };
  return localized(await readMeasures(readingAs(engine, compiled, caller), asked, moment), known, caller);
}

/** Figures of any list: counts, sums and rates by group and step of time, under the caller's scope. */
export async function mountMeasures(app: FastifyInstance, deps: AppDeps): Promise<void> {
  const engine = await engineOf(deps);
  const kept = new TtlCache<Kept>({ most: 2_000, name: 'measure' });
  const moments = new Moments(deps.pool, () => deps.clock.now());
  app.addHook('onClose', () => moments.close());

  /** Callers who see the same merchants share an answer about them; any other is one's own. */
  async function keyOf(caller: Caller, { compiled }: Known, body: MeasureQuestionBody): Promise<string> {
    const isShared = ofMerchants(compiled) && !limitedToSelf(caller);
    const whose = isShared ? await engine.scopes.visible(caller) : caller.userId;
    const { kind, timeZone, locale } = caller;
    return JSON.stringify([isShared, whose, kind, timeZone, locale, body]);
  }

  route(app, {
    method: 'POST',
    effect: 'none',
    url: '/api/measure/read',
    permission: { session: EVERYONE },
    body: measureBody,
    summary: 'Figures of a list: counts, sums and rates, by the values of a field and by steps of time',
    handler: async ({ caller, body: { moment, ...body } }) => {
      // Rights are asked of every caller, also where the answer is there already.
      const known = knownOf(engine, caller, body);
      const load = async () => {
        const began = performance.now();
        const answer = await moments.during(moment, (at) => answerTo(deps, engine, caller, known, body, at));
        return { answer, ms: performance.now() - began, moment };
      };
      const ageOf = ({ ms }: { ms: number }) => Math.min(FRESH_MOST_MS, Math.max(FRESH_MS, ms * COST_FACTOR));
      const key = await keyOf(caller, known, body);
      const last = kept.peek(key);
      if (moment !== undefined && last && last.moment !== moment && last.ms <= QUICK_MS) kept.drop(key);
      return (await kept.get(key, load, ageOf)).answer;
    },
  });
}
