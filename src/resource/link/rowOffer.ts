import type { Row } from '../../../contract/calls.ts';
import type { Resource } from '../../../contract/resource.ts';
import { type Caller, type Carried, type Offer, commands, middle, translate } from '../../kit/index.ts';
import { idOf } from '../actions/commandId.ts';
import { mayRunOn } from '../actions/why.ts';
import { ANY_ID, type Filters } from '../filters/model.ts';
import { aimAt } from '../grid/aimAt.ts';
import { labelOf } from '../grid/columns.ts';
import type { GridModel } from '../grid/model.ts';
import { openModels } from '../grid/openModels.ts';
import { contextOf } from '../linkContext.ts';
import { listTitle } from '../listTitle.ts';
import { orderArgs, refsOf, subjectsOf } from './destinations.ts';
import { filtersOf } from './followed.ts';

/** What a list shows of a row that is carried to it from another one. */

interface Match {
  filters: Filters;
  /** What the list is narrowed to, as people call it. */
  name: string;
  /** One record is meant: what else the list was narrowed by would only hide it. */
  isOne: boolean;
}

const merchantName = (row: Row, fallback: string): string =>
  typeof row.merchantName === 'string' && row.merchantName !== '' ? row.merchantName : fallback;

/**
 * The closest of what relates a row to a list: the order that it is about, the row itself where the list refers to it, a
 * record of the list that it refers to, else its merchant. Undefined where nothing does.
 */
export function matchOf(target: Resource, resource: Resource, row: Row, caller: Caller): Match | undefined {
  const { orderNo, merchantId, ...own } = contextOf(resource, row);
  const order = orderNo === undefined ? undefined : orderArgs(target, orderNo);
  if (orderNo !== undefined && order) return { filters: order, name: middle(orderNo, 5, 4), isOne: true };
  const refers = filtersOf(target, { ...own, source: '' });
  if (refers) return { filters: refers, name: labelOf(resource, row), isOne: false };
  const ref = refsOf(resource, row, caller).find(({ view }) => view === target.id);
  if (ref) return { filters: { [ANY_ID]: ref.name }, name: ref.name, isOne: true };
  const merchant = merchantId && filtersOf(target, { resource: 'merchant', id: merchantId, source: '' });
  if (!merchant) return undefined;
  const isMerchant = resource.id === 'merchant';
  return {
    filters: merchant,
    name: isMerchant ? labelOf(resource, row) : merchantName(row, merchantId),
    isOne: false,
  };
}

interface Taking {
  /** The tab whose list is asked. */
  tabId: string;
  model: GridModel;
  caller: Caller;
  /** The row of the list that the other one is held over. */
  rowId?: string | undefined;
}

/** What the list of a panel would do with the row. */
export function offerOf(taking: Taking, carried: Carried): Offer {
  const proposed = matchOffer(taking, carried);
  if (proposed) return proposed;
  const { model, caller } = taking;
  const { resource, row, name } = carried;
  const target = model.resource;
  const title = listTitle(target);
  const match = matchOf(target, resource, row, caller);
  if (!match) return { text: translate('grid:carry.unrelated', { title, name }) };
  return {
    text: translate('grid:carry.only', { title, name: match.name }),
    take() {
      const { orderNo: _order, [ANY_ID]: _any, ...kept } = model.state().filters;
      model.setFilters(match.isOne ? match.filters : { ...kept, ...match.filters });
    },
  };
}

const ORDERS: ReadonlySet<string> = new Set(['collectOrder', 'payOrder']);

/** A line of a bank statement held over an order, or an order over a line: their match is proposed where the line is. */
function matchOffer(
  { tabId, model, caller, rowId }: Taking,
  { source, resource, row }: Carried,
): Offer | undefined {
  const under = rowId === undefined ? undefined : model.blocks.get(rowId);
  if (!under || under.gap || !caller.can('bankBill:match')) return undefined;
  const isBill = resource.id === 'bankBill' && ORDERS.has(model.resource.id);
  const isOrder = ORDERS.has(resource.id) && model.resource.id === 'bankBill';
  if (!isBill && !isOrder) return undefined;
  const [scope, bill, order] = isBill ? [source, row, under] : [tabId, under, row];
  const lines = openModels.get(scope);
  const names = { bill: middle(String(bill.billNo), 5, 4), order: middle(String(order.orderNo), 5, 4) };
  if (!lines) return undefined;
  const may = mayRunOn(lines.resource, 'match', bill, caller);
  if (may !== true) return { text: may, ofRow: true };
  return {
    text: translate('grid:carry.match', names),
    ofRow: true,
    focus: scope,
    take() {
      aimAt(lines, bill.id);
      // What the command may act on is known once the list has drawn its row as the chosen one.
      setTimeout(() => {
        const command = commands.find(idOf(lines.resource, 'match'), scope);
        if (command) commands.fire(command, { orderNo: order.orderNo });
      });
    },
  };
}

/** A row on its way from the list of a tab. */
export function carriedOf(source: string, resource: Resource, row: Row, caller: Caller): Carried {
  const [subject] = subjectsOf(resource, row, caller);
  return {
    source,
    resource,
    row,
    name: labelOf(resource, row),
    related: subject?.destinations[0] ?? refsOf(resource, row, caller)[0],
  };
}
