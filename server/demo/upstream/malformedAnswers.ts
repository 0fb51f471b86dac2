import type { ServerResponse } from 'node:http';

/** What a gateway in front of an upstream answers in its stead. */
export interface MalformedAnswer {
  status: number;
  body: string;
}

/** Gateways by upstream and call: an upstream does what it is asked, and its gateway answers something else. */
export class MalformedAnswers {
  readonly #given = new Map<string, MalformedAnswer>();

  set(code: string, call: 'pay' | 'query', given: MalformedAnswer | undefined): void {
    if (given) this.#given.set(`${code}/${call}`, given);
    else this.#given.delete(`${code}/${call}`);
  }

  /** True where the gateway has answered. */
  answer(code: string, call: string, response: ServerResponse): boolean {
    const given = this.#given.get(`${code}/${call}`);
    if (given) response.writeHead(given.status, { 'content-type': 'text/html' }).end(given.body);
    return given !== undefined;
  }
}
