import { STAFF } from '../../audience.ts';
import { text } from '../../field.ts';
import { defineResource } from '../../resource.ts';

/** Messages of brokers that the server relays; it has no rows of its own, so it is not among the resources. */
export const mqttClient = defineResource('mqttClient', {
  area: 'platform',
  scope: 'platform',
  reads: STAFF,
  actions: { connect: { on: 'one', audience: STAFF }, publish: { on: 'one', audience: STAFF } },
  label: 'topic',
  fields: { topic: text({ readonly: true }) },
});
