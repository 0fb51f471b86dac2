import type { FastifyReply } from 'fastify';
import { success } from '../platform/http/envelope.ts';
import type { Call } from '../platform/http/route.ts';

/** JSON text made by the database, sent as it is: parsing and printing it again is most of a page's cost. */
export class JsonText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** An object of ordinary values and JSON texts, printed once. */
export function jsonObject(entries: Readonly<Record<string, unknown>>): JsonText {
  const parts: string[] = [];
  for (const [key, value] of Object.entries(entries)) {
    if (value === undefined) continue;
    parts.push(`${JSON.stringify(key)}:${value instanceof JsonText ? value.text : JSON.stringify(value)}`);
  }
  return new JsonText(`{${parts.join(',')}}`);
}

const HOLE = '"result":null';

/** Answers with the envelope around a JSON text. */
export function sendJson(call: Call, json: JsonText, now: Date): FastifyReply {
  const envelope = JSON.stringify(success(null, call.caller, now));
  const at = envelope.indexOf(HOLE);
  const text = `${envelope.slice(0, at)}"result":${json.text}${envelope.slice(at + HOLE.length)}`;
  return call.reply.type('application/json; charset=utf-8').send(text);
}
