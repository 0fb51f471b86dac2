import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { type Licences, LICENCES_PATH } from '../contract/licences.ts';

/** The licences of everything that is delivered: the dependencies of the product and theirs, not what builds and tests it. */

/** Packages that name their licence and have its text nowhere, with the reason why that is left as it is. */
const NAMED_ONLY: Readonly<Record<string, string>> = {
  'abstract-logging': 'MIT by package.json and README, which links to the text',
  'size-sensor': 'ISC by package.json and README, which names the author',
  'strict-event-emitter-types': 'ISC by package.json; types alone, of which nothing runs',
  wouter: 'Unlicense by package.json: in the public domain, no notice is asked for',
};
/** Published from one repository with one licence file, which only the second one carries. */
const TEXT_OF: Readonly<Record<string, string>> = {
  '@ant-design/icons-svg': '@ant-design/icons',
  '@aws-sdk/credential-provider-http': '@aws-sdk/client-s3',
  '@aws-sdk/credential-provider-login': '@aws-sdk/client-s3',
  '@aws-sdk/nested-clients': '@aws-sdk/client-s3',
};

const TEXT_FILE = /^(?:licen[cs]es?|copying|unlicen[cs]e|notice)(?:[-._]|$)/i;
const README = /^readme(?:\.|$)/i;
const HEADING = /^(#+)\s*licen[cs](?:e|ing)\b.*$/im;
/** A section of a README that is shorter only names the licence. */
const LEAST = 200;

interface Manifest {
  name: string;
  version: string;
  license?: string | { type?: string };
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

interface Installed {
  folder: string;
  manifest: Manifest;
  /** Which package brings it as one of its builds for a platform. */
  buildOf: string | undefined;
}

const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

/** Where a package finds another one, as Node looks for it; undefined for a build of another platform. */
function findPackage(root: string, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const found = join(folder, 'node_modules', name);
    if (existsSync(join(found, 'package.json'))) return found;
    if (folder === root || folder === dirname(folder)) return undefined;
  }
}

/** Everything that the product needs to run, as it is installed here. */
function shippedPackages(root: string): Installed[] {
  const found = new Map<string, Installed>();
  const walk = (folder: string, { dependencies, optionalDependencies, peerDependencies }: Manifest) => {
    const name = folder === root ? undefined : manifestOf(folder).name;
    const optional = Object.keys(optionalDependencies ?? {});
    for (const each of new Set([...Object.keys({ ...dependencies, ...peerDependencies }), ...optional])) {
      const at = findPackage(root, folder, each);
      if (!at || found.has(at)) continue;
      // A peer that nobody has asked for is a tool of whoever builds.
      if (folder !== root && !(each in { ...dependencies, ...optionalDependencies })) continue;
      const manifest = manifestOf(at);
      found.set(at, { folder: at, manifest, buildOf: optional.includes(each) ? name : undefined });
      walk(at, manifest);
    }
  };
  walk(root, { ...manifestOf(root), peerDependencies: {} });
  return [...found.values()];
}

/** The files of a package that are its licence, folders of them too. */
function textFiles(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => TEXT_FILE.test(name))
    .toSorted()
    .flatMap((name) => {
      const path = join(folder, name);
      if (!statSync(path).isDirectory()) return [path];
      return readdirSync(path)
        .toSorted()
        .map((each) => join(path, each))
        .filter((each) => statSync(each).isFile());
    });
}

/** What a README has below its heading about the licence. */
function sectionOf(folder: string): string | undefined {
  const name = readdirSync(folder).find((each) => README.test(each));
  const text = name === undefined ? '' : readFileSync(join(folder, name), 'utf8');
  const heading = HEADING.exec(text);
  if (!heading) return undefined;
  const below = text.slice(heading.index + heading[0].length);
  const end = below.search(new RegExp(`^#{1,${heading[1]!.length}}\\s`, 'm'));
  const section = (end < 0 ? below : below.slice(0, end)).trim();
  return section.length < LEAST ? undefined : section;
}

function ownText(folder: string): string | undefined {
  const texts = textFiles(folder).map((path) => readFileSync(path, 'utf8').replaceAll('\r\n', '\n').trim());
  return texts.filter(Boolean).join('\n\n\n') || sectionOf(folder);
}

const nameOf = ({ license }: Manifest): string =>
  (typeof license === 'string' ? license : license?.type) ?? '';

interface Found {
  licences: Licences;
  /** Packages that name no licence, or have no text of it and no reason, and reasons that are not needed. */
  faults: readonly string[];
}

/** The test next to this file is what refuses faults, so that whoever adds a package sees them before it lands. */
export function licencesOf(root: string, namedOnly = NAMED_ONLY): Found {
  const shipped = shippedPackages(root);
  const byName = new Map(shipped.map((each) => [each.manifest.name, each]));
  const textOf = ({ folder, manifest, buildOf }: Installed): string | undefined => {
    const text = ownText(folder);
    const other = byName.get(TEXT_OF[manifest.name] ?? buildOf ?? '');
    const isAlike = other !== undefined && nameOf(other.manifest) === nameOf(manifest);
    return text ?? (isAlike ? ownText(other.folder) : undefined);
  };
  const texts = new Map<string, number>();
  const faults: string[] = [];
  const packages = shipped.map((each) => {
    const { name, version } = each.manifest;
    const licence = nameOf(each.manifest);
    const text = textOf(each);
    if (licence === '') faults.push(`${name} names no licence`);
    if (text === undefined && !namedOnly[name]) faults.push(`${name} has no text of its licence`);
    if (text !== undefined && namedOnly[name]) faults.push(`${name} has a text of its licence by now`);
    if (text !== undefined && !texts.has(text)) texts.set(text, texts.size);
    return { name, version, licence, text: text === undefined ? null : texts.get(text)! };
  });
  for (const name of Object.keys(namedOnly)) if (!byName.has(name)) faults.push(`${name} is not delivered`);
  // Installed in several places it is one package all the same.
  const once = new Map(packages.map((each) => [`${each.name}@${each.version}`, each]));
  const licences = {
    packages: [...once.values()].toSorted(
      (a, b) => a.name.localeCompare(b.name) || a.version.localeCompare(b.version),
    ),
    texts: [...texts.keys()],
  };
  return { licences, faults };
}

/** Adds the licences to the built client as a file that is fetched when somebody reads them; in development too. */
export function licences(): Plugin {
  let root = '';
  const source = () => JSON.stringify(licencesOf(root).licences);
  return {
    name: 'licences',
    configResolved(config) {
      ({ root } = config);
    },
    configureServer(server) {
      server.middlewares.use(`/${LICENCES_PATH}`, (_request, response) => {
        response.setHeader('content-type', 'application/json').end(source());
      });
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: LICENCES_PATH, source: source() });
    },
  };
}
