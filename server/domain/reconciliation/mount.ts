import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import * as z from 'zod';
import type { ReferenceHolder } from '../payments/references.ts';
import type { BillCandidate, BillCandidates, ReferenceOwner } from '../../../contract/billCandidates.ts';
import { idOf } from '../../../contract/idOf.ts';
import { idSchema } from '../../../contract/validate.ts';
import { transact } from '../../platform/db/transaction.ts';
import { compiledOf } from '../../engine/engine.ts';
import { engineOf } from '../../engine/shared.ts';
import { scopeClause, seesMerchant } from '../../engine/scope.ts';
import { and, Params } from '../../engine/sql.ts';
import { writeRoute } from '../../engine/writeRoute.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { Refused } from '../../platform/http/refused.ts';
import { route } from '../../platform/http/route.ts';
import { noteBest } from './auto.ts';
import { BILL, BILL_COLUMNS, billRow, upstreamOf } from './billStore.ts';
import { candidatesOf, type FoundOrder, type Within } from './candidates.ts';
import { inOrder, type Scored } from './score.ts';
import { formatText, givenFormat } from './givenFormat.ts';
import { previewQuestion, previewUpload } from './preview.ts';
import { hashOf, uploadStatement } from './upload.ts';

export const STATEMENT_LIMIT = 10 << 20;
const MOST = 20;

const upload = z.object({
  bankAccountId: idOf('bankAccount'),
  fileName: z.string().trim().min(1).max(200),
  autoMatch: z.enum(['true', 'false']).default('true'),
  format: formatText,
});
const question = z.strictObject({ id: idSchema, orderNo: z.string().trim().max(64).optional() });

const VIEWS = {
  collect_order: 'collectOrder',
  pay_order: 'payOrder',
  manual_order: 'manualOrder',
  recharge_order: 'rechargeOrder',
  bank_bill: 'bankBill',
} as const;

/** The owner of a reference as this caller may see it. */
async function ownerFor(
  pool: Pool,
  { kind, orderNo, billNo, merchantId }: ReferenceHolder,
  { tenantId, visible }: Within,
): Promise<ReferenceOwner> {
  const { rowCount } = await pool.query({
    name: 'reference-owner',
    text: 'select from merchant where id = $1 and tenant_id = $2',
    values: [merchantId, tenantId],
  });
  if (!rowCount || !seesMerchant(visible, merchantId)) return { view: null };
  return { view: VIEWS[kind], no: billNo ?? orderNo };
}

const shown = ({ candidate, score, reasons, difference }: Scored<FoundOrder>): BillCandidate => ({
  id: candidate.id,
  orderNo: candidate.orderNo,
  merchantOrderNo: candidate.merchantOrderNo,
  merchantName: candidate.merchantName,
  merchantId: candidate.merchantId,
  currency: candidate.currency,
  amount: candidate.amount,
  utr: candidate.utr,
  status: candidate.status,
  party: candidate.parties[0] ?? null,
  createdAt: candidate.createdAt.toISOString(),
  score,
  reasons,
  difference,
});

/** The orders that a line may be about, best first, and an order that was asked for by its number. */
async function candidates(
  deps: AppDeps,
  caller: Caller,
  { id, orderNo }: z.output<typeof question>,
): Promise<BillCandidates> {
  const engine = await engineOf(deps);
  const visible = await engine.scopes.visible(caller);
  const params = new Params();
  const key = params.add(id);
  const scope = scopeClause(compiledOf(engine, 'bankBill'), caller, visible, params);
  const { rows } = await deps.pool.query(
    `select ${BILL_COLUMNS} from bank_bill b join bank_bill t on t.id = b.id where b.id = ${key}::bigint and ${and(scope)}`,
    params.values,
  );
  if (!rows[0]) throw new Refused('notFound');
  const bill = billRow(rows[0]);
  const upstreamId = await upstreamOf(deps.pool, bill.bankAccountId);
  const within = { tenantId: bill.tenantId, visible, upstreamId, wide: true };
  const found = await candidatesOf(deps.pool, bill, within, orderNo ? [orderNo] : []);
  const all = inOrder(bill, found.orders);
  // Orders came and went since the line was looked at: the list proposes what is proposed beside it. Who sees only some of
  // the merchants does not decide for the others.
  if (visible === null && !orderNo && bill.status === BILL.unmatched) {
    const best = all.find(({ score }) => score > 0);
    await transact(deps.pool, (tx) => noteBest(tx, bill, best));
  }
  const orders = all
    .sort(
      (one, other) => Number(other.candidate.orderNo === orderNo) - Number(one.candidate.orderNo === orderNo),
    )
    .slice(0, MOST)
    .map(shown);
  return { orders, owner: found.owner ? await ownerFor(deps.pool, found.owner, within) : null };
}

const fileOf = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));

/** What the bank's screens ask beyond the engine: files come in, and orders that a line may be about. */
export function mountBank(app: FastifyInstance, deps: AppDeps): void {
  route(app, {
    method: 'POST',
    effect: 'none',
    url: '/api/bankBill/candidates',
    permission: { anyOf: ['bankBill:match'] },
    body: question,
    summary: 'Orders that a line of a statement may be about, with a score',
    handler: ({ caller, body }) => candidates(deps, caller, body),
  });
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      // What the file is, its bytes say.
      ['text/csv', 'text/plain', 'application/octet-stream'],
      { parseAs: 'buffer', bodyLimit: STATEMENT_LIMIT },
      (_request, body, done) => done(null, body),
    );
    route(scope, {
      method: 'POST',
      effect: 'none',
      url: '/api/bankBatch/preview',
      permission: { anyOf: ['bankBatch:upload', 'bankType:add', 'bankType:update'] },
      query: previewQuestion,
      summary: 'How a bank statement would be read, and what its own figures say of that; nothing is written',
      handler: ({ caller, query, request }) => previewUpload(deps.pool, caller, fileOf(request), query),
    });
    writeRoute(scope, deps, {
      url: '/api/bankBatch/upload',
      permission: { anyOf: ['bankBatch:upload'] },
      query: upload,
      summary:
        'Takes a bank statement (CSV, XLSX, XLS, HTML; at most 10 MB) in; its lines are read in the background',
      asked: ({ query, request }) => ({ query, hash: hashOf(fileOf(request)) }),
      handler: ({ caller, query, request, tx }) => {
        const bytes = fileOf(request);
        const autoMatch = query.autoMatch === 'true';
        const format = givenFormat(query.format);
        const file = { ...query, format, autoMatch, bytes, hash: hashOf(bytes) };
        return uploadStatement(tx, caller, file);
      },
    });
  });
}
