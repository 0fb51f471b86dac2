import { resourceOf } from '../../../contract/resources/index.ts';
import { upstream } from '../../../contract/resources/channels/upstream.ts';
import { MASKED } from '../../../contract/validate.ts';
import { validationText } from '../../../contract/validationTexts.ts';
import { fieldLabel, joinSentences } from '../../engine/labels.ts';
import { missingField } from '../../engine/missingField.ts';
import type { WriteContext } from '../../engine/serverHalf.ts';
import { Refused } from '../../platform/http/refused.ts';
import { faultsOfConnection } from './config.ts';
import { parsedJson } from './mapping.ts';
import { CONFIG_EXAMPLE, faultOfConfig } from '../orders/channelRoutes.ts';

/** Where the orders of a channel go is decided by its configuration: one that is not understood is not kept. */
export async function knownUpstreams({ deps, tx, caller, before, values }: WriteContext): Promise<void> {
  if (values.upstreamConfig === undefined && values.currency === undefined) return;
  const given = values.upstreamConfig === undefined ? before?.upstreamConfig : values.upstreamConfig;
  const currency = String(values.currency ?? before?.currency);
  const fault = await faultOfConfig(tx, currency, given);
  if (!fault) return;
  const label = fieldLabel(deps.locales, caller.locale, resourceOf('channel'), 'upstreamConfig');
  const text =
    fault === 'form'
      ? validationText(caller.locale, 'routes', { label, example: CONFIG_EXAMPLE })
      : validationText(caller.locale, 'upstreams', { label, codes: fault.join(', '), currency });
  throw new Refused('validation', {}, { upstreamConfig: [text] });
}

/** What is wrong with the text of a connection. */
async function faultOfConnection({ deps, caller }: WriteContext, text: string): Promise<string | undefined> {
  const { locale } = caller;
  const faults = faultsOfConnection(text, locale);
  const label = fieldLabel(deps.locales, locale, upstream, 'config');
  if (faults === 'json') return validationText(locale, 'json', { label });
  if ('sentences' in faults)
    return validationText(locale, 'connection', { label, faults: joinSentences(locale, faults.sentences) });
  if (!(await deps.outbound.refuses(faults.baseUrl))) return undefined;
  return validationText(locale, 'reach', { label, name: 'baseUrl' });
}

const isTyped = (value: unknown): value is string => typeof value === 'string' && value !== MASKED;

const isObjectText = (text: string): boolean => {
  const given = parsedJson(text);
  return typeof given === 'object' && given !== null;
};

/** A connection that is not understood would take the orders that are sent to it, and lead none of them anywhere. */
export async function usableConnection(context: WriteContext): Promise<void> {
  const { deps, caller, values } = context;
  const faults: Record<string, string[]> = {};
  const config = isTyped(values.config) ? await faultOfConnection(context, values.config) : undefined;
  if (config !== undefined) faults.config = [config];
  if (isTyped(values.expand) && !isObjectText(values.expand)) {
    const label = fieldLabel(deps.locales, caller.locale, upstream, 'expand');
    faults.expand = [validationText(caller.locale, 'json', { label })];
  }
  if (Object.keys(faults).length > 0) throw new Refused('validation', {}, faults);
}

/** A binding and a share are in their channel's currency. */
async function currencyOfChannel(context: WriteContext, resource: string): Promise<void> {
  const { tx, values } = context;
  const { rows } = await tx.query<{ currency: string }>('select currency from channel where id = $1', [
    values.channelId,
  ]);
  if (!rows[0]) throw missingField(context, resource, 'channelId');
  values.currency = rows[0].currency;
}

const AGENT = 2;

export async function bindingWrite(context: WriteContext): Promise<void> {
  if (context.verb === 'add') await currencyOfChannel(context, 'channelBinding');
}

/** A share of the orders of its sub-merchants is an agent's alone. */
export async function extensionRateWrite(context: WriteContext): Promise<void> {
  if (context.verb !== 'add') return;
  await currencyOfChannel(context, 'extensionRate');
  const { rows } = await context.tx.query<{ type: number }>('select type from merchant where id = $1', [
    context.values.merchantId,
  ]);
  if (rows[0]?.type !== AGENT) throw missingField(context, 'extensionRate', 'merchantId');
}
