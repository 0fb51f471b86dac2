import { Agent, type IncomingMessage, request } from 'node:http';

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** Leaves another answer than JSON unread: some never end. */
  onlyJson?: true;
}

interface Received {
  status: number;
  headers: Headers;
  text: string;
}

const agent = new Agent({ keepAlive: true });

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at]!, rawHeaders[at + 1]!);
  return headers;
}

/** One HTTP request and its whole answer. Tests send tens of thousands, for which `fetch` takes twice the processor time. */
export function send(
  url: string,
  { method = 'GET', headers = {}, body, onlyJson }: Sent = {},
): Promise<Received> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent }, (response) => {
      const { statusCode: status = 0 } = response;
      const answered = headersOf(response);
      if (onlyJson && !answered.get('content-type')?.includes('json')) {
        resolve({ status, headers: answered, text: '' });
        sent.destroy();
        return;
      }
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.once('error', reject);
      response.once('end', () =>
        resolve({ status, headers: answered, text: Buffer.concat(parts).toString() }),
      );
    });
    sent.once('error', reject);
    sent.end(body);
  });
}
