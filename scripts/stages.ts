import { join } from 'node:path';

/**
 * What a person waits for, one after the other: the page to sign in on, the workspace, the first list. The modules of a
 * stage that no earlier one has are one file: fewer to ask for, and they compress better together than in dozens.
 */
const STAGES: readonly { name: string; entries: readonly string[] }[] = [
  { name: 'first', entries: ['src/main.tsx'] },
  { name: 'shell', entries: ['src/app/boot/Boot.tsx', 'src/app/discover/workspace.ts'] },
  { name: 'list', entries: ['src/views/collectOrder/Orders.tsx'] },
];

interface Modules {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null;
}

/** Modules of ours and all of ours that they import before they can run. */
function closure(ids: readonly string[], modules: Modules): Set<string> {
  const seen = new Set<string>();
  const waiting = [...ids];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    // Of a library's doors all its modules can be reached, of which few are needed: it is divided by use.
    if (seen.has(id) || id.includes('node_modules')) continue;
    seen.add(id);
    waiting.push(...(modules.getModuleInfo(id)?.importedIds ?? []));
  }
  return seen;
}

/** Names the file of a module for the bundler; null where it is in none of the stages. */
export function stageNames(root: string): (id: string, modules: Modules) => string | null {
  let stages: { name: string; ids: Set<string> }[] | undefined;
  return (id, modules) => {
    stages ??= STAGES.map(({ name, entries }) => ({
      name,
      ids: closure(
        entries.map((entry) => join(root, entry)),
        modules,
      ),
    }));
    return stages.find(({ ids }) => ids.has(id))?.name ?? null;
  };
}
