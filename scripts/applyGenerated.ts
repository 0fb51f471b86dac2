import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/**
 * Puts a generated view into this checkout: `node scripts/applyGenerated.ts FILE.json|FOLDER`. New files are written, texts
 * and help are added by key, the definition, the menu entry and the table's file are listed where the product lists its own.
 * All of it or nothing: what is there already is never replaced.
 */

const ROOT = join(import.meta.dirname, '..');

/** Files by their paths. */
export type Files = Readonly<Record<string, string>>;

const DEFINITION = /^contract\/resources\/platform\/([a-z][A-Za-z0-9]*)\.ts$/;
const TABLE = /^server\/platform\/db\/schema\/([a-z][A-Za-z0-9]*)\.sql$/;
const DICTS = /^contract\/([a-z][A-Za-z0-9]*)Dicts\.ts$/;
const TEXTS =
  /^(?:locales\/(?:en|zh-cn|zh-tw)\/(?:platform|menu|dicts)|help\/(?:en|zh-cn|zh-tw)\/platform)\.json$/;

/** The download is one JSON object of texts by path; a folder has the files themselves. */
export function readFiles(source: string): Files {
  if (!statSync(source).isDirectory()) return JSON.parse(readFileSync(source, 'utf8')) as Files;
  const names = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(source, name)).isFile(),
  );
  return Object.fromEntries(
    names.map((name) => [name.split(sep).join('/'), readFileSync(join(source, name), 'utf8')]),
  );
}

/** Adds the keys of one JSON text to another one. @throws Error for a key that is there */
function merged(path: string, old: string, added: string): string {
  const kept = JSON.parse(old) as Record<string, unknown>;
  for (const [key, value] of Object.entries(JSON.parse(added) as Record<string, unknown>)) {
    if (Object.hasOwn(kept, key)) throw new Error(`${path} has ${key} already`);
    kept[key] = value;
  }
  return `${JSON.stringify(kept, null, 2)}\n`;
}

/** Inserts a line before the last one that begins with a mark. @throws Error where there is none */
function before(path: string, text: string, mark: string, line: string): string {
  const at = text.lastIndexOf(`\n${mark}`);
  if (at === -1) throw new Error(`${path} has no line that begins with ${mark.trim()}`);
  return `${text.slice(0, at + 1)}${line}\n${text.slice(at + 1)}`;
}

/** The lists of the product that name what a view adds. */
function listed(root: string, id: string, hasTable: boolean): Record<string, string> {
  const read = (path: string): string => readFileSync(join(root, path), 'utf8');
  const [index, menu, schema] = [
    'contract/resources/platform/index.ts',
    'server/identity/system/menu/platform.ts',
    'server/bootstrap/migrateAll.ts',
  ] as const;
  const imported = before(index, read(index), 'import ', `import { ${id} } from './${id}.ts';`);
  return {
    [index]: before(index, imported, '];', `  ${id},`),
    [menu]: before(menu, read(menu), '];', `  '${id}',`),
    ...(hasTable ? { [schema]: before(schema, read(schema), '  ].map(platform)', `    '${id}',`) } : {}),
  };
}

/** A text between single quotes in code. */
const quoted = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll(/\s+/g, ' ')}'`;

interface Texts {
  [id: string]: { fields?: Record<string, string> };
}

/** The dictionaries of a view, and what each is called: as the field that is chosen from it. */
function dictNames(id: string, files: Files): Map<string, string> {
  const textsIn = (locale: string, file: string): Texts =>
    JSON.parse(files[`locales/${locale}/${file}.json`] ?? '{}') as Texts;
  const definition = files[`contract/resources/platform/${id}.ts`] ?? '';
  const names = Object.keys(textsIn('en', 'dicts')).map((code) => {
    const field = new RegExp(`(\\w+): (?:dict\\('${code}'|json\\([^\\n]*dict: '${code}')`).exec(
      definition,
    )?.[1];
    const titles = ['zh-cn', 'zh-tw', 'en'].map(
      (locale) => textsIn(locale, 'platform')[id]?.fields?.[field ?? ''] ?? code,
    );
    return [code, titles.map(quoted).join(', ')] as const;
  });
  return new Map(names);
}

