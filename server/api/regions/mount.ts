import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { logDifference } from '../../engine/differences.ts';
import { resourceOf } from '../../../contract/resources/index.ts';
import { idSchema } from '../../../contract/validate.ts';
import { familyList } from '../../engine/family/page.ts';
import { engineOf } from '../../engine/shared.ts';
import { writeRoute } from '../../engine/writeRoute.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { Refused } from '../../platform/http/refused.ts';
import { refuseFields } from '../../platform/http/refuseField.ts';
import { route } from '../../platform/http/route.ts';
import { BadLines, importRegions } from './importRegions.ts';

const READ = { anyOf: ['sysRegion:page'] };
const LARGEST_FILE = 4 << 20;
const ROOT = '0';

export function mountRegions(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'GET',
    url: '/api/sysRegion/list',
    permission: READ,
    query: z.looseObject({ id: z.union([z.literal(ROOT), idSchema]).optional() }),
    summary: 'What is directly in a region; without one, the countries',
    handler: async ({ caller, query: { id = ROOT } }) => {
      const value = id === ROOT ? null : id;
      return familyList(await engineOf(deps), resourceOf('sysRegion'), caller, {
        filter: { field: 'pid', operator: 'EQ', value },
        field: 'code',
        order: 'ascending',
      });
    },
  });
  route(app, {
    method: 'POST',
    effect: 'none',
    url: '/api/sysRegion/sync',
    permission: { anyOf: ['sysRegion:sync'] },
    summary: 'Refused: nothing is fetched from outside; regions come from a file',
    handler: () => Promise.reject(new Refused('notFetched', { says: 'regionSync' })),
  });
  writeRoute(app, deps, {
    url: '/api/sysRegion/import',
    permission: { anyOf: ['sysRegion:sync'] },
    bodyLimit: LARGEST_FILE + 4096,
    body: z.looseObject({ csv: z.string().min(1).max(LARGEST_FILE) }),
    summary: 'Regions of a file: parent, code, name, zipCode, cityCode; all lines or none',
    handler: async ({ caller, body, tx }) => {
      try {
        const imported = await importRegions(tx, caller.userId, body.csv);
        const change = { resource: 'sysRegion', id: '0', after: { imported } };
        await logDifference(tx, change, caller, deps.clock.now());
        return imported;
      } catch (error) {
        if (error instanceof BadLines) throw refuseFields(deps, caller, error.faults);
        throw error;
      }
    },
  });
}
