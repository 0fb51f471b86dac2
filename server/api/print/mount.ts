import type { FastifyInstance } from 'fastify';
import { STAFF } from '../../../contract/audience.ts';
import { SWITCH } from '../../platform/db/statuses.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { route } from '../../platform/http/route.ts';
import { documentBody, readDocument } from './documents.ts';

const BY_NAME = `select id::text, name, template, print_type as "printType", client_service_address as "clientServiceAddress",
    print_param as "printParam", print_data_demo as "printDataDemo", order_no as "orderNo", status, remark
  from sys_print where name = $1 and status = ${SWITCH.enabled}`;

export function mountPrint(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'GET',
    url: '/api/sysPrint/print/:name',
    permission: { session: STAFF },
    summary: 'The template of this name that is in force; null where there is none',
    handler: async ({ request }) => {
      const { name } = request.params as { name: string };
      return (await deps.pool.query(BY_NAME, [name])).rows[0] ?? null;
    },
  });
  route(app, {
    method: 'POST',
    effect: 'none',
    url: '/api/print/document',
    permission: { anyOf: ['collectOrder:page', 'payOrder:page', 'withdrawal:page', 'fundDetail:page'] },
    body: documentBody,
    summary: 'The values of a receipt or statement, and the templates in force for it',
    handler: ({ caller, body }) => readDocument(deps, caller, body),
  });
}