/** The lists of the product that name what a view's dictionaries add. */
function listedDicts(root: string, id: string, files: Files): Record<string, string> {
  const read = (path: string): string => readFileSync(join(root, path), 'utf8');
  const [dicts, names] = ['contract/dicts.ts', 'server/demo/seed/dictNames.ts'] as const;
  const spread = /export const (\w+_DICTS) = /.exec(files[`contract/${id}Dicts.ts`] ?? '')?.[1];
  if (spread === undefined) throw new Error(`the dictionaries of ${id} are none`);
  const imported = before(dicts, read(dicts), 'import ', `import { ${spread} } from './${id}Dicts.ts';`);
  const titled = [...dictNames(id, files)].map(([code, titles]) => `  ${code}: localeTexts(${titles}),`);
  return {
    [dicts]: before(dicts, imported, '  ...SHIFT_DICTS,', `  ...${spread},`),
    [names]: before(names, read(names), '};', titled.join('\n')),
  };
}

/** Nothing else of the product is called by the name. @throws Error */
function checkFree(root: string, id: string): void {
  if (globSync(`contract/resources/*/${id}.ts`, { cwd: root }).length > 0)
    throw new Error(`there is a definition ${id} already`);
  if (existsSync(join(root, 'src/views', id))) throw new Error(`there is a view ${id} already`);
  const routes = globSync('server/**/*.ts', { cwd: root }).filter((path) =>
    readFileSync(join(root, path), 'utf8').includes(`'/api/${id}/`),
  );
  if (routes.length > 0) throw new Error(`${routes[0]} has routes of ${id} already`);
}

/**
 * What applying makes of a checkout, by path; nothing is written.
 * @throws Error for a path that no generated view has, and for what is there already
 */
export function applied(root: string, files: Files): Record<string, string> {
  const paths = Object.keys(files);
  const foreign = paths.find((path) => ![DEFINITION, TABLE, DICTS, TEXTS].some((known) => known.test(path)));
  if (foreign !== undefined) throw new Error(`${foreign} is no file of a generated view`);
  const ids = paths.flatMap((path) => DEFINITION.exec(path)?.[1] ?? []);
  const tables = paths.flatMap((path) => TABLE.exec(path)?.[1] ?? []);
  const [id] = ids;
  if (id === undefined || ids.length > 1) throw new Error('a generated view has one definition');
  if (tables.some((table) => table !== id)) throw new Error(`the table is not that of ${id}`);
  const dicts = paths.flatMap((path) => DICTS.exec(path)?.[1] ?? []);
  if (dicts.some((of) => of !== id)) throw new Error(`the dictionaries are not those of ${id}`);
  checkFree(root, id);
  const written = Object.entries(files).map(([path, text]) => {
    const target = join(root, path);
    if (TEXTS.test(path)) return [path, merged(path, readFileSync(target, 'utf8'), text)] as const;
    if (existsSync(target)) throw new Error(`${path} is there already`);
    return [path, text] as const;
  });
  return {
    ...Object.fromEntries(written),
    ...listed(root, id, tables.length > 0),
    ...(dicts.length > 0 ? listedDicts(root, id, files) : {}),
  };
}

/** Writes it. @returns the paths that were written */
export function apply(root: string, files: Files): string[] {
  const written = applied(root, files);
  for (const [path, text] of Object.entries(written)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return Object.keys(written);
}

/** What other files derive from definitions and schema is made again. */
function regenerate(paths: readonly string[]): void {
  const run = (program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): void => {
    execFileSync(program, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } });
  };
  const bin = (name: string): string => join(ROOT, 'node_modules/.bin', name);
  run(bin('biome'), ['format', '--write', ...paths.filter((path) => !path.endsWith('.sql'))]);
  run(process.execPath, ['scripts/apiNames.ts']);
  run(process.execPath, ['scripts/schemaDoc.ts']);
  run(bin('vitest'), ['run', '--project', 'unit', 'tests/contract/registry.test.ts'], {
    UPDATE_REGISTRY: '1',
  });
}

if (import.meta.main) {
  const [source] = process.argv.slice(2);
  if (source === undefined) throw new Error('node scripts/applyGenerated.ts FILE.json|FOLDER');
  const paths = apply(ROOT, readFiles(source));
  console.log(paths.map((path) => relative(ROOT, join(ROOT, path))).join('\n'));
  regenerate(paths);
}
