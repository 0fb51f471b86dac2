import { readdirSync, readFileSync } from 'node:fs';

/** The parent of a process, by /proc. */
function parentOf(pid: string): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // After the name, which may hold spaces.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
  } catch {
    return undefined;
  }
}

function signal(parent: number, name: NodeJS.Signals): void {
  const children = readdirSync('/proc').filter(
    (pid) => /^\d+$/.test(pid) && parentOf(pid) === String(parent),
  );
  for (const pid of [parent, ...children.map(Number)]) {
    try {
      process.kill(pid, name);
    } catch {
      // It ended meanwhile.
    }
  }
}

/** Stops a process and its children where they are. @returns what lets them go on */
export function freezeProcess(pid: number): () => void {
  signal(pid, 'SIGSTOP');
  return () => signal(pid, 'SIGCONT');
}
