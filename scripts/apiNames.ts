import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERRORS } from '../contract/errors.ts';
import type { Resource } from '../contract/resource.ts';
import { resources } from '../contract/resources/index.ts';

/** Writes docs/api-names.md: the names of our own calls, fields, actions and error codes as they are. */

const ROOT = join(import.meta.dirname, '..');
export const PATH = join(ROOT, 'docs/api-names.md');

const HEAD = `# Names of our own calls

Generated from the definitions by \`node scripts/apiNames.ts\`; a test compares it. Names that changed are in [renames.md](renames.md), the calls of merchants' systems in [open-api.md](open-api.md).

Every resource is read by \`POST /api/<resource>/{page,rows,detail,options,totals}\` and written by \`add\`, \`update\`, \`delete\` and \`export\` where its line names them; an action is \`POST /api/<resource>/<action>\` and needs the permission \`<resource>:<action>\`. A server half may take away what it serves by a route of its own.
`;

const code = (text: string): string => `\`${text}\``;
const list = (names: readonly string[]): string => names.map(code).join(', ') || '–';

function actionLine([name, action]: [string, Resource['actions'][string]]): string {
  const { on, audience, hotkey, confirm, otp, input } = action;
  const asks = [confirm && 'confirm', otp && 'one-time password'].filter(Boolean).join(', ');
  const cells = [
    code(name),
    on,
    audience.join(', '),
    hotkey ? code(hotkey) : '',
    asks,
    list(Object.keys(input ?? {})),
  ];
  return `| ${cells.join(' | ')} |`;
}

function resourcePart({ id, area, scope, crud, fields, actions }: Resource): string {
  const acts = Object.entries(actions);
  const table = [
    '| action | on | for | key | asks | input |',
    '|---|---|---|---|---|---|',
    ...acts.map(actionLine),
  ];
  return [
    `### ${id}`,
    '',
    `Area ${area}, scope ${code(scope)}, also ${list(Object.keys(crud))}. Fields: ${list(Object.keys(fields))}.`,
    ...(acts.length > 0 ? ['', ...table] : []),
  ].join('\n');
}

/** Routes that no definition derives, as the server declares them. */
function otherRoutes(): string[] {
  const files = readdirSync(join(ROOT, 'server'), { recursive: true, encoding: 'utf8' });
  const texts = files
    .filter((name) => /(?<!\.test)\.ts$/.test(name))
    .map((name) => readFileSync(join(ROOT, 'server', name), 'utf8'));
  const declared = texts.flatMap((text) => [
    ...text.matchAll(/\burl: '([^']+)',[\s\S]{0,1500}?\bsummary:\s*(['"`])(.+?)\2,?\n/g),
  ]);
  return declared.map(([, url = '', , summary = '']) => `| ${code(url)} | ${summary} |`).sort();
}

export function apiNames(): string {
  const sorted = [...resources.values()].sort((one, other) => one.id.localeCompare(other.id));
  const errors = Object.entries(ERRORS).map(([name, status]) => `${code(name)} ${status}`);
  return `${[
    HEAD,
    '## Resources and actions\n',
    sorted.map(resourcePart).join('\n\n'),
    '\n## Routes that no definition derives\n',
    '| path | does |\n|---|---|',
    ...otherRoutes(),
    '\n## Error codes\n',
    'In `extras.errorCode`, with the `code` of the envelope:\n',
    errors.join(', '),
  ].join('\n')}\n`;
}

if (import.meta.main) writeFileSync(PATH, apiNames());
