import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { STAFF } from '../../../contract/audience.ts';
import { DICTS } from '../../../contract/dicts.ts';
import type { DictItem } from '../../../contract/dictItem.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { textOf } from '../../platform/http/locales.ts';
import { route } from '../../platform/http/route.ts';

const ENUMS: ReadonlyMap<string, readonly DictItem[]> = new Map(
  Object.entries(DICTS).filter(([name]) => name.endsWith('Enum')),
);

const entitiesOf = ({ locales }: AppDeps, { locale }: Caller, name: string) =>
  (ENUMS.get(name) ?? []).map((item) => ({
    name: item.name,
    describe: textOf(locales, locale, 'dicts', `${name}.${item.value}`) ?? item.label,
    theme: item.tagType,
    value: item.value,
  }));

const named = z.looseObject({
  EnumName: z.string().max(80).optional(),
  enumName: z.string().max(80).optional(),
});

interface Described {
  paths?: Record<string, Record<string, { summary?: string; tags?: string[] }>>;
}

/** Names that tools of the family pick from: enumerations, and the calls of this server. */
export function mountNames(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'GET',
    url: '/api/sysEnum/enumTypeList',
    permission: { session: STAFF },
    summary: 'Enumerations with their values',
    handler: async ({ caller }) =>
      [...ENUMS.keys()].map((name) => ({
        typeName: name,
        typeDescribe: name,
        typeRemark: '',
        enumEntities: entitiesOf(deps, caller, name),
      })),
  });
  route(app, {
    method: 'GET',
    url: '/api/sysEnum/enumDataList',
    permission: { session: STAFF },
    query: named,
    summary: 'The values of one of them',
    handler: async ({ caller, query }) => entitiesOf(deps, caller, query.EnumName ?? query.enumName ?? ''),
  });
  route(app, {
    method: 'GET',
    url: '/api/sysCommon/apiList',
    permission: { anyOf: ['sysDatabase:page'] },
    summary: 'The calls of this server, as their declarations name them',
    handler: async () =>
      Object.entries((app.swagger() as Described).paths ?? {}).flatMap(([path, verbs]) =>
        Object.values(verbs).map(({ summary, tags }) => ({
          groupName: tags?.[0] ?? '',
          displayName: summary ?? '',
          routeName: path,
        })),
      ),
  });
}
